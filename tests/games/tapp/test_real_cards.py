"""What real cards can produce is accepted and counted right; just beside it, it is refused."""

from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from scorekeeper.games.tapp.game import TAPP
from tests.games import one_round
from tests.games.one_round import PLAYERS
from tests.games.tapp.real_cards import (
    LISTING,
    NAMING,
    Deal,
    any_deal,
    can_have_happened,
    paid,
    paid_with_one_more,
    tied_deal,
    with_one_more,
)

problem_codes = partial(one_round.problem_codes, TAPP)
score_of = partial(one_round.score_of, TAPP)

DEALERS: list[Callable[..., Deal]] = [any_deal, tied_deal]
DEALS = 150
SOAK_DEALS = 20_000


@cache
def dealt(dealer: Callable[..., Deal]) -> tuple[Deal, ...]:
    random = Random(1)
    return tuple(dealer(random) for _ in range(DEALS))


def must_tell_last(deal: Deal) -> bool:
    return deal.house["ramsch_tie"] == "last_trick" and len(deal.most) > 1


def assert_counted_right(deal: Deal, random: Random) -> None:
    with_last = must_tell_last(deal) or random.random() < 0.5
    for observation in (deal.counted(with_last=with_last), deal.named(random, with_last=with_last)):
        score = score_of(observation, deal.house, PLAYERS[: deal.seats])
        assert list(score.points) == paid(deal), deal
        assert sum(score.points) == 0


@pytest.mark.parametrize("dealer", DEALERS)
def test_every_ramsch_with_real_cards_is_accepted_and_paid_right(
    dealer: Callable[..., Deal],
) -> None:
    random = Random(2)
    for deal in dealt(dealer):
        assert_counted_right(deal, random)


@pytest.mark.soak(short="test_every_ramsch_with_real_cards_is_accepted_and_paid_right")
@pytest.mark.parametrize("dealer", DEALERS)
def test_evening_after_evening_of_ramsch_is_paid_right(dealer: Callable[..., Deal]) -> None:
    random = Random(2)
    for _ in range(SOAK_DEALS):
        assert_counted_right(dealer(random), random)


def games_of(deal: Deal, random: Random) -> list[tuple[dict[str, Any], int, bool]]:
    """What a declarer could have called these tricks: the round, its value in units, who won."""
    declarer = random.randrange(deal.seats)
    suit = random.choice(("clubs", "spades", "hearts", "diamonds"))
    double = 2 if suit == "hearts" else 1
    own = deal.counts[declarer]
    augen, every = deal.augen_of_declarer(declarer), own == len(deal.tricks)
    counted = {"declarer": declarer, "points": augen}
    said = {"declarer": declarer, "won": augen > 60}
    none, all_of_them = (
        {"declarer": declarer, "won": own == 0},
        {"declarer": declarer, "won": every},
    )
    games = [
        ({"kind": "farbspiel", "suit": suit} | random.choice((counted, said)), double, augen > 60),
        ({"kind": "bettel"} | none, 3, own == 0),
        ({"kind": "bettel_aufgelegt"} | none, 6, own == 0),
        ({"kind": "rufer", "suit": suit} | all_of_them, 3 * double, every),
        ({"kind": "durch", "suit": suit} | all_of_them, 6 * double, every),
    ]
    if deal.house["herz_mit_aufnehmen"]:
        lowest = {"kind": "herz_mit_aufnehmen"} | random.choice((counted, said))
        games.append((lowest, 1, augen > 60))
    return games


def cents_of(observation: dict[str, Any], factor: int, won: bool, deal: Deal) -> list[int]:
    """What a declared game moves, heap by heap."""
    each = factor * deal.house["unit_cents"] * (1 if won else -1)
    wanted = [-each] * deal.seats
    wanted[observation["declarer"]] = each * (deal.seats - 1)
    return wanted


def test_every_declared_game_with_real_cards_is_accepted_and_paid_right() -> None:
    random, won_by_kind = Random(3), dict[str, set[bool]]()
    for _ in range(DEALS):
        deal = any_deal(random)
        for observation, factor, won in games_of(deal, random):
            wanted = cents_of(observation, factor, won, deal)
            observation["ace_of_hearts"] = random.choice((None, *range(deal.seats)))
            score = score_of(observation, deal.house, PLAYERS[: deal.seats])
            assert list(score.points) == wanted, (observation, deal)
            won_by_kind.setdefault(observation["kind"], set()).add(won)
    assert len(won_by_kind) == 6
    assert all(each == {True, False} for each in won_by_kind.values()), won_by_kind


# ---- One more at the table: who deals, or somebody else, sits out ---------------------------


