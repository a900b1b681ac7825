"""Tapp as a calculator needs it: what can have happened, and who pays whom.

Words of the game: the *Augen* are card points, 120 in all; the *Tapp* are the cards left over when
dealing. In a *Farbspiel* the declarer wants 61 Augen, in a *Bettel* no trick, in a *Rufer* (where
he calls for a card first) and a *Durch* every trick. *Mit Aufnehmen* is with the Tapp taken up,
*aufgelegt* with open cards. In a *Ramsch* nobody declares and most Augen pay; a *Jungfer* has no
trick in it, a *Durchmarsch* is all of them. Whoever held the ace of hearts in the round after it
was announced deals the last free round; then every player deals a *Zwangsramsch*, a forced one.
Every seat is a side; amounts are whole cents (or chips), and every round adds up to nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Annotated, Any

from scorekeeper.core.cards import Suit
from scorekeeper.core.codec import Seat
from scorekeeper.core.game import (
    Game,
    Line,
    Numbers,
    Phrase,
    Problem,
    Progress,
    RoundScore,
    Table,
    Unit,
    every_seat_alone,
    sum_of,
)
from scorekeeper.core.piles import Pack, divides
from scorekeeper.core.shapes import CardPoints, Options, Whole

SEAT_COUNTS = (3, 4)
UNIT_CENTS = 5
UNIT_CENTS_AT_MOST = 1000
HEARTS_TIMES = 2  # what hearts are worth against the other suits
LOWEST = "herz_mit_aufnehmen"
WITH_SUIT = ("farbspiel", "rufer", "durch")
FACTORS = {  # times the unit, from or to each opponent; in the order of the bidding
    LOWEST: 1,
    "farbspiel": 1,
    "bettel": 3,
    "rufer": 3,
    "bettel_aufgelegt": 6,
    "durch": 6,
}
RANKS = {LOWEST: 0, "farbspiel": 1, "bettel": 3, "rufer": 4, "bettel_aufgelegt": 6, "durch": 7}
HEARTS_RANK = 1  # that much above the other suits
JUNGFER, DURCHMARSCH = 2, 2  # times the unit; everybody else in a Ramsch gets it once

ALL_AUGEN = 120
TO_WIN = 61
NO_SUCH_AUGEN = (1, 119)  # the only ones that the pack cannot make
FULL_PACK, SHORT_PACK = 36, 32  # without the sixes the packs are dealt out differently
PACK = Pack(((11, 4), (10, 4), (4, 4), (3, 4), (2, 4)), 16)  # ace to jack; the rest count nothing
TRICKS = {3: 11, 4: 8}  # what the full pack is dealt out for; the rest of it lies in the Tapp

Augen = Annotated[int, CardPoints(ALL_AUGEN)]
Tricks = Annotated[int, Whole(0, max(TRICKS.values()))]
Seats = tuple[Seat, ...]


class PlayFor(StrEnum):
    """What is pushed across the table."""

    MONEY = "money"
    CHIPS = "chips"


class Tie(StrEnum):
    """Who pays when several have the most Augen of a Ramsch."""

    EACH_PAYS = "each_pays"
    SPLIT = "split"
    LAST_TRICK = "last_trick"
    NOBODY = "nobody"


class AllTricks(StrEnum):
    """What becomes of the player who takes every trick of a Ramsch."""

    PAYS = "pays"
    WINS = "wins"


@dataclass(frozen=True, slots=True)
class Bid:
    """A game that can be bid: its rank, what each opponent pays or gets, both again for hearts."""

    kind: str
    rank: int
    worth: int
    hearts: int | None

    @property
    def hearts_rank(self) -> int:
        """The rank of the same game with hearts."""
        return self.rank + HEARTS_RANK


@dataclass(frozen=True, slots=True)
class House:
    """What a table agrees on before the first round."""

    unit_cents: Annotated[int, Whole(1, UNIT_CENTS_AT_MOST)] = UNIT_CENTS
    play_for: PlayFor = PlayFor.MONEY
    deck: Annotated[int, Options(FULL_PACK, SHORT_PACK)] = FULL_PACK
    herz_mit_aufnehmen: bool = False
    ramsch_tie: Tie = Tie.EACH_PAYS
    ramsch_durchmarsch: AllTricks = AllTricks.PAYS

    @property
    def unit(self) -> Unit:
        """What the points of the sheet are."""
        return Unit.CENTS if self.play_for is PlayFor.MONEY else Unit.CHIPS

    @property
    def bids(self) -> tuple[Bid, ...]:
        """The games that this table can bid, the lowest first."""
        offered = [kind for kind in FACTORS if kind != LOWEST or self.herz_mit_aufnehmen]
        return tuple(
            Bid(
                kind,
                RANKS[kind],
                FACTORS[kind] * self.unit_cents,
                FACTORS[kind] * HEARTS_TIMES * self.unit_cents if kind in WITH_SUIT else None,
            )
            for kind in offered
        )

    @property
    def jungfer(self) -> int:
        """What a Jungfer gets from whoever pays a Ramsch; the others get the unit."""
        return JUNGFER * self.unit_cents

    @property
    def durchmarsch(self) -> int:
        """What each pays to the player with every trick of a Ramsch, where that wins."""
        return DURCHMARSCH * self.unit_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Farbspiel:
    """One suit is trumps; the declarer needs 61 Augen, the Tapp among them."""

    declarer: Seat
    suit: Suit
    points: Augen | None = None
    won: bool | None = None
    ace_of_hearts: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HerzMitAufnehmen:
    """Hearts are trumps and the declarer takes up the Tapp: the lowest game, where it is played."""

    declarer: Seat
    points: Augen | None = None
    won: bool | None = None
    ace_of_hearts: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bettel:
    """The declarer takes no trick."""

    declarer: Seat
    won: bool
    ace_of_hearts: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BettelAufgelegt:
    """The declarer takes no trick with open cards."""

    declarer: Seat
    won: bool
    ace_of_hearts: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rufer:
    """The declarer calls for a card and takes every trick."""

    declarer: Seat
    suit: Suit
    won: bool
    ace_of_hearts: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Durch:
    """The declarer takes every trick."""

    declarer: Seat
    suit: Suit
    won: bool
    ace_of_hearts: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ramsch:
    """Nobody played: who had most is either named, or Augen and tricks are counted per seat."""

    most: Seats | None = None
    jungfern: Seats | None = None
    points: tuple[Augen, ...] | None = None
    tricks: tuple[Tricks, ...] | None = None
    last_trick: Seat | None = None
    forced: bool = False
    ace_of_hearts: Seat | None = None


Declared = Farbspiel | HerzMitAufnehmen | Bettel | BettelAufgelegt | Rufer | Durch
Seen = Declared | Ramsch


class Stage(Enum):
    """How near the end is: nothing said, the ace was seen, or only forced Ramsch to come."""

    FREE = "free"
    LAST_FREE = "last_free"
    FORCED = "forced"


@dataclass(frozen=True, slots=True)
class Closing:
    """What a round must know of those before: the stage, and who has dealt a forced Ramsch."""

    stage: Stage = Stage.FREE
    dealt: tuple[int, ...] = ()


def _suit(seen: Declared) -> Suit | None:
    return seen.suit if isinstance(seen, Farbspiel | Rufer | Durch) else None


def is_won(seen: Declared) -> bool:
    """Whether the declarer made it: said so, or counted 61 Augen."""
    if isinstance(seen, Farbspiel | HerzMitAufnehmen) and seen.points is not None:
        return seen.points >= TO_WIN
    return bool(seen.won)


def most_of(seen: Ramsch) -> tuple[int, ...]:
    """Who had the most Augen, in seat order."""
    if seen.points is None:
        return tuple(sorted(seen.most or ()))
    return tuple(seat for seat, augen in enumerate(seen.points) if augen == max(seen.points))


def jungfern_of(seen: Ramsch) -> tuple[int, ...]:
    """Who had no trick, in seat order."""
    if seen.tricks is None:
        return tuple(sorted(seen.jungfern or ()))
    return tuple(seat for seat, tricks in enumerate(seen.tricks) if not tricks)


# ---- What cannot have happened ---------------------------------------------------------------


def check(seen: Seen, table: Table[House]) -> Iterator[Problem]:
    """Why the cards, or this table, cannot have produced this round."""
    yield from _order_problems(seen, table)
    if isinstance(seen, Ramsch):
        yield from _ramsch_problems(seen, table)
    elif isinstance(seen, Farbspiel | HerzMitAufnehmen):
        yield from _result_problems(seen)


def _order_problems(seen: Seen, table: Table[House]) -> Iterator[Problem]:
    stage, forced = table.past.stage, isinstance(seen, Ramsch) and seen.forced
    if isinstance(seen, HerzMitAufnehmen) and not table.house.herz_mit_aufnehmen:
        yield Problem("not_played_here", field="kind")
    if stage is Stage.FORCED and not forced:
        yield Problem("only_forced", field="forced" if isinstance(seen, Ramsch) else "kind")
    if seen.ace_of_hearts is not None and forced:
        yield Problem("ace_in_forced", field="ace_of_hearts")
    elif seen.ace_of_hearts is not None and stage is Stage.LAST_FREE:
        yield Problem("second_ace", field="ace_of_hearts")


def _result_problems(seen: Farbspiel | HerzMitAufnehmen) -> Iterator[Problem]:
    if seen.points is None and seen.won is None:
        yield Problem("missing", field="points")
    elif seen.points is not None and seen.won is not None:
        yield Problem("points_and_won", field="won")
    if seen.points in NO_SUCH_AUGEN:
        yield Problem("no_such_points", {"count": seen.points or 0}, "points")


def _ramsch_problems(seen: Ramsch, table: Table[House]) -> Iterator[Problem]:
    named = [key for key in ("most", "jungfern") if getattr(seen, key) is not None]
    counted = [key for key in ("points", "tricks") if getattr(seen, key) is not None]
    if named and counted:
        yield Problem("named_and_counted", field=counted[0])
        return
    for key in ("points", "tricks") if counted else ("most", "jungfern"):
        if getattr(seen, key) is None or (key == "most" and not seen.most):
            yield Problem("missing", field=key)
    found = list(_count_problems(seen, table) if counted else _name_problems(seen))
    yield from found
    if seen.last_trick is not None and seen.last_trick in jungfern_of(seen):
        yield Problem("no_trick_at_all", {"seat": seen.last_trick}, "last_trick")
    tie = not found and len(most_of(seen)) > 1
    if tie and seen.last_trick is None and table.house.ramsch_tie is Tie.LAST_TRICK:
        yield Problem("missing", field="last_trick")


def _name_problems(seen: Ramsch) -> Iterator[Problem]:
    most, jungfern = seen.most or (), seen.jungfern or ()
    for seat in sorted(set(most)):
        if most.count(seat) > 1:
            yield Problem("named_twice", {"seat": seat}, "most")
    for seat in sorted(set(jungfern)):
        if jungfern.count(seat) > 1:
            yield Problem("named_twice", {"seat": seat}, "jungfern")
        if seat in most:
            yield Problem("jungfer_with_most", {"seat": seat}, "jungfern")


def _count_problems(seen: Ramsch, table: Table[House]) -> Iterator[Problem]:
    held = {"points": seen.points, "tricks": seen.tricks}
    short = [key for key, each in held.items() if each is not None and len(each) != table.seats]
    for key in short:
        yield Problem("list_length", {"count": table.seats}, key)
    if short:
        return
    wrong = [*_augen_problems(seen.points or ()), *_trick_problems(seen, table)]
    yield from wrong
    if not wrong and table.house.deck == FULL_PACK and seen.points and seen.tricks:
        yield from _card_problems(seen.points, seen.tricks, seen.last_trick)


def _augen_problems(points: Sequence[int]) -> Iterator[Problem]:
    for augen in sorted(set(points).intersection(NO_SUCH_AUGEN)):
        yield Problem("no_such_points", {"count": augen}, "points")
    if points and sum(points) != ALL_AUGEN:
        yield Problem("sum", {"sum": ALL_AUGEN, "given": sum(points)}, "points")


def _trick_problems(seen: Ramsch, table: Table[House]) -> Iterator[Problem]:
    tricks, points = seen.tricks or (), seen.points or ()
    dealt = TRICKS[table.seats]
    if tricks and table.house.deck == FULL_PACK and sum(tricks) != dealt:
        yield Problem("sum", {"sum": dealt, "given": sum(tricks)}, "tricks")
    for seat, (augen, taken) in enumerate(zip(points, tricks, strict=False)):
        if augen and not taken:
            yield Problem("augen_without_trick", {"seat": seat}, "points")


def _card_problems(
    points: Sequence[int], tricks: Sequence[int], last: int | None
) -> Iterator[Problem]:
    """The Augen lie in so many cards: those of the tricks, and with the last one the Tapp."""
    seats = len(tricks)
    takers = [seat for seat in range(seats) if tricks[seat]]
    for winner in takers if last not in takers else (last,):
        cards = [seats * taken for taken in tricks]
        cards[winner] += FULL_PACK - sum(cards)
        if divides(PACK, cards, points):
            return
    yield Problem("no_such_cards", field="points")


# ---- What it is worth ------------------------------------------------------------------------


def score(seen: Seen, table: Table[House]) -> RoundScore:
    """Who pays whom, line by line; always nothing in all."""
    found = _ramsch(seen, table) if isinstance(seen, Ramsch) else _declared(seen, table)
    return sum_of(found, table.seats)


def _declared(seen: Declared, table: Table[House]) -> Iterator[Line]:
    suit, factor = _suit(seen), FACTORS[TAPP.kind_words[type(seen)]]
    each = factor * (HEARTS_TIMES if suit is Suit.HEARTS else 1) * table.house.unit_cents
    numbers = {"worth": each, "count": table.seats - 1} | ({} if suit is None else {"suit": suit})
    gained = each if is_won(seen) else -each
    yield _declarers(seen, gained * (table.seats - 1), numbers)
    for seat in range(table.seats):
        if seat != seen.declarer:
            yield Line(seat, -gained, "pays" if gained > 0 else "gets", {"seat": seen.declarer})


def _declarers(seen: Declared, points: int, numbers: Numbers) -> Line:
    won, seat = is_won(seen), seen.declarer
    match seen:
        case Farbspiel():
            return Line(seat, points, "farbspiel_won" if won else "farbspiel_lost", numbers)
        case HerzMitAufnehmen():
            return Line(seat, points, "aufnehmen_won" if won else "aufnehmen_lost", numbers)
        case Bettel():
            return Line(seat, points, "bettel_won" if won else "bettel_lost", numbers)
        case BettelAufgelegt():
            return Line(seat, points, "aufgelegt_won" if won else "aufgelegt_lost", numbers)
        case Rufer():
            return Line(seat, points, "rufer_won" if won else "rufer_lost", numbers)
        case Durch():
            return Line(seat, points, "durch_won" if won else "durch_lost", numbers)


def _ramsch(seen: Ramsch, table: Table[House]) -> Iterator[Line]:
    most, house = most_of(seen), table.house
    if _is_durchmarsch(seen, table) and house.ramsch_durchmarsch is AllTricks.WINS:
        yield from _durchmarsch(most[0], table)
        return
    payers = _payers(seen, house)
    others = [seat for seat in range(table.seats) if seat not in payers]
    if not payers or not others:
        yield Line(most[0], 0, "nobody_pays")
        return
    owed = {seat: _owed(seat, seen, house) for seat in others}
    if len(payers) > 1 and house.ramsch_tie is Tie.SPLIT:
        yield from _shared(payers, owed, seen)
    else:
        for payer in payers:
            yield from _paid(payer, owed, seen, house)


def _is_durchmarsch(seen: Ramsch, table: Table[House]) -> bool:
    return len(jungfern_of(seen)) == table.seats - 1


def _payers(seen: Ramsch, house: House) -> tuple[int, ...]:
    """Who pays all the others."""
    most = most_of(seen)
    if len(most) > 1 and house.ramsch_tie is Tie.NOBODY:
        return ()
    if seen.last_trick in most and house.ramsch_tie is Tie.LAST_TRICK:
        return (seen.last_trick,)
    return most


def _owed(seat: int, seen: Ramsch, house: House) -> int:
    return house.jungfer if seat in jungfern_of(seen) else house.unit_cents


def _durchmarsch(winner: int, table: Table[House]) -> Iterator[Line]:
    each, count = table.house.durchmarsch, table.seats - 1
    yield Line(winner, each * count, "durchmarsch", {"worth": each, "count": count})
    for seat in range(table.seats):
        if seat != winner:
            yield Line(seat, -each, "pays", {"seat": winner})


def _paid(payer: int, owed: dict[int, int], seen: Ramsch, house: House) -> Iterator[Line]:
    """One player with the most pays everybody who is owed something."""
    jungfern = jungfern_of(seen)
    for each in sorted(set(owed.values())):
        count = list(owed.values()).count(each)
        numbers = {"worth": each, "count": count}
        to_jungfern = each == house.jungfer
        yield Line(payer, -each * count, "to_jungfern" if to_jungfern else "most", numbers)
    for seat, due in owed.items():
        yield Line(seat, due, "gets_as_jungfer" if seat in jungfern else "gets", {"seat": payer})


def _shared(payers: tuple[int, ...], owed: dict[int, int], seen: Ramsch) -> Iterator[Line]:
    """The tied share what one of them would owe; the odd cents fall on the first of them."""
    debt, jungfern = sum(owed.values()), jungfern_of(seen)
    share, odd = divmod(debt, len(payers))
    numbers = {"worth": debt, "count": len(payers)}
    for place, payer in enumerate(payers):
        paid = share + (place < odd)
        if paid:  # a debt of one cent leaves nothing for the second of them
            yield Line(payer, -paid, "share", numbers)
    for seat, due in owed.items():
        by = {"seats": payers}
        yield Line(seat, due, "shared_as_jungfer" if seat in jungfern else "shared", by)


# ---- What is said of it ----------------------------------------------------------------------


def reason(seen: Seen, table: Table[House]) -> Iterator[Phrase]:
    """The round in one line: who played what and how it ended, and where the ace was."""
    if isinstance(seen, Ramsch):
        yield from _ramsch_in_words(seen, table)
    else:
        yield Phrase("declarer", {"seat": seen.declarer})
        yield _game_in_words(seen)
        if isinstance(seen, Farbspiel | HerzMitAufnehmen) and seen.points is not None:
            yield Phrase("augen", {"points": seen.points})
        yield Phrase("won" if is_won(seen) else "lost")
    if seen.ace_of_hearts is not None:
        yield Phrase("ace_of_hearts", {"seat": seen.ace_of_hearts})


def _game_in_words(seen: Declared) -> Phrase:
    match seen:
        case Farbspiel():
            return Phrase("farbspiel", {"suit": seen.suit})
        case HerzMitAufnehmen():
            return Phrase("aufnehmen")
        case Bettel():
            return Phrase("bettel")
        case BettelAufgelegt():
            return Phrase("aufgelegt")
        case Rufer():
            return Phrase("rufer", {"suit": seen.suit})
        case Durch():
            return Phrase("durch", {"suit": seen.suit})


def _ramsch_in_words(seen: Ramsch, table: Table[House]) -> Iterator[Phrase]:
    yield Phrase("forced_ramsch" if seen.forced else "ramsch", {"seats": most_of(seen)})
    if seen.points is not None:
        yield Phrase("counted", {"points": seen.points})
    jungfern = jungfern_of(seen)
    if _is_durchmarsch(seen, table):
        yield Phrase("durchmarsch")
    elif jungfern:
        yield Phrase("jungfern", {"seats": jungfern, "count": len(jungfern)})
    if seen.last_trick is not None:
        yield Phrase("last_trick", {"seat": seen.last_trick})


# ---- The way to the end ----------------------------------------------------------------------


def remember(seen: Seen, table: Table[House]) -> Closing:
    """The stage behind this round."""
    past: Closing = table.past
    if isinstance(seen, Ramsch) and seen.forced:
        return Closing(Stage.FORCED, (*past.dealt, table.dealer))
    if past.stage is Stage.LAST_FREE:
        return Closing(Stage.FORCED)
    return past if seen.ace_of_hearts is None else Closing(Stage.LAST_FREE)


def next_dealer(seen: Seen, table: Table[House]) -> int:
    """The holder of the ace, then one seat on; in the forced ones only who has not dealt one."""
    if seen.ace_of_hearts is not None:
        return seen.ace_of_hearts
    following = [(table.dealer + step) % table.seats for step in range(1, table.seats + 1)]
    dealt = remember(seen, table).dealt
    return next((seat for seat in following if seat not in dealt), following[0])


def progress(table: Table[House]) -> Progress:
    """The end is known once the ace was seen or a forced Ramsch dealt."""
    past: Closing = table.past
    if past.stage is Stage.FREE:
        return Progress(table.number)
    left = table.seats - len(past.dealt) + (past.stage is Stage.LAST_FREE)
    return Progress(table.number, table.number - 1 + left)


TAPP: Game[Any, House] = Game(
    slug="tapp",
    seat_counts=SEAT_COUNTS,
    kinds={
        "farbspiel": Farbspiel,
        "herz_mit_aufnehmen": HerzMitAufnehmen,
        "bettel": Bettel,
        "bettel_aufgelegt": BettelAufgelegt,
        "rufer": Rufer,
        "durch": Durch,
        "ramsch": Ramsch,
    },
    house=House,
    sides=every_seat_alone,
    check=check,
    score=score,
    reason=reason,
    beginning=lambda seats: Closing(),
    remember=remember,
    next_dealer=next_dealer,
    progress=progress,
    unit=lambda house: house.unit,
)
