"""Who pays whom in a round of Tapp, and the round in one line."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from scorekeeper.core.cards import Suit
from scorekeeper.core.game import Table
from scorekeeper.core.phrases import Amount, Counts, Line, NamedSeat, NamedSeats, Phrase, Values
from scorekeeper.core.sitting_out import seat_sitting_out, seats_in_play
from scorekeeper.games.tapp import rules
from scorekeeper.games.tapp.rules import Declared, HouseRules, Observation, Ramsch, WithAugen

# The codes of a declared game, in lines and phrases: lost, and won.
GAME_CODES = {
    "farbspiel": ("farbspiel_lost", "farbspiel_won"),
    "herz_mit_aufnehmen": ("aufnehmen_lost", "aufnehmen_won"),
    "bettel": ("bettel_lost", "bettel_won"),
    "bettel_aufgelegt": ("aufgelegt_lost", "aufgelegt_won"),
    "rufer": ("rufer_lost", "rufer_won"),
    "durch": ("durch_lost", "durch_won"),
}

# A sheet is replayed on every look and says the same few things again: these are made only once.
_seat = lru_cache(NamedSeat)
_amount = lru_cache(Amount)


def _suit(observation: Declared) -> Values:
    """The value {suit} of a sentence, where a suit is named."""
    return {"suit": observation.suit} if isinstance(observation, rules.WithSuit) else {}


def is_won(observation: Declared) -> bool:
    """Whether the declarer won: with 61 Augen where they were counted, else as the table said."""
    if isinstance(observation, WithAugen) and observation.points is not None:
        return observation.points >= rules.TO_WIN
    return bool(observation.won)


def lines(observation: Observation, table: Table[HouseRules]) -> Iterator[Line]:
    """What everybody gains or pays, in cents or chips, a line for each reason; together 0."""
    if isinstance(observation, Ramsch):
        return _ramsch(observation, table)
    return _declared(observation, table)


def _declared(observation: Declared, table: Table[HouseRules]) -> Iterator[Line]:
    kind, suit = rules.KIND_OF[type(observation)], _suit(observation)
    worth = table.house.worth(kind, hearts=Suit.HEARTS in suit.values())
    opponents = [seat for seat in seats_in_play(observation, table) if seat != observation.declarer]
    values: Values = {"worth": _amount(worth), "opponents": len(opponents), **suit}
    won = is_won(observation)
    gained = worth if won else -worth
    yield Line(observation.declarer, gained * len(opponents), GAME_CODES[kind][won], values)
    by: Values = {"payee" if won else "payer": _seat(observation.declarer)}
    for seat in opponents:
        yield Line(seat, -gained, "pays" if won else "gets", by)


def _ramsch(observation: Ramsch, table: Table[HouseRules]) -> Iterator[Line]:
    most, house = rules.most_of(observation), table.house
    playing = seats_in_play(observation, table)
    jungfern = rules.jungfern_of(observation, playing)
    if len(jungfern) == len(playing) - 1 and house.ramsch_durchmarsch is rules.AllTricks.WINS:
        yield from _durchmarsch(most[0], jungfern, house)
        return
    payers = _payers(observation, house)
    owed = {
        seat: house.jungfer if seat in jungfern else house.unit_cents
        for seat in playing
        if seat not in payers
    }
    if not payers or not owed:
        yield Line(most[0], 0, "nobody_pays")
    elif len(payers) > 1 and house.ramsch_tie is rules.Tie.SPLIT:
        yield from _shared(payers, owed, jungfern)
    else:
        for payer in payers:
            yield from _paid(payer, owed, jungfern, house)


def _payers(observation: Ramsch, house: HouseRules) -> tuple[int, ...]:
    """The seats that pay the others: those with the most Augen, unless house rules decide a tie."""
    most = rules.most_of(observation)
    if len(most) > 1 and house.ramsch_tie is rules.Tie.NOBODY:
        return ()
    if observation.last_trick in most and house.ramsch_tie is rules.Tie.LAST_TRICK:
        return (observation.last_trick,)
    return most


def _durchmarsch(winner: int, losers: Sequence[int], house: HouseRules) -> Iterator[Line]:
    worth = house.durchmarsch
    values: Values = {"worth": _amount(worth), "opponents": len(losers)}
    yield Line(winner, worth * len(losers), "durchmarsch", values)
    for seat in losers:
        yield Line(seat, -worth, "pays", {"payee": _seat(winner)})


def _paid(
    payer: int, owed: Mapping[int, int], jungfern: Sequence[int], house: HouseRules
) -> Iterator[Line]:
    """*payer* pays everybody in *owed*, which holds the cents by seat."""
    for cents, count in sorted(Counter(owed.values()).items()):
        are_jungfern = cents == house.jungfer
        told: Values = {"worth": _amount(cents), "count" if are_jungfern else "others": count}
        yield Line(payer, -cents * count, "to_jungfern" if are_jungfern else "most", told)
    by: Values = {"payer": _seat(payer)}
    for seat, due in owed.items():
        yield Line(seat, due, "gets_as_jungfer" if seat in jungfern else "gets", by)


def _shared(
    payers: tuple[int, ...], owed: Mapping[int, int], jungfern: Sequence[int]
) -> Iterator[Line]:
    """The tied *payers* share what one of them would owe; the odd cents fall on the first ones."""
    debt = sum(owed.values())
    share, odd = divmod(debt, len(payers))
    values: Values = {"worth": _amount(debt), "tied": len(payers)}
    for place, payer in enumerate(payers):
        paid = share + (place < odd)
        if paid:  # a debt of one cent leaves nothing for the second of them
            yield Line(payer, -paid, "share", values)
    by: Values = {"payers": NamedSeats(payers)}
    for seat, due in owed.items():
        yield Line(seat, due, "shared_as_jungfer" if seat in jungfern else "shared", by)


# ---- What is said of it ----------------------------------------------------------------------


def reason(observation: Observation, table: Table[HouseRules]) -> Iterator[Phrase]:
    """The round in one line: who played what and how it ended, where the ace was, who sat out."""
    if isinstance(observation, Ramsch):
        yield from _ramsch_in_words(observation, seats_in_play(observation, table))
    else:
        yield _game_in_words(observation)
        if isinstance(observation, WithAugen) and observation.points is not None:
            yield Phrase("augen", {"count": observation.points})
    if observation.ace_of_hearts is not None:
        yield Phrase("ace_of_hearts", {"player": NamedSeat(observation.ace_of_hearts)})
    out = seat_sitting_out(observation, table)
    if out is not None:
        yield Phrase("sits_out", {"player": NamedSeat(out)})


def _game_in_words(observation: Declared) -> Phrase:
    values: Values = {"player": NamedSeat(observation.declarer), **_suit(observation)}
    return Phrase(GAME_CODES[rules.KIND_OF[type(observation)]][is_won(observation)], values)


def _ramsch_in_words(observation: Ramsch, playing: Sequence[int]) -> Iterator[Phrase]:
    most: Values = {"players": NamedSeats(rules.most_of(observation))}
    jungfern = rules.jungfern_of(observation, playing)
    every_trick = len(jungfern) == len(playing) - 1
    if every_trick:
        yield Phrase("forced_durchmarsch" if observation.forced else "ramsch_durchmarsch", most)
    else:
        yield Phrase("forced_ramsch" if observation.forced else "ramsch", most)
    if observation.points is not None:
        yield Phrase("counted", {"points": Counts(observation.points)})
    if jungfern and not every_trick:
        yield Phrase("jungfern", {"players": NamedSeats(jungfern), "count": len(jungfern)})
    if observation.last_trick is not None:
        yield Phrase("last_trick", {"player": NamedSeat(observation.last_trick)})
