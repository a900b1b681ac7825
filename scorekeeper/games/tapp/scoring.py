"""Who pays whom in a round of Tapp, and the round in one line."""

from collections.abc import Iterator
from functools import lru_cache

from scorekeeper.core.cards import Suit
from scorekeeper.core.game import RoundScore, Table, sum_of
from scorekeeper.core.phrases import (
    Amount,
    Line,
    NamedSeat,
    NamedSeats,
    Phrase,
    Terms,
    Value,
    Values,
)
from scorekeeper.games.tapp.rules import (
    FACTORS,
    HEARTS_TIMES,
    KIND_OF,
    TO_WIN,
    AllTricks,
    Bettel,
    BettelAufgelegt,
    Declared,
    Durch,
    Farbspiel,
    HerzMitAufnehmen,
    HouseRules,
    Observation,
    Ramsch,
    Rufer,
    Tie,
    jungfern_of,
    most_of,
)

# A sheet is replayed on every look and says the same few things again: these are made only once.
_seat = lru_cache(NamedSeat)
_amount = lru_cache(Amount)


def _suit(observation: Declared) -> Suit | None:
    return observation.suit if isinstance(observation, Farbspiel | Rufer | Durch) else None


def is_won(observation: Declared) -> bool:
    """Whether the declarer made it: said so, or counted 61 Augen."""
    if isinstance(observation, Farbspiel | HerzMitAufnehmen) and observation.points is not None:
        return observation.points >= TO_WIN
    return bool(observation.won)


def score(observation: Observation, table: Table[HouseRules]) -> RoundScore:
    """Who pays whom, line by line; always nothing in all."""
    found = (
        _ramsch(observation, table)
        if isinstance(observation, Ramsch)
        else _declared(observation, table)
    )
    return sum_of(found, table.seats)


def _declared(observation: Declared, table: Table[HouseRules]) -> Iterator[Line]:
    suit, factor = _suit(observation), FACTORS[KIND_OF[type(observation)]]
    each = factor * (HEARTS_TIMES if suit is Suit.HEARTS else 1) * table.house.unit_cents
    values: dict[str, Value] = {"worth": _amount(each), "count": table.seats - 1}
    if suit is not None:
        values["suit"] = suit
    gained = each if is_won(observation) else -each
    yield _declarers(observation, gained * (table.seats - 1), values)
    declarer: Values = {"seat": _seat(observation.declarer)}
    for seat in range(table.seats):
        if seat != observation.declarer:
            yield Line(seat, -gained, "pays" if gained > 0 else "gets", declarer)


def _declarers(observation: Declared, points: int, values: Values) -> Line:
    won, seat = is_won(observation), observation.declarer
    match observation:
        case Farbspiel():
            return Line(seat, points, "farbspiel_won" if won else "farbspiel_lost", values)
        case HerzMitAufnehmen():
            return Line(seat, points, "aufnehmen_won" if won else "aufnehmen_lost", values)
        case Bettel():
            return Line(seat, points, "bettel_won" if won else "bettel_lost", values)
        case BettelAufgelegt():
            return Line(seat, points, "aufgelegt_won" if won else "aufgelegt_lost", values)
        case Rufer():
            return Line(seat, points, "rufer_won" if won else "rufer_lost", values)
        case Durch():
            return Line(seat, points, "durch_won" if won else "durch_lost", values)


def _ramsch(observation: Ramsch, table: Table[HouseRules]) -> Iterator[Line]:
    most, house = most_of(observation), table.house
    if _is_durchmarsch(observation, table) and house.ramsch_durchmarsch is AllTricks.WINS:
        yield from _durchmarsch(most[0], table)
        return
    payers = _payers(observation, house)
    others = [seat for seat in range(table.seats) if seat not in payers]
    if not payers or not others:
        yield Line(most[0], 0, "nobody_pays")
        return
    owed = {seat: _owed(seat, observation, house) for seat in others}
    if len(payers) > 1 and house.ramsch_tie is Tie.SPLIT:
        yield from _shared(payers, owed, observation)
    else:
        for payer in payers:
            yield from _paid(payer, owed, observation, house)


def _is_durchmarsch(observation: Ramsch, table: Table[HouseRules]) -> bool:
    return len(jungfern_of(observation)) == table.seats - 1