def rounds_of(deal: Deal, random: Random) -> list[tuple[dict[str, Any], list[int]]]:
    """Everything that a table can have played with these cards, and what it moves."""
    with_last = must_tell_last(deal) or random.random() < 0.5
    found = [
        (told, paid(deal))
        for told in (deal.counted(with_last=with_last), deal.named(random, with_last=with_last))
    ]
    for observation, factor, won in games_of(deal, random):
        found.append((observation, cents_of(observation, factor, won, deal)))
    ace = random.choice((None, *range(deal.seats)))
    return [(observation | {"ace_of_hearts": ace}, cents) for observation, cents in found]


def at_a_larger_table(deal: Deal, random: Random) -> tuple[int, dict[str, Any], list[str]]:
    """Who sits out, the house rules and the players of a table with one name more than play.

    Five sit down to four without a word; four have agreed to play three at a time.
    """
    agreed = {"seats": deal.seats} if deal.seats == 3 or random.random() < 0.5 else {}
    players = PLAYERS[: deal.seats + 1]
    return random.randrange(deal.seats + 1), deal.house | agreed, list(players)


def assert_paid_right_with_one_more(deal: Deal, random: Random) -> None:
    out, house, players = at_a_larger_table(deal, random)
    for observation, cents in rounds_of(deal, random):
        told = with_one_more(observation, out) | random.choice(({"out": out}, {"dealer": out}))
        score = score_of(told, house, players)
        assert list(score.points) == paid_with_one_more(cents, out), (told, deal)
        assert sum(score.points) == 0
        assert all(line.side != out for line in score.lines)


def test_whoever_sits_out_of_a_real_deal_neither_pays_nor_gets() -> None:
    random = Random(9)
    for dealer in DEALERS:
        for deal in dealt(dealer)[::2]:
            assert_paid_right_with_one_more(deal, random)


