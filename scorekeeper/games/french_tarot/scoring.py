"""The points of a deal of French Tarot for everybody, and the deal in one line."""

from collections.abc import Iterator

from scorekeeper.core.game import RoundScore, Table, sum_of
from scorekeeper.core.phrases import (
    HalfPoints,
    Line,
    NamedSeat,
    NamedSeats,
    Phrase,
    Terms,
    Values,
)
from scorekeeper.core.sitting_out import seat_sitting_out, seats_in_play
from scorekeeper.core.tarock import HALVES
from scorekeeper.games.french_tarot.bonuses import (
    Parts,
    by_part,
    chelem_lines,
    misere_lines,
    petit_lines,
    poignee_lines,
)
from scorekeeper.games.french_tarot.rules import (
    BASE,
    FACTORS,
    NEEDED,
    WITH_PARTNER,
    Camp,
    Chelem,
    Contract,
    HouseRules,
    Observation,
    Passed,
    Played,
    Poignee,
    Size,
    above_target,
    counted,
    margin,
)


def score(observation: Observation, table: Table[HouseRules]) -> RoundScore:
    """The points that everybody writes, with a line for each reason.

    The points of a deal add up to 0.
    """
    if isinstance(observation, Passed):
        return sum_of((Line(table.dealer, 0, "passed"),), table.seats)
    return sum_of(_lines(observation, table), table.seats)


def _parts(observation: Played, table: Table[HouseRules]) -> Parts:
    parts = dict.fromkeys(seats_in_play(observation, table), -1)
    if observation.partner is not None:
        parts[observation.partner] = 1
    parts[observation.taker] = 0
    parts[observation.taker] = -sum(parts.values())
    return parts


def _lines(observation: Played, table: Table[HouseRules]) -> Iterator[Line]:
    points, parts = counted(observation), _parts(observation, table)
    above = above_target(points, observation.bouts)
    won = 1 if above >= 0 else -1
    whole = NEEDED[observation.bouts] + won * margin(above)
    if points != observation.points:
        yield _excuse(observation, points)
    if points % HALVES:
        half: Values = {"half_points": HalfPoints(points), "counted": whole}
        yield Line(observation.taker, 0, "half", half)
    yield from _contract(observation, parts, whole)
    if observation.petit_au_bout is not None:
        yield from petit_lines(observation, parts)
    for poignee in observation.poignees:
        yield from poignee_lines(poignee, parts, won)
    if observation.chelem is not None:
        yield from chelem_lines(observation.chelem, parts)
    for holder in sorted(observation.miseres):
        yield from misere_lines(holder, parts, table.house.misere)


def _excuse(observation: Played, points: int) -> Line:
    """What the exchange of the Excuse makes of the count; it gives no points of its own."""
    values: Values = {
        "before_half_points": HalfPoints(observation.points),
        "half_points": HalfPoints(points),
    }
    gained = points > observation.points
    return Line(observation.taker, 0, "excuse_gained" if gained else "excuse_lost", values)


def _contract(observation: Played, parts: Parts, whole: int) -> Iterator[Line]:
    """The taker's line says how the sum comes about, that of everybody else whose contract it was.

    So it is with the lines of the bonuses: the taker's has one factor more.
    """
    needed, factor = NEEDED[observation.bouts], FACTORS[observation.contract]
    made, distance = whole >= needed, abs(whole - needed)
    values: Values = {
        "counted": whole,
        "needed": needed,
        "distance": distance,
        "sum": Terms((BASE, distance)),
        "factor": factor,
        "taker": NamedSeat(observation.taker),
    }
    each = (BASE + distance) * factor
    for seat, points, shares in by_part(parts, each if made else -each):
        if seat == observation.taker:
            told = {**values, "shares": shares}
            yield _taker_line(seat, points, observation.contract, made, told)
        else:
            yield _line_of_others(seat, points, observation.contract, made, values)


