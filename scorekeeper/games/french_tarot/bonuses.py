"""What lies beside the contract of a deal of French Tarot, as lines of its score."""

from collections.abc import Iterator

from scorekeeper.core.phrases import Line, NamedSeat, Values
from scorekeeper.games.french_tarot.rules import (
    CHELEM,
    CHELEM_AGAINST,
    CHELEM_ANNOUNCED,
    CHELEM_MISSED,
    FACTORS,
    PETIT_AU_BOUT,
    POIGNEES,
    Camp,
    Chelem,
    Played,
    Poignee,
)

Parts = dict[int, int]  # by seat at the table: how often it gets what each defender pays


def by_part(parts: Parts, worth: int) -> Iterator[tuple[int, int, int]]:
    """Every seat, its points where each defender pays *worth*, and how many shares these are."""
    for seat, part in parts.items():
        yield seat, part * worth, abs(part)


def petit_lines(observation: Played, parts: Parts) -> Iterator[Line]:
    """What the petit in the last trick gives, to the camp that won that."""
    own, factor = observation.petit_au_bout is Camp.ATTACK, FACTORS[observation.contract]
    bonus = PETIT_AU_BOUT if own else -PETIT_AU_BOUT
    for seat, points, shares in by_part(parts, bonus * factor):
        values = {"bonus": PETIT_AU_BOUT, "factor": factor, "shares": shares}
        if shares > 1:
            yield Line(seat, points, "petit_attack_taker" if own else "petit_defence_taker", values)
        else:
            yield Line(seat, points, "petit_attack_each" if own else "petit_defence_each", values)


def poignee_lines(poignee: Poignee, parts: Parts, won: int) -> Iterator[Line]:
    """To the attack where it won the deal (*won* is 1, else −1), whoever showed it."""
    bonus = POIGNEES[poignee.size]
    for seat, points, shares in by_part(parts, won * bonus):
        values: Values = {"player": NamedSeat(poignee.seat), "bonus": bonus, "shares": shares}
        yield Line(seat, points, "poignee_taker" if shares > 1 else "poignee_each", values)


def chelem_lines(chelem: Chelem, parts: Parts) -> Iterator[Line]:
    """An announced chelem that the defence makes costs the attack twice: missed, and against it."""
    if chelem.made_by is Camp.ATTACK:
        yield from _made_lines(parts, chelem.announced)
    elif chelem.announced:
        for seat, points, shares in by_part(parts, -CHELEM_MISSED):
            values = {"bonus": CHELEM_MISSED, "shares": shares}
            yield Line(
                seat, points, "chelem_missed_taker" if shares > 1 else "chelem_missed_each", values
            )
    if chelem.made_by is Camp.DEFENCE:
        for seat, points, shares in by_part(parts, -CHELEM_AGAINST):
            values = {"bonus": CHELEM_AGAINST, "shares": shares}
            yield Line(
                seat,
                points,
                "chelem_defence_taker" if shares > 1 else "chelem_defence_each",
                values,
            )


def _made_lines(parts: Parts, announced: bool) -> Iterator[Line]:
    bonus = CHELEM_ANNOUNCED if announced else CHELEM
    for seat, points, shares in by_part(parts, bonus):
        values = {"bonus": bonus, "shares": shares}
        if announced:
            yield Line(
                seat,
                points,
                "chelem_announced_taker" if shares > 1 else "chelem_announced_each",
                values,
            )
        else:
            yield Line(seat, points, "chelem_taker" if shares > 1 else "chelem_each", values)


def misere_lines(holder: int, parts: Parts, bonus: int) -> Iterator[Line]:
    """What everybody else at the table pays whoever had no trumps, or no court cards."""
    others = [seat for seat in parts if seat != holder]
    yield Line(holder, bonus * len(others), "misere", {"bonus": bonus, "players": len(others)})
    of: Values = {"player": NamedSeat(holder), "bonus": bonus}
    for seat in others:
        yield Line(seat, -bonus, "misere_of", of)