@pytest.mark.soak(short="test_whoever_sits_out_of_a_real_deal_neither_pays_nor_gets")
@pytest.mark.parametrize("dealer", DEALERS)
def test_evening_after_evening_with_somebody_sitting_out(dealer: Callable[..., Deal]) -> None:
    random = Random(10)
    for _ in range(SOAK_DEALS // 4):
        assert_paid_right_with_one_more(dealer(random), random)


def seats_named(observation: dict[str, Any]) -> list[tuple[str, int]]:
    """Every key with a seat that it names: whoever is named holds cards."""
    one = [(key, observation[key]) for key in NAMING if observation.get(key) is not None]
    counted = observation["kind"] == "ramsch" and "points" in observation
    numbers = ("points", "tricks") if counted else ()
    held = [
        (key, seat) for key in numbers for seat, number in enumerate(observation[key]) if number
    ]
    return one + held + [(key, seat) for key in LISTING for seat in observation.get(key, ())]


def assert_refused_where_they_are_named(deal: Deal, random: Random) -> set[str]:
    """Somebody who is named somewhere did not sit out; whoever is named nowhere may have."""
    out, house, players = at_a_larger_table(deal, random)
    met = set()
    for observation, _ in rounds_of(deal, random):
        told = with_one_more(observation, out)
        for seat in range(len(players)):
            wrong = {key for key, named in seats_named(told) if named == seat}
            found = problem_codes(told | {"out": seat}, house, players)
            codes = {"sits_out", "out_has_cards"}
            assert {key for key, code in found if code in codes} == wrong, (told, seat, found)
            assert (found == []) == (seat == out or not wrong), (told, seat, found)
            met |= wrong
    return met


def test_a_real_deal_is_refused_wherever_it_names_who_sits_out() -> None:
    random, met = Random(11), set[str]()
    for deal in dealt(any_deal)[:40]:
        met |= assert_refused_where_they_are_named(deal, random)
    assert met == {*NAMING, *LISTING, "points", "tricks"}


def test_no_other_number_plays_than_all_or_all_but_one() -> None:
    bettel = {"kind": "bettel", "declarer": 0, "won": True}
    judged = {
        (names, seats): problem_codes(bettel, {"seats": seats}, PLAYERS[:names]) == []
        for names in range(2, 7)
        for seats in range(1, 7)
    }
    possible = {table for table, accepted in judged.items() if accepted}
    assert possible == {(3, 3), (4, 3), (4, 4), (5, 4)}


def test_the_dealers_deal_whatever_the_rules_speak_of() -> None:
    """Otherwise the tests above would prove less than they say."""
    deals = [deal for dealer in DEALERS for deal in dealt(dealer)]
    for seats in (3, 4):
        own = [deal for deal in deals if deal.seats == seats]
        assert {len(deal.most) for deal in own} >= {1, 2}
        assert {len(deal.jungfern) for deal in own} == set(range(seats))
        assert any(0 in deal.points and deal.points.index(0) not in deal.jungfern for deal in own)
        tied = [deal for deal in own if len(deal.most) > 1]
        assert {deal.last_trick in deal.most for deal in tied} == {True, False}
        assert {deal.house["ramsch_tie"] for deal in tied} == {
            "each_pays", "split", "last_trick", "nobody",
        }  # fmt: skip
    assert any(len(deal.most) > 2 for deal in deals)


# ---- Just beside it -------------------------------------------------------------------------


def beside(deal: Deal, **changed: Any) -> list[tuple[str, str]]:
    players = PLAYERS[: deal.seats]
    return problem_codes(deal.counted() | changed, deal.house, players)


def deals_where(kept: Callable[[Deal], bool], **fixed: Any) -> list[Deal]:
    random = Random(4)
    found = [deal for deal in (any_deal(random, **fixed) for _ in range(DEALS)) if kept(deal)]
    assert found
    return found


def test_an_auge_too_many_or_too_few_is_refused() -> None:
    for deal in deals_where(lambda deal: True):
        for seat in range(deal.seats):
            for step in (1, -1):
                points = list(deal.points)
                points[seat] += step
                wrong = beside(deal, points=points)
                assert ("points", "sum") in wrong or ("points", "range") in wrong


def test_a_trick_too_many_or_too_few_is_refused() -> None:
    for deal in deals_where(lambda deal: True, deck=36):
        for seat in range(deal.seats):
            for step in (1, -1):
                tricks = list(deal.counts)
                tricks[seat] += step
                wrong = beside(deal, tricks=tricks)
                assert ("tricks", "sum") in wrong or ("tricks", "range") in wrong


def test_augen_of_a_jungfer_are_refused_with_either_pack() -> None:
    for deal in deals_where(lambda deal: bool(deal.jungfern) and max(deal.points) < 100):
        points, jungfer = list(deal.points), deal.jungfern[0]
        points[jungfer] += 10
        points[points.index(max(points))] -= 10
        assert ("points", "augen_without_trick") in beside(deal, points=points)


def test_the_last_trick_of_a_jungfer_is_refused() -> None:
    random = Random(5)
    for deal in deals_where(lambda deal: bool(deal.jungfern)):
        for jungfer in deal.jungfern:
            assert ("last_trick", "no_trick_at_all") in beside(deal, last_trick=jungfer)
            named = deal.named(random) | {"last_trick": jungfer}
            found = problem_codes(named, deal.house, PLAYERS[: deal.seats])
            assert found == [("last_trick", "no_trick_at_all")]


def test_a_tie_without_its_last_trick_is_refused_only_where_it_decides() -> None:
    random = Random(6)
    for deal in dealt(tied_deal):
        found = problem_codes(
            deal.named(random, with_last=False), deal.house, PLAYERS[: deal.seats]
        )
        assert found == ([("last_trick", "missing_last_trick")] if must_tell_last(deal) else [])


def pushed(deal: Deal, random: Random) -> tuple[list[int], list[int], int | None]:
    """A real deal with some Augen written down for the wrong player."""
    points = list(deal.points)
    for _ in range(random.choice((1, 1, 2, 3))):
        takers = [seat for seat in range(deal.seats) if deal.counts[seat]]
        poorest = min(takers, key=lambda seat: deal.counts[seat])
        giver, taker = random.choice(takers), random.choice((poorest, random.choice(takers)))
        some = min(points[giver], random.choice((1, 2, 3, 5, 8, 13, 21, 34, 55)))
        points[giver] -= some
        points[taker] += some
    last = random.choice((None, deal.last_trick, random.choice(takers)))
    return points, deal.counts, last


def judge_pushed(random: Random, deals: int) -> dict[bool, int]:
    judged = {True: 0, False: 0}
    while sum(judged.values()) < deals:
        deal = any_deal(random, deck=36, ramsch_tie="nobody")
        if min(taken or 9 for taken in deal.counts) > 2:
            continue  # with many cards nearly everything is possible
        points, tricks, last = pushed(deal, random)
        observation = {"kind": "ramsch", "points": points, "tricks": tricks, "last_trick": last}
        found = problem_codes(observation, deal.house, PLAYERS[: deal.seats])
        possible = can_have_happened(points, tricks, last)
        assert (found == []) == possible, (observation, found)
        if not possible and not {1, 119} & set(points):
            assert found == [("points", "no_such_cards")]
        judged[possible] += 1
    return judged


def test_augen_for_the_wrong_player_are_refused_where_no_cards_make_them() -> None:
    judged = judge_pushed(Random(7), 150)
    assert min(judged.values()) > 15


@pytest.mark.soak(short="test_augen_for_the_wrong_player_are_refused_where_no_cards_make_them")
def test_whole_evenings_of_augen_for_the_wrong_player() -> None:
    judge_pushed(Random(8), 20_000)