def _taker_line(seat: int, points: int, contract: Contract, made: bool, values: Values) -> Line:
    match contract:
        case Contract.PETITE:
            return Line(seat, points, "petite_made_taker" if made else "petite_lost_taker", values)
        case Contract.GARDE:
            return Line(seat, points, "garde_made_taker" if made else "garde_lost_taker", values)
        case Contract.GARDE_SANS:
            return Line(seat, points, "sans_made_taker" if made else "sans_lost_taker", values)
        case Contract.GARDE_CONTRE:
            return Line(seat, points, "contre_made_taker" if made else "contre_lost_taker", values)


def _line_of_others(seat: int, points: int, contract: Contract, made: bool, values: Values) -> Line:
    match contract:
        case Contract.PETITE:
            return Line(seat, points, "petite_made_each" if made else "petite_lost_each", values)
        case Contract.GARDE:
            return Line(seat, points, "garde_made_each" if made else "garde_lost_each", values)
        case Contract.GARDE_SANS:
            return Line(seat, points, "sans_made_each" if made else "sans_lost_each", values)
        case Contract.GARDE_CONTRE:
            return Line(seat, points, "contre_made_each" if made else "contre_lost_each", values)


# ---- What is said of it ----------------------------------------------------------------------


def reason(observation: Observation, table: Table[HouseRules]) -> Iterator[Phrase]:
    """The deal in one line: who took what contract, how it ended, the bonuses, who sat out."""
    if isinstance(observation, Passed):
        yield Phrase("passed")
    else:
        yield from _game_in_words(observation, table)
        yield from _beside_in_words(observation)
    out = seat_sitting_out(observation, table)
    if out is not None:
        yield Phrase("sits_out", {"player": NamedSeat(out)})


def _game_in_words(observation: Played, table: Table[HouseRules]) -> Iterator[Phrase]:
    taker = NamedSeat(observation.taker)
    if observation.partner is not None:
        yield Phrase("pair", {"taker": taker, "partner": NamedSeat(observation.partner)})
    elif table.house.playing(table.seats) == WITH_PARTNER:
        yield Phrase("alone", {"taker": taker})
    else:
        yield Phrase("taker", {"taker": taker})
    yield _contract_in_words(observation.contract)
    points = counted(observation)
    above = above_target(points, observation.bouts)
    values: Values = {"count": observation.bouts, "half_points": HalfPoints(points)}
    by: Values = {**values, "distance": margin(above)}
    if above < 0:
        yield Phrase("lost", by)
    else:
        yield Phrase("made", by) if above else Phrase("exact", values)


def _contract_in_words(contract: Contract) -> Phrase:
    match contract:
        case Contract.PETITE:
            return Phrase("petite")
        case Contract.GARDE:
            return Phrase("garde")
        case Contract.GARDE_SANS:
            return Phrase("garde_sans")
        case Contract.GARDE_CONTRE:
            return Phrase("garde_contre")


def _beside_in_words(observation: Played) -> Iterator[Phrase]:
    if observation.petit_au_bout is not None:
        own = observation.petit_au_bout is Camp.ATTACK
        yield Phrase("petit_attack" if own else "petit_defence")
    for poignee in observation.poignees:
        yield _poignee_in_words(poignee)
    if observation.chelem is not None:
        yield from _chelem_in_words(observation.chelem)
    if observation.miseres:
        seats = tuple(sorted(observation.miseres))
        yield Phrase("miseres", {"players": NamedSeats(seats), "count": len(seats)})


def _poignee_in_words(poignee: Poignee) -> Phrase:
    match poignee.size:
        case Size.SIMPLE:
            return Phrase("poignee_simple", {"player": NamedSeat(poignee.seat)})
        case Size.DOUBLE:
            return Phrase("poignee_double", {"player": NamedSeat(poignee.seat)})
        case Size.TRIPLE:
            return Phrase("poignee_triple", {"player": NamedSeat(poignee.seat)})


def _chelem_in_words(chelem: Chelem) -> Iterator[Phrase]:
    if chelem.made_by is Camp.ATTACK:
        yield Phrase("chelem_announced" if chelem.announced else "chelem")
    elif chelem.announced:
        yield Phrase("chelem_missed")
    if chelem.made_by is Camp.DEFENCE:
        yield Phrase("chelem_defence")
