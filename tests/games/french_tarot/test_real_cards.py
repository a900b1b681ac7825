"""What real cards can produce is accepted and counted right; just beside it, it is refused."""

from collections.abc import Iterator
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from scorekeeper.games.french_tarot.game import FRENCH_TAROT
from tests.games import one_round
from tests.games.french_tarot.real_cards import (
    CONTRACTS,
    HALF,
    Deal,
    any_deal,
    with_one_more,
    written,
)
from tests.games.one_round import PLAYERS

problem_codes = partial(one_round.problem_codes, FRENCH_TAROT)
score_of = partial(one_round.score_of, FRENCH_TAROT)

DEALS = 250
SOAK_DEALS = 20_000
MISERE = 10
PLAYING = pytest.mark.parametrize("playing", [3, 4, 5])


@cache
def dealt(playing: int) -> tuple[Deal, ...]:
    random = Random(playing)
    return tuple(any_deal(random, playing) for _ in range(DEALS))


def judged(deal: Deal, random: Random) -> None:
    """The same deal with everybody at the table, or with one more who sits out."""
    observation, points = deal.told(random)
    players, out = PLAYERS[: deal.playing], None
    if random.random() < 0.5:
        out = random.randrange(deal.playing + 1)
        players = PLAYERS[: deal.playing + 1]
        observation = with_one_more(observation, out) | random.choice(
            ({"out": out}, {"dealer": out})
        )
    at_table = [seat for seat in range(len(players)) if seat != out]
    wanted = written(observation, points, at_table, len(players), MISERE)
    score = score_of(observation, {"misere": MISERE, "seats": deal.playing}, players)
    assert list(score.points) == wanted, observation
    assert sum(score.points) == 0


@PLAYING
def test_every_deal_with_real_cards_is_accepted_and_written_right(playing: int) -> None:
    random = Random(2)
    for deal in dealt(playing):
        judged(deal, random)


@pytest.mark.soak(short="test_every_deal_with_real_cards_is_accepted_and_written_right")
@PLAYING
def test_evening_after_evening_is_written_right(playing: int) -> None:
    random = Random(3)
    for _ in range(SOAK_DEALS):
        judged(any_deal(random, playing), random)


@PLAYING
def test_the_dealer_deals_whatever_the_rules_speak_of(playing: int) -> None:
    """Otherwise the tests above would prove less than they say."""
    deals = dealt(playing)
    assert {deal.contract for deal in deals} == set(CONTRACTS)
    assert {deal.bouts for deal in deals} == {0, 1, 2, 3}
    assert {deal.petit_au_bout for deal in deals} == {None, "attack", "defence"}
    assert {deal.made_by for deal in deals} == {None, "attack", "defence"}
    assert any(deal.poignees for deal in deals)
    assert any(deal.miseres for deal in deals)
    tales = [tuple(deal.excuse.values()) for deal in deals if deal.excuse]
    assert len(set(tales)) == 8
    assert any(deal.excuse is None for deal in deals)
    halves = {deal.points % 1 != 0 for deal in deals}
    assert halves == {True, False} if playing != 4 else False in halves


# ---- Just beside it -------------------------------------------------------------------------


def beside(deal: Deal, **changed: Any) -> set[tuple[str, str]]:
    observation, _ = deal.told(Random(1))
    return set(problem_codes(observation | changed, {"misere": MISERE}, PLAYERS[: deal.playing]))


@PLAYING
def test_a_player_cannot_show_two_poignees(playing: int) -> None:
    random = Random(4)
    for deal in dealt(playing):
        for each in deal.poignees:
            other = {"seat": each["seat"], "size": random.choice(("simple", "double", "triple"))}
            found = beside(deal, poignees=[*deal.poignees, other])
            assert ("poignees", "named_twice") in found


@PLAYING
def test_more_trumps_than_there_are_cannot_be_shown(playing: int) -> None:
    for deal in dealt(playing)[:50]:
        every = [{"seat": seat, "size": "triple"} for seat in range(deal.playing)]
        assert beside(deal, poignees=every) == {("poignees", "too_many_trumps")}


def test_halves_are_refused_at_a_table_of_four() -> None:
    """But for an Excuse that was never exchanged, of a camp without a trick."""
    for deal in dealt(4):
        if deal.made_by:
            continue
        for points in (deal.points + HALF, deal.points - HALF):
            if points % 1 and 0 < points < 91 and points not in (4.5, 86.5):
                found = beside(deal, points=float(points), excuse=None)
                assert ("points", "whole_points") in found


@PLAYING
def test_all_the_points_are_not_said_of_a_defence_that_has_a_bout(playing: int) -> None:
    for deal in dealt(playing):
        if deal.bouts < 3:
            found = beside(deal, points=91, excuse=None, chelem=None, petit_au_bout=None)
            assert found == {("points", "points_of_bouts")}


@PLAYING
def test_the_petit_lies_in_the_last_trick_of_a_camp_that_has_a_bout(playing: int) -> None:
    tried = set()
    for deal in dealt(playing):
        for camp, bouts in (("attack", 0), ("defence", 3)):
            if deal.bouts == bouts:
                found = beside(deal, petit_au_bout=camp)
                assert ("petit_au_bout", "petit_without_bout") in found
                tried.add(camp)
    assert tried == {"attack", "defence"}


def others_of(camp: str) -> str:
    return "defence" if camp == "attack" else "attack"


@PLAYING
def test_a_chelem_is_not_made_by_the_others_too(playing: int) -> None:
    for deal in dealt(playing):
        if deal.made_by:
            chelem = {"announced": True, "made_by": others_of(deal.made_by)}
            assert beside(deal, chelem=chelem)


@PLAYING
def test_whoever_sits_out_has_nothing_to_do_with_the_deal(playing: int) -> None:
    players, tried = PLAYERS[: playing + 1], set()
    for deal in dealt(playing):
        observation, _ = deal.told(Random(1))
        for key, seats in involved(observation):
            for out in seats:
                house = {"misere": MISERE, "seats": playing}
                assert (key, "sits_out") in problem_codes(
                    observation | {"out": out}, house, players
                )
                tried.add(key)
    assert tried == {"taker", "poignees", "miseres"} | ({"partner"} if playing == 5 else set())


def involved(observation: dict[str, Any]) -> Iterator[tuple[str, list[int]]]:
    yield "taker", [observation["taker"]]
    if observation.get("partner") is not None:
        yield "partner", [observation["partner"]]
    yield "poignees", [each["seat"] for each in observation.get("poignees", ())]
    yield "miseres", list(observation.get("miseres", ()))