def _payers(observation: Ramsch, house: HouseRules) -> tuple[int, ...]:
    """Who pays all the others."""
    most = most_of(observation)
    if len(most) > 1 and house.ramsch_tie is Tie.NOBODY:
        return ()
    if observation.last_trick in most and house.ramsch_tie is Tie.LAST_TRICK:
        return (observation.last_trick,)
    return most


def _owed(seat: int, observation: Ramsch, house: HouseRules) -> int:
    return house.jungfer if seat in jungfern_of(observation) else house.unit_cents


def _durchmarsch(winner: int, table: Table[HouseRules]) -> Iterator[Line]:
    each, count = table.house.durchmarsch, table.seats - 1
    yield Line(winner, each * count, "durchmarsch", {"worth": _amount(each), "count": count})
    for seat in range(table.seats):
        if seat != winner:
            yield Line(seat, -each, "pays", {"seat": _seat(winner)})


def _paid(
    payer: int, owed: dict[int, int], observation: Ramsch, house: HouseRules
) -> Iterator[Line]:
    """One player with the most pays everybody who is owed something."""
    jungfern = jungfern_of(observation)
    for each in sorted(set(owed.values())):
        count = list(owed.values()).count(each)
        values: Values = {"worth": _amount(each), "count": count}
        to_jungfern = each == house.jungfer
        yield Line(payer, -each * count, "to_jungfern" if to_jungfern else "most", values)
    by: Values = {"seat": _seat(payer)}
    for seat, due in owed.items():
        yield Line(seat, due, "gets_as_jungfer" if seat in jungfern else "gets", by)


def _shared(payers: tuple[int, ...], owed: dict[int, int], observation: Ramsch) -> Iterator[Line]:
    """The tied share what one of them would owe; the odd cents fall on the first of them."""
    debt, jungfern = sum(owed.values()), jungfern_of(observation)
    share, odd = divmod(debt, len(payers))
    values: Values = {"worth": _amount(debt), "count": len(payers)}
    for place, payer in enumerate(payers):
        paid = share + (place < odd)
        if paid:  # a debt of one cent leaves nothing for the second of them
            yield Line(payer, -paid, "share", values)
    by: Values = {"seats": NamedSeats(payers)}
    for seat, due in owed.items():
        yield Line(seat, due, "shared_as_jungfer" if seat in jungfern else "shared", by)


# ---- What is said of it ----------------------------------------------------------------------


def reason(observation: Observation, table: Table[HouseRules]) -> Iterator[Phrase]:
    """The round in one line: who played what and how it ended, and where the ace was."""
    if isinstance(observation, Ramsch):
        yield from _ramsch_in_words(observation, table)
    else:
        yield Phrase("declarer", {"seat": NamedSeat(observation.declarer)})
        yield _game_in_words(observation)
        if isinstance(observation, Farbspiel | HerzMitAufnehmen) and observation.points is not None:
            yield Phrase("augen", {"points": observation.points})
        yield Phrase("won" if is_won(observation) else "lost")
    if observation.ace_of_hearts is not None:
        yield Phrase("ace_of_hearts", {"seat": NamedSeat(observation.ace_of_hearts)})


def _game_in_words(observation: Declared) -> Phrase:
    match observation:
        case Farbspiel():
            return Phrase("farbspiel", {"suit": observation.suit})
        case HerzMitAufnehmen():
            return Phrase("aufnehmen")
        case Bettel():
            return Phrase("bettel")
        case BettelAufgelegt():
            return Phrase("aufgelegt")
        case Rufer():
            return Phrase("rufer", {"suit": observation.suit})
        case Durch():
            return Phrase("durch", {"suit": observation.suit})


def _ramsch_in_words(observation: Ramsch, table: Table[HouseRules]) -> Iterator[Phrase]:
    most = NamedSeats(most_of(observation))
    yield Phrase("forced_ramsch" if observation.forced else "ramsch", {"seats": most})
    if observation.points is not None:
        yield Phrase("counted", {"points": Terms(observation.points)})
    jungfern = jungfern_of(observation)
    if _is_durchmarsch(observation, table):
        yield Phrase("durchmarsch")
    elif jungfern:
        yield Phrase("jungfern", {"seats": NamedSeats(jungfern), "count": len(jungfern)})
    if observation.last_trick is not None:
        yield Phrase("last_trick", {"seat": NamedSeat(observation.last_trick)})
