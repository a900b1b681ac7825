"""Tapp is small: every game, every total, every Ramsch that can be named is tried."""

from collections.abc import Iterator
from functools import cache, partial
from itertools import chain, combinations, product
from random import Random
from typing import Any

import pytest

from scorekeeper.core.game import Table
from scorekeeper.games.tapp import rules
from scorekeeper.games.tapp.checks import check
from scorekeeper.games.tapp.closing import Closing
from scorekeeper.games.tapp.game import TAPP as GAME
from scorekeeper.games.tapp.rules import HouseRules, Ramsch, Tie
from tests.games import one_round
from tests.games.one_round import PLAYERS
from tests.games.tapp.real_cards import TAPP, augen, can_lie, pack

problem_codes = partial(one_round.problem_codes, GAME)
score_of = partial(one_round.score_of, GAME)

SUITS = ("clubs", "spades", "hearts", "diamonds")
VALUES = {  # in cents, as the list of games has them
    ("farbspiel", "other"): 5, ("farbspiel", "hearts"): 10,
    ("bettel", None): 15, ("rufer", "other"): 15, ("rufer", "hearts"): 30,
    ("bettel_aufgelegt", None): 30, ("durch", "other"): 30, ("durch", "hearts"): 60,
    ("herz_mit_aufnehmen", None): 5,
}  # fmt: skip
LOWEST_ALLOWED = {"herz_mit_aufnehmen": True}


# ---- The declared games ---------------------------------------------------------------------


def declared() -> Iterator[tuple[dict[str, Any], int]]:
    for (kind, which), value in VALUES.items():
        hearts, others = ("hearts",), [suit for suit in SUITS if suit != "hearts"]
        for suit in (None,) if which is None else hearts if which == "hearts" else others:
            yield {"kind": kind} | ({} if suit is None else {"suit": suit}), value


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("won", [True, False])
def test_every_game_of_every_player_is_paid_by_or_to_each_of_the_others(
    seats: int, won: bool
) -> None:
    tried = 0
    for (game, value), declarer, unit in product(declared(), range(seats), (5, 1, 20)):
        observation = game | {"declarer": declarer, "won": won}
        each = value * unit // 5 * (1 if won else -1)
        wanted = [-each] * seats
        wanted[declarer] = each * (seats - 1)
        house = LOWEST_ALLOWED | {"unit_cents": unit}
        score = score_of(observation, house, PLAYERS[:seats])
        assert list(score.points) == wanted, observation
        tried += 1
    assert tried == 15 * seats * 3


# ---- Augen ----------------------------------------------------------------------------------


def totals_of_the_pack(size: int, seats: int) -> set[int]:
    """Every total of whole tricks and the Tapp."""
    sums: list[set[int]] = [{0}, *(set[int]() for _ in range(size))]
    for card in pack(size):
        for count in range(size, 0, -1):
            sums[count] |= {below + augen([card]) for below in sums[count - 1]}
    return set(chain(*(sums[count] for count in range(TAPP[size, seats], size + 1, seats))))


@pytest.mark.parametrize("size", [36, 32])
@pytest.mark.parametrize("seats", [3, 4])
def test_the_pack_makes_every_total_but_1_and_119_and_only_those_are_refused(
    size: int, seats: int
) -> None:
    assert sum(augen([card]) for card in pack(size)) == rules.ALL_AUGEN
    possible = totals_of_the_pack(size, seats)
    house = LOWEST_ALLOWED | {"deck": size}
    for kind in ({"kind": "farbspiel", "suit": "clubs"}, {"kind": "herz_mit_aufnehmen"}):
        for total in range(-1, 123):
            observation = kind | {"declarer": 0, "points": total}
            found = problem_codes(observation, house, PLAYERS[:seats])
            assert (found == []) == (total in possible), (total, found)
    assert set(range(121)) - possible == {1, 119}


def test_sixty_one_augen_win_and_sixty_lose() -> None:
    for total in set(range(121)) - {1, 119}:
        observation = {"kind": "farbspiel", "suit": "spades", "declarer": 1, "points": total}
        assert (score_of(observation, players=PLAYERS[:4]).points[1] > 0) == (total >= 61)


# ---- Ramsch, named --------------------------------------------------------------------------


def subsets(seats: int) -> list[tuple[int, ...]]:
    chosen = (combinations(range(seats), count) for count in range(seats + 1))
    return list(chain(*chosen))


def spread(tricks: int, takers: list[int], seats: int) -> list[int]:
    """So many tricks dealt round among those who took any."""
    counts = [0] * seats
    for turn in range(tricks):
        counts[takers[turn % len(takers)]] += 1
    return counts


