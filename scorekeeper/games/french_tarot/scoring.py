"""The points of a deal of French Tarot for everybody, and the deal in one line."""

from collections.abc import Iterator

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import HalfPoints, Line, NamedSeat, NamedSeats, Phrase, Terms, Values
from scorekeeper.core.sitting_out import seat_sitting_out, seats_in_play
from scorekeeper.core.tarock import HALVES
from scorekeeper.games.french_tarot import rules
from scorekeeper.games.french_tarot.rules import HouseRules, Observation, Passed, Played

Parts = dict[int, int]  # by seat at the table: how often it gets what each defender pays

# The codes of lines: first of everybody who gets or pays one share, then of the taker.
CONTRACT_CODES = {
    (rules.Contract.PETITE, True): ("petite_made_each", "petite_made_taker"),
    (rules.Contract.PETITE, False): ("petite_lost_each", "petite_lost_taker"),
    (rules.Contract.GARDE, True): ("garde_made_each", "garde_made_taker"),
    (rules.Contract.GARDE, False): ("garde_lost_each", "garde_lost_taker"),
    (rules.Contract.GARDE_SANS, True): ("sans_made_each", "sans_made_taker"),
    (rules.Contract.GARDE_SANS, False): ("sans_lost_each", "sans_lost_taker"),
    (rules.Contract.GARDE_CONTRE, True): ("contre_made_each", "contre_made_taker"),
    (rules.Contract.GARDE_CONTRE, False): ("contre_lost_each", "contre_lost_taker"),
}
BONUS_CODES = {
    "petit_attack": ("petit_attack_each", "petit_attack_taker"),
    "petit_defence": ("petit_defence_each", "petit_defence_taker"),
    "poignee": ("poignee_each", "poignee_taker"),
    "chelem": ("chelem_each", "chelem_taker"),
    "chelem_announced": ("chelem_announced_each", "chelem_announced_taker"),
    "chelem_missed": ("chelem_missed_each", "chelem_missed_taker"),
    "chelem_defence": ("chelem_defence_each", "chelem_defence_taker"),
}
# The codes of phrases.
BID_CODES = {
    rules.Contract.PETITE: "petite",
    rules.Contract.GARDE: "garde",
    rules.Contract.GARDE_SANS: "garde_sans",
    rules.Contract.GARDE_CONTRE: "garde_contre",
}
POIGNEE_CODES = {
    rules.Size.SIMPLE: "poignee_simple",
    rules.Size.DOUBLE: "poignee_double",
    rules.Size.TRIPLE: "poignee_triple",
}


def lines(observation: Observation, table: Table[HouseRules]) -> Iterator[Line]:
    """What everybody writes, a line for each reason; the points of a deal add up to 0."""
    if isinstance(observation, Passed):
        yield Line(table.dealer, 0, "passed")
    else:
        yield from _played(observation, table)


def _parts(observation: Played, table: Table[HouseRules]) -> Parts:
    parts = dict.fromkeys(seats_in_play(observation, table), -1)
    if observation.partner is not None:
        parts[observation.partner] = 1
    parts[observation.taker] = 0
    parts[observation.taker] = -sum(parts.values())
    return parts


def _played(observation: Played, table: Table[HouseRules]) -> Iterator[Line]:
    points, parts = rules.counted(observation), _parts(observation, table)
    above = rules.above_target(points, observation.bouts)
    won = 1 if above >= 0 else -1
    whole = rules.NEEDED[observation.bouts] + won * rules.margin(above)
    if points != observation.points:
        yield _excuse(observation, points)
    if points % HALVES:
        half: Values = {"half_points": HalfPoints(points), "counted": whole}
        yield Line(observation.taker, 0, "half", half)
    yield from _contract(observation, parts, whole)
    yield from _petit(observation, parts)
    for poignee in observation.poignees:
        yield from _poignee(poignee, parts, won)
    if observation.chelem is not None:
        yield from _chelem(observation.chelem, parts)
    for holder in sorted(observation.miseres):
        yield from _misere(holder, parts, table.house.misere)


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
    needed, factor = rules.NEEDED[observation.bouts], rules.FACTORS[observation.contract]
    made, distance = whole >= needed, abs(whole - needed)
    values: Values = {
        "counted": whole,
        "needed": needed,
        "distance": distance,
        "sum": Terms((rules.BASE, distance)),
        "factor": factor,
        "taker": NamedSeat(observation.taker),
    }
    share = (rules.BASE + distance) * (factor if made else -factor)
    for seat, part in parts.items():
        is_taker = seat == observation.taker
        told = {**values, "shares": part} if is_taker else values
        yield Line(seat, part * share, CONTRACT_CODES[observation.contract, made][is_taker], told)


