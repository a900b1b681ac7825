"""What real cards can produce is accepted and counted right; just beside it, it is refused."""

from collections import Counter
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from scorekeeper.games.tuebinger_tarock.game import TUEBINGER_TAROCK
from tests.games import one_round
from tests.games.tuebinger_tarock.real_cards import (
    ALONE,
    KING,
    SEATS,
    SKI,
    SUITS,
    Deal,
    Taken,
    any_call,
    any_deal,
    any_house,
    claimed,
    empty_seats,
    raus_written,
    ruf_written,
    together,
)

problem_codes = partial(one_round.problem_codes, TUEBINGER_TAROCK)
score_of = partial(one_round.score_of, TUEBINGER_TAROCK)

DEALS = 250
SOAK_DEALS = 20_000

Data = dict[str, Any]


@cache
def dealt() -> tuple[Deal, ...]:
    random = Random(1)
    return tuple(any_deal(random) for _ in range(DEALS))


def told(half_points: int) -> float:
    """As it stands in a file."""
    return half_points / 2


# ---- Ruf -------------------------------------------------------------------------------------


def rufe(deal: Deal, random: Random) -> list[Data]:
    """Every way in which a table may count a Ruf with these cards."""
    caller, called = any_call(deal, random)
    pile = together(caller, called)
    observation = {"kind": "ruf", "caller": caller, "called": called, "dealer": deal.dealer}
    before = deal.taken(pile)[0].halves
    ways: list[Data] = [observation | {"points": told(before), "ski": deal.ski}]
    exchanged, whole = deal.exchanged(pile), deal.whole_points(pile)
    if exchanged is not None:
        ways.append(observation | {"points": told(exchanged[0].halves)})
    return [*ways, observation | {"points": whole[0]}]


def assert_ruf_counted(deal: Deal, random: Random) -> None:
    house = any_house(random)
    for observation in rufe(deal, random):
        pile = together(observation["caller"], observation["called"])
        strafen = claimed(deal.strafen(pile), random)
        score = score_of(observation | {"strafen": strafen}, house)
        own = deal.whole_points(pile)[0]
        declaring = (observation["caller"], observation["called"])
        assert list(score.points) == ruf_written(own, declaring, strafen, house), (
            observation,
            strafen,
        )


def test_every_ruf_with_real_cards_is_accepted_and_counted_right() -> None:
    random = Random(2)
    for deal in dealt():
        assert_ruf_counted(deal, random)


@pytest.mark.soak(short="test_every_ruf_with_real_cards_is_accepted_and_counted_right")
def test_evening_after_evening_of_rufe_is_counted_right() -> None:
    random = Random(3)
    for _ in range(SOAK_DEALS):
        assert_ruf_counted(any_deal(random), random)


# ---- Raus ------------------------------------------------------------------------------------


def two_may_have_kept_the_ski(deal: Deal, piles: list[Taken]) -> bool:
    """Once in many thousand deals the halves alone do not tell who it was."""
    odd = [seat for seat in SEATS if piles[seat].halves % 2]
    kept = {seat: range(11, 24) if seat == deal.dealer else (9,) for seat in odd}
    return bool(odd) and all(piles[seat].halves in kept[seat] for seat in odd)


def holds_a_king(deal: Deal, seat: int) -> bool:
    return any((suit, KING) in deal.hands[seat] for suit in SUITS)


def raeuse(deal: Deal, random: Random) -> list[Data]:
    """Every way in which a table may count a Raus with these cards."""
    soloist = random.randrange(4)
    observation: Data = {"kind": "raus", "soloist": soloist, "dealer": deal.dealer}
    if soloist == deal.dealer and holds_a_king(deal, soloist) and random.random() < 0.5:
        observation["hidden"] = True
    empty = [seat for seat in empty_seats(deal, soloist) if random.random() < 0.7]
    if empty:
        observation["empty"] = random.sample(empty, len(empty))
    before = [told(taken.halves) for taken in deal.taken(ALONE)]
    ways: list[Data] = [observation | {"piles": before, "ski": deal.ski}]
    exchanged = deal.exchanged(ALONE)
    if exchanged is not None and not two_may_have_kept_the_ski(deal, exchanged):
        ways.append(observation | {"piles": [told(taken.halves) for taken in exchanged]})
    return [*ways, observation | {"piles": deal.whole_points(ALONE)}]


def shown_without_trick(deal: Deal, observation: Data) -> list[int]:
    """Opponents without a trick of whom the points show it, whether they were named or not."""
    return [
        seat
        for seat, points in enumerate(observation["piles"])
        if seat != observation["soloist"]
        and deal.won_by.count(seat) == 0
        and (points % 1 or points < 2 + (seat == deal.dealer))
    ]


def assert_raus_counted(deal: Deal, random: Random) -> None:
    house = any_house(random)
    for observation in raeuse(deal, random):
        parties = [int(seat == observation["soloist"]) for seat in SEATS]
        strafen = claimed(deal.strafen(parties), random)
        score = score_of(observation | {"strafen": strafen}, house)
        added = {*observation.get("empty", ()), *shown_without_trick(deal, observation)}
        wanted = raus_written(
            deal.whole_points(ALONE), observation | {"empty": added}, strafen, house
        )
        assert list(score.points) == wanted, (observation, strafen)


def test_every_raus_with_real_cards_is_accepted_and_counted_right() -> None:
    random = Random(4)
    for deal in dealt():
        assert_raus_counted(deal, random)


@pytest.mark.soak(short="test_every_raus_with_real_cards_is_accepted_and_counted_right")
def test_evening_after_evening_of_raeuse_is_counted_right() -> None:
    random = Random(5)
    for _ in range(SOAK_DEALS):
        assert_raus_counted(any_deal(random), random)


