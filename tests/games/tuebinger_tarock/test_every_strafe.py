"""A set of Strafen is accepted exactly where four hands can hold it: by laying out the cards.

Where one player called another, the called held what was called for.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product
from random import Random

import pytest

from scorekeeper.core.game import Table
from scorekeeper.games.tuebinger_tarock import checks
from scorekeeper.games.tuebinger_tarock.rules import HouseRules, Ruf, Ski, Strafe, What

SEATS = range(4)
SUITS = range(4)
HAND = 19
POINTS = (92, 140, 40)
FATES = (What.FEIN, What.EINSER_GEFASST, What.EINSER_FEIN_GEFASST)
ROWS = (What.OBERE, What.UNTERE)

Hands = tuple[frozenset[str], ...]
NOTHING: Hands = (frozenset(),) * 4


def laid_out(*hands: tuple[int, Iterable[str]]) -> Hands:
    """What the named seats need; the others nothing."""
    held = [set[str]() for _ in SEATS]
    for seat, cards in hands:
        held[seat] |= set(cards)
    return tuple(map(frozenset, held))


def joined(first: Hands, second: Hands) -> Hands:
    return tuple(a | b for a, b in zip(first, second, strict=True))


def is_dealt_once(hands: Hands) -> bool:
    return len(frozenset().union(*hands)) == sum(map(len, hands))


# ---- Tarocks ---------------------------------------------------------------------------------


def row(strafe: Strafe, owner: int) -> Iterator[Hands]:
    """Every way to hold so many Obere or Untere: all of them, or one of them as the Ski."""
    count = strafe.count or 0
    numbers = range(21, 21 - count, -1) if strafe.what is What.OBERE else range(1, count + 1)
    cards = [str(number) for number in numbers]
    yield laid_out((strafe.seat, cards))
    if strafe.seat == owner:
        for card in cards:
            yield laid_out((strafe.seat, [*(c for c in cards if c != card), "ski"]))


@cache
def tarocks(
    strafen: tuple[Strafe, ...], owner: int, called_for: Hands = NOTHING
) -> frozenset[tuple[int, ...]]:
    """How many cards every hand may need for them."""
    ways = [joined(laid_out((owner, ["ski"])), called_for)]
    for strafe in strafen:
        if strafe.what is What.SKIMON:
            more = [laid_out((strafe.seat, ["ski", "21", "1"]))]
        elif strafe.what in FATES:
            more = [laid_out((strafe.seat, ["1"]))]
        else:
            more = list(row(strafe, owner))
        ways = [joined(one, other) for one in set(ways) for other in more]
    return frozenset(tuple(map(len, hands)) for hands in ways if is_dealt_once(hands))


# ---- Pictures --------------------------------------------------------------------------------


def pictures(suit: int) -> list[str]:
    return [f"{suit}{rank}" for rank in "KDCB"]


@cache
def courts(strafen: tuple[Strafe, ...], called_for: Hands = NOTHING) -> frozenset[tuple[int, ...]]:
    """The same for kings and families, each family in a suit of its own."""
    families = [each for each in strafen if each.what in (What.FAMILIE, What.SKISIERTE_FAMILIE)]
    kingdoms = [each for each in strafen if each not in families]
    found = set()
    for suits in permutations(SUITS, len(families)):
        ways = [called_for]
        for family, suit in zip(families, suits, strict=True):
            whole = pictures(suit)
            sets = [whole] if family.what is What.FAMILIE else list(combinations(whole, 3))
            ways = [joined(way, laid_out((family.seat, some))) for way in ways for some in sets]
        for kingdom in kingdoms:
            sets = [KINGS] if kingdom.what is What.KOENIGREICH else list(combinations(KINGS, 3))
            ways = [joined(way, laid_out((kingdom.seat, some))) for way in ways for some in sets]
        found |= {tuple(map(len, hands)) for hands in ways if is_dealt_once(hands)}
    return frozenset(found)


# ---- Both ------------------------------------------------------------------------------------

COURTLY = (What.KOENIGREICH, What.SKISIERTES_KOENIGREICH, What.FAMILIE, What.SKISIERTE_FAMILIE)
SHOWING_SKI = (What.SKIMON, What.SKISIERTES_KOENIGREICH, What.SKISIERTE_FAMILIE)


KINGS = [f"{suit}K" for suit in SUITS]


def calls() -> Iterator[tuple[Hands, Hands]]:
    """What seat 1 held that seat 0 called for: pictures and Tarocks."""
    for king in KINGS:
        yield laid_out((1, [king])), NOTHING
    for card in ("21", "1", "ski"):
        yield laid_out((0, KINGS)), laid_out((1, [card]))


KINGDOMS = (What.KOENIGREICH, What.SKISIERTES_KOENIGREICH)


def is_each_there_once(strafen: Sequence[Strafe], *, both: bool) -> bool:
    whats = [each.what for each in strafen]
    if max(whats.count(what) for what in (*ROWS, *KINGDOMS, What.SKIMON)) > 1:
        return False
    kingdoms = [each.seat for each in strafen if each.what in KINGDOMS]
    if len(kingdoms) > 1 and not (both and len(set(kingdoms)) == 1):
        return False
    return sum(what in FATES for what in whats) <= 1


def could_be(
    strafen: Sequence[Strafe], owners: Iterable[int] = SEATS, *, both: bool = False
) -> bool:
    """Whether some division of the cards has them all: each once but families, one Königreich.

    *both*: the four kings and the Ski of one player are a Königreich of either sort.
    """
    if not is_each_there_once(strafen, both=both):
        return False
    courtly = tuple(each for each in strafen if each.what in COURTLY)
    others = tuple(each for each in strafen if each.what not in COURTLY)
    for owner in owners:
        if any(each.seat != owner for each in strafen if each.what in SHOWING_SKI):
            continue
        for kings, high in calls():
            for some, more in product(courts(courtly, kings), tarocks(others, owner, high)):
                if all(a + b <= HAND for a, b in zip(some, more, strict=True)):
                    return True
    return False


def is_accepted(strafen: Sequence[Strafe], ski: Ski | None = None, *, both: bool = False) -> bool:
    """With some points: long rows of Obere win nearly all of them for one party."""
    table = Table(4, HouseRules(both_kingdoms=both), 3)
    counted = Ruf(caller=0, called=1, points=92, strafen=tuple(strafen), ski=ski)
    return any(not list(checks.check(replace(counted, points=each), table)) for each in POINTS)


def strafe(seat: int, what: What, count: int | None = None) -> Strafe:
    return Strafe(seat=seat, what=what, count=count)


def every_strafe(seats: Iterable[int], counts: Sequence[int]) -> list[Strafe]:
    found = []
    for seat, what in product(seats, What):
        found += [strafe(seat, what, each) for each in (counts if what in ROWS else (None,))]
    return found


ALL_COUNTS = range(3, 20)
TELLING_COUNTS = (3, 4, 10, 11, 19)


def test_every_strafe_alone_can_be() -> None:
    """All but a Königreich of an opponent: the caller has all four kings, or the called has one."""
    for each in every_strafe(SEATS, ALL_COUNTS):
        possible = each.what is not What.KOENIGREICH or each.seat in (0, 1)
        assert could_be([each]) is is_accepted([each]) is possible


def judged(sets: Iterable[Sequence[Strafe]]) -> dict[bool, int]:
    found = {True: 0, False: 0}
    for strafen in sets:
        possible = could_be(strafen)
        assert is_accepted(strafen) == possible, strafen
        found[possible] += 1
    return found


def test_every_two_strafen_are_accepted_exactly_where_the_cards_make_them() -> None:
    """Two seats are enough: it is one hand or two."""
    found = judged(combinations(every_strafe((0, 2), TELLING_COUNTS), 2))
    assert min(found.values()) > 100


@pytest.mark.soak(short="test_every_two_strafen_are_accepted_exactly_where_the_cards_make_them")
def test_every_two_strafen_of_any_length_and_seats() -> None:
    found = judged(combinations(every_strafe(SEATS, ALL_COUNTS), 2))
    assert min(found.values()) > 1_000


def rows_of_two_hands() -> Iterator[list[Strafe]]:
    """Every length of Obere and Untere, in one hand and in two, the Ski anywhere."""
    for obere, untere in product(ALL_COUNTS, repeat=2):
        for seat, ski in product((0, 1), (None, 0, 1, 2)):
            rows = [strafe(0, What.OBERE, obere), strafe(seat, What.UNTERE, untere)]
            yield rows if ski is None else [*rows, strafe(ski, What.SKISIERTE_FAMILIE)]


def test_obere_and_untere_of_every_length_meet_where_the_cards_allow_it() -> None:
    found = judged(list(rows_of_two_hands())[::7])
    assert min(found.values()) > 40


@pytest.mark.soak(short="test_obere_and_untere_of_every_length_meet_where_the_cards_allow_it")
def test_obere_and_untere_of_every_length_and_the_einser_anywhere() -> None:
    for fate in (None, *((seat, what) for seat in SEATS for what in FATES[:1])):
        more = [] if fate is None else [strafe(*fate)]
        judged([*rows, *more] for rows in rows_of_two_hands())


def some_strafen(random: Random) -> list[Strafe]:
    """From two to eight, mostly of one or two players, often the same again."""
    seats = random.choice(((0,), (0, 1), (0, 2), (0, 1, 2, 3)))
    whats = random.sample(list(What), random.randint(2, 5))
    found = []
    for what in whats:
        for _ in range(random.choice((1, 1, 2, 3)) if what in COURTLY[2:] else 1):
            count = random.choice((3, 3, 4, 5, 8, 9, 10, 11, 12, 16, 18, 19))
            found.append(strafe(random.choice(seats), what, count if what in ROWS else None))
    return found


def test_many_sets_of_strafen_are_accepted_exactly_where_the_cards_make_them() -> None:
    random = Random(1)
    found = judged(some_strafen(random) for _ in range(700))
    assert min(found.values()) > 100


@pytest.mark.soak(short="test_many_sets_of_strafen_are_accepted_exactly_where_the_cards_make_them")
def test_any_set_of_strafen_is_accepted_exactly_where_the_cards_make_it() -> None:
    random = Random(2)
    found = judged(some_strafen(random) for _ in range(150_000))
    assert min(found.values()) > 10_000


def test_whoever_is_told_to_have_had_the_ski_had_it_in_his_hand() -> None:
    random, found = Random(3), {True: 0, False: 0}
    for _ in range(700):
        strafen = [each for each in some_strafen(random) if each.what not in FATES]
        owner = random.choice((0, 1))
        possible = could_be(strafen, (owner,))
        ski = Ski(owner=owner, trick=1 - owner, last_trick=False)
        assert is_accepted(strafen, ski) == possible, (strafen, owner)
        found[possible] += 1
    assert min(found.values()) > 75


def test_both_sorts_of_koenigreich_need_the_kings_and_the_ski_in_one_hand() -> None:
    judged_both = {True: 0, False: 0}
    others = [*every_strafe((0, 1, 2), (3, 15, 16)), None]
    for first, second, other in product((0, 1, 2), (0, 1, 2), others):
        strafen = [
            strafe(first, What.KOENIGREICH),
            strafe(second, What.SKISIERTES_KOENIGREICH),
            *([] if other is None else [other]),
        ]
        assert not is_accepted(strafen)
        possible = could_be(strafen, both=True)
        assert is_accepted(strafen, both=True) == possible, strafen
        judged_both[possible] += 1
    assert min(judged_both.values()) > 30


def test_nineteen_cards_hold_twenty_cards_of_two_rows_with_the_ski_in_both() -> None:
    for obere in range(3, 18):
        rows = [strafe(0, What.OBERE, obere), strafe(0, What.UNTERE, 20 - obere)]
        assert is_accepted(rows)
        longer = [strafe(0, What.OBERE, obere), strafe(0, What.UNTERE, min(19, 21 - obere))]
        assert not is_accepted(longer)