@cache
def deal_with(
    seats: int, most: tuple[int, ...], jungfern: tuple[int, ...], last: int | None
) -> bool:
    """Whether 36 cards can be laid so: tried with Augen and tricks as even as they can be."""
    takers = [seat for seat in range(seats) if seat not in jungfern]
    others = [seat for seat in takers if seat not in most]
    if not most or set(most) & set(jungfern) or last in jungfern:
        return False  # nobody had most; or they have no card; or won a trick without one
    counts = spread({3: 11, 4: 8}[seats], takers, seats)
    winner = takers[0] if last is None else last
    cards = [seats * count for count in counts]
    cards[winner] += TAPP[36, seats]
    for top in range(120 // len(most), 0, -1):
        rest, points = 120 - top * len(most), [top if seat in most else 0 for seat in range(seats)]
        for place, seat in enumerate(others):
            points[seat] = rest // len(others) + (place < rest % len(others))
        sound = sum(points) == 120 and all(points[seat] < top for seat in others)
        if sound and can_lie(tuple(sorted(zip(cards, points, strict=True)))):
            return True
    return False


@pytest.mark.parametrize("seats", [3, 4])
def test_every_ramsch_that_can_be_named_is_accepted_and_no_other(seats: int) -> None:
    house = {"ramsch_tie": "nobody"}
    judged = []
    for most, jungfern in product(subsets(seats), repeat=2):
        for last in (None, *range(seats)):
            observation = {"kind": "ramsch", "most": most, "jungfern": jungfern, "last_trick": last}
            found = problem_codes(observation, house, PLAYERS[:seats])
            assert (found == []) == deal_with(seats, most, jungfern, last), (observation, found)
            judged.append(found == [])
    assert len(judged) == 4**seats * (seats + 1)
    assert min(sum(judged), len(judged) - sum(judged)) > 30


@pytest.mark.parametrize("tie", ["each_pays", "split", "last_trick", "nobody"])
@pytest.mark.parametrize("durchmarsch", ["pays", "wins"])
@pytest.mark.parametrize("unit", [1, 7])
def test_every_ramsch_moves_money_and_makes_none(tie: str, durchmarsch: str, unit: int) -> None:
    house = {"ramsch_tie": tie, "ramsch_durchmarsch": durchmarsch, "unit_cents": unit}
    for seats in (3, 4):
        for most, jungfern in product(subsets(seats), repeat=2):
            for last in range(seats):
                if not deal_with(seats, most, jungfern, last):
                    continue
                observation = {
                    "kind": "ramsch",
                    "most": most,
                    "jungfern": jungfern,
                    "last_trick": last,
                }
                score = score_of(observation, house, PLAYERS[:seats])
                assert sum(score.points) == 0
                assert score.lines
                zeros = [line for line in score.lines if line.points == 0]
                assert len(zeros) == (1 if not any(score.points) else 0)
                tied = [score.points[seat] for seat in most]
                if tie == "split":
                    assert max(tied) - min(tied) <= 1
                    assert tied == sorted(tied)  # the odd cents fall on the first


# ---- Ramsch, counted ------------------------------------------------------------------------

HONOURS = (11, 10, 4, 3, 2)
WIDE = 128  # bits that hold the Augen of one player


@cache
def shares_of_three() -> dict[tuple[int, int], int]:
    """By honours of the first two players: the bits of every pair of Augen they can have."""
    shares = {(0, 0): 1}
    for honour in HONOURS:
        more: dict[tuple[int, int], int] = {}
        for (first, second), bits in shares.items():
            for one, other in ((a, b) for a in range(5) for b in range(5 - a)):
                key = (first + one, second + other)
                moved = bits << (one * honour * WIDE + other * honour)
                more[key] = more.get(key, 0) | moved
        shares = more
    return shares


@cache
def possible_for_three(cards: tuple[int, ...]) -> int:
    """The bits of every pair of Augen that the first two of three piles of cards can have."""
    found = 0
    for (first, second), bits in shares_of_three().items():
        held = (first, second, 20 - first - second)
        if all(honours <= size for honours, size in zip(held, cards, strict=True)):
            found |= bits
    return found


def possible(points: tuple[int, ...], tricks: tuple[int, ...], last: int | None) -> bool:
    for winner in range(3):
        if tricks[winner] and last in (None, winner):
            cards = tuple(3 * taken + 3 * (seat == winner) for seat, taken in enumerate(tricks))
            if possible_for_three(cards) >> (points[0] * WIDE + points[1]) & 1:
                return True
    return False


TABLE = Table(3, HouseRules(ramsch_tie=Tie.NOBODY), 2, 1, Closing())
ALL_TRICKS = [(a, b, 11 - a - b) for a in range(12) for b in range(12 - a)]
ALL_POINTS = [(a, b, 120 - a - b) for a in range(121) for b in range(121 - a)]


def judge(points: tuple[int, ...], tricks: tuple[int, ...], last: int | None) -> bool:
    observation = Ramsch(points=points, tricks=tricks, last_trick=last)
    accepted = not list(check(observation, TABLE))
    assert accepted == possible(points, tricks, last), observation
    return accepted


def test_many_a_ramsch_of_three_is_accepted_exactly_where_cards_make_it() -> None:
    random, accepted = Random(1), 0
    for _ in range(7_000):
        last = random.choice((None, 0, 1, 2))
        accepted += judge(random.choice(ALL_POINTS), random.choice(ALL_TRICKS), last)
    assert 1_200 < accepted < 5_800


@pytest.mark.soak(short="test_many_a_ramsch_of_three_is_accepted_exactly_where_cards_make_it")
def test_every_ramsch_of_three_is_accepted_exactly_where_cards_make_it() -> None:
    judged = 0
    for tricks, points, last in product(ALL_TRICKS, ALL_POINTS, (None, 0, 1, 2)):
        judge(points, tricks, last)
        judged += 1
    assert judged == 78 * 7381 * 4