# ---- What lies beside the contract -----------------------------------------------------------


def _bonus(what: str, share: int, parts: Parts, more: Values | None = None) -> Iterator[Line]:
    """A bonus of which each defender pays the attack one *share*; below 0 the attack pays.

    The line tells the share, and *more*: where that has a `bonus` of its own, that instead.
    """
    values: Values = {"bonus": abs(share), "shares": 1, **(more or {})}
    for seat, part in parts.items():
        told = {**values, "shares": part} if part > 1 else values
        yield Line(seat, part * share, BONUS_CODES[what][part > 1], told)


def _petit(observation: Played, parts: Parts) -> Iterator[Line]:
    """What the petit in the last trick gives, to the camp that won that."""
    if observation.petit_au_bout is None:
        return
    factor = rules.FACTORS[observation.contract]
    values = {"bonus": rules.PETIT_AU_BOUT, "factor": factor}
    if observation.petit_au_bout is rules.Camp.ATTACK:
        yield from _bonus("petit_attack", rules.PETIT_AU_BOUT * factor, parts, values)
    else:
        yield from _bonus("petit_defence", -rules.PETIT_AU_BOUT * factor, parts, values)


def _poignee(poignee: rules.Poignee, parts: Parts, won: int) -> Iterator[Line]:
    """To the attack where it won the deal (*won* is 1, else −1), whoever showed it."""
    values: Values = {"player": NamedSeat(poignee.seat)}
    yield from _bonus("poignee", won * rules.POIGNEES[poignee.size], parts, values)


def _chelem(chelem: rules.Chelem, parts: Parts) -> Iterator[Line]:
    """An announced chelem that the defence makes costs the attack twice: missed, and against it."""
    if chelem.made_by is rules.Camp.ATTACK and chelem.announced:
        yield from _bonus("chelem_announced", rules.CHELEM_ANNOUNCED, parts)
    elif chelem.made_by is rules.Camp.ATTACK:
        yield from _bonus("chelem", rules.CHELEM, parts)
    elif chelem.announced:
        yield from _bonus("chelem_missed", -rules.CHELEM_MISSED, parts)
    if chelem.made_by is rules.Camp.DEFENCE:
        yield from _bonus("chelem_defence", -rules.CHELEM_AGAINST, parts)


def _misere(holder: int, parts: Parts, bonus: int) -> Iterator[Line]:
    """What everybody else at the table pays whoever had no trumps, or no court cards."""
    others = [seat for seat in parts if seat != holder]
    yield Line(holder, bonus * len(others), "misere", {"bonus": bonus, "players": len(others)})
    of: Values = {"player": NamedSeat(holder), "bonus": bonus}
    for seat in others:
        yield Line(seat, -bonus, "misere_of", of)


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
    else:
        is_alone = table.house.playing(table.seats) == rules.WITH_PARTNER
        yield Phrase("alone" if is_alone else "taker", {"taker": taker})
    yield Phrase(BID_CODES[observation.contract])
    points = rules.counted(observation)
    above = rules.above_target(points, observation.bouts)
    values: Values = {"count": observation.bouts, "half_points": HalfPoints(points)}
    if above:
        by: Values = {**values, "distance": rules.margin(above)}
        yield Phrase("made" if above > 0 else "lost", by)
    else:
        yield Phrase("exact", values)


def _beside_in_words(observation: Played) -> Iterator[Phrase]:
    if observation.petit_au_bout is not None:
        own = observation.petit_au_bout is rules.Camp.ATTACK
        yield Phrase("petit_attack" if own else "petit_defence")
    for poignee in observation.poignees:
        yield Phrase(POIGNEE_CODES[poignee.size], {"player": NamedSeat(poignee.seat)})
    if observation.chelem is not None:
        yield from _chelem_in_words(observation.chelem)
    if observation.miseres:
        seats = tuple(sorted(observation.miseres))
        yield Phrase("miseres", {"players": NamedSeats(seats), "count": len(seats)})


def _chelem_in_words(chelem: rules.Chelem) -> Iterator[Phrase]:
    if chelem.made_by is rules.Camp.ATTACK:
        yield Phrase("chelem_announced" if chelem.announced else "chelem")
    elif chelem.announced:
        yield Phrase("chelem_missed")
    if chelem.made_by is rules.Camp.DEFENCE:
        yield Phrase("chelem_defence")