def test_the_dealer_deals_whatever_the_rules_speak_of() -> None:
    """Otherwise the tests above would prove less than they say."""
    observation = Counter[str]()
    for deal in dealt():
        parties = together(0, 1)
        observation.update(strafe["what"] for strafe in deal.strafen(parties))
        observation["kept together"] += deal.keeper(parties) is not None
        observation["kept alone"] += deal.keeper(ALONE) is not None
        observation["kept by the dealer"] += deal.keeper(ALONE) == deal.dealer
        observation["gone over"] += deal.ski["last_trick"]
        observation["empty with the Ski"] += any(
            seat == deal.holder(SKI) and deal.won_by.count(seat)
            for seat in empty_seats(deal, (deal.holder(SKI) + 1) % 4)
        )
        observation["empty dealer"] += deal.dealer in empty_seats(deal, (deal.dealer + 1) % 4)
    kinds = {
        "skimon", "obere", "untere", "koenigreich", "skisiertes_koenigreich", "familie",
        "skisierte_familie", "fein", "einser_gefasst", "einser_fein_gefasst",
    }  # fmt: skip
    assert kinds <= observation.keys()
    assert {name for name in observation if observation[name] < 3} == set()


def turned(observation: Any, by: int) -> Any:
    """The same round, every player some seats further on."""
    if isinstance(observation, dict):
        seats = ("caller", "called", "soloist", "dealer", "seat", "owner", "trick")
        return {
            key: (value + by) % 4
            if key in seats
            else [(seat + by) % 4 for seat in value]
            if key == "empty"
            else [value[(seat - by) % 4] for seat in SEATS]
            if key == "piles"
            else turned(value, by)
            for key, value in observation.items()
        }
    return (
        [turned(each, by) for each in observation] if isinstance(observation, list) else observation
    )


def test_it_makes_no_difference_who_sits_where() -> None:
    random = Random(12)
    for deal in dealt()[::3]:
        for observation in (*rufe(deal, random)[:1], *raeuse(deal, random)[:2]):
            alone = observation.get("soloist", 9)
            parties = together(observation.get("caller", alone), observation.get("called", alone))
            told_all = observation | {"strafen": claimed(deal.strafen(parties), random)}
            here = score_of(told_all).points
            for by in (1, 2, 3):
                there = score_of(turned(told_all, by)).points
                assert [there[(seat + by) % 4] for seat in SEATS] == list(here)


# ---- Just beside it --------------------------------------------------------------------------


def test_half_a_point_more_or_less_is_refused_unless_a_ski_was_kept() -> None:
    random = Random(6)
    for deal in dealt():
        counted, *_ = rufe(deal, random)
        for step in (0.5, -0.5):
            points = counted["points"] + step
            if 0 <= points <= 91:
                found = problem_codes(counted | {"points": points})
                assert found == [("ski", "halves_before_exchange")]
                if 11.5 < points < 79.5:
                    without = {key: counted[key] for key in counted if key != "ski"}
                    wrong = problem_codes(without | {"points": points})
                    assert wrong in (
                        [("points", "no_such_halves")],
                        [("points", "exchange_impossible")],
                    )


def test_a_point_too_many_or_too_few_in_a_pile_is_refused() -> None:
    random = Random(7)
    for deal in dealt():
        counted, *_ = raeuse(deal, random)
        for seat in SEATS:
            for step in (1, -1, 0.5):
                piles = list(counted["piles"])
                piles[seat] += step
                wrong = problem_codes(counted | {"piles": piles})
                assert ("piles", "sum") in wrong or ("piles", "range") in wrong


def test_a_strafe_of_the_same_cards_for_somebody_else_is_refused() -> None:
    """Whatever shows the Ski, the rows, the kings: nobody else can claim it as well."""
    random, tried = Random(8), Counter[str]()
    once = ("skimon", "obere", "untere", "koenigreich", "skisiertes_koenigreich")
    for deal in dealt():
        observation, *_ = rufe(deal, random)
        for strafe in deal.strafen(together(observation["caller"], observation["called"])):
            if strafe["what"] in once:
                other = strafe | {"seat": (strafe["seat"] + random.choice((1, 2, 3))) % 4}
                without = {key: observation[key] for key in observation if key != "ski"}
                wrong = problem_codes(without | {"strafen": [strafe, other]})
                assert {field for field, _ in wrong} == {"strafen"}, strafe
                tried[strafe["what"]] += 1
    assert set(tried) == set(once)


def test_a_pile_with_anything_in_it_is_not_empty() -> None:
    random, tried = Random(9), 0
    for deal in dealt():
        for observation in raeuse(deal, random)[-1:]:
            for seat in SEATS:
                points = observation["piles"][seat]
                if seat != observation["soloist"] and points > 17:
                    named = problem_codes(observation | {"empty": [seat]})
                    assert named == [("empty", "not_empty")]
                    tried += 1
    assert tried > DEALS


def test_the_soloist_is_no_opponent_of_his_own() -> None:
    random = Random(10)
    for deal in dealt()[:50]:
        observation = raeuse(deal, random)[-1]
        assert ("empty", "soloist_among_empty") in problem_codes(
            observation | {"empty": [observation["soloist"]]}
        )


def test_a_raus_hidden_by_another_than_the_dealer_is_refused() -> None:
    random, tried = Random(11), 0
    for deal in dealt():
        observation = raeuse(deal, random)[-1]
        if observation["soloist"] != deal.dealer:
            assert problem_codes(observation | {"hidden": True}) == [
                ("hidden", "hidden_by_another")
            ]
            tried += 1
    assert tried > DEALS // 2
