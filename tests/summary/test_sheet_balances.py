"""What everybody is up or down by at the end of an evening, and who pays whom."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scorekeeper.core.account import Transfer
from scorekeeper.core.game import Game, Unit
from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import FORMAT, Sheet
from scorekeeper.games.registry import GAMES
from scorekeeper.summary.result import balances, transfers
from tests.games.one_round import PLAYERS, sheet_of
from tests.toy.rules import TOY

FOR_POINTS = [slug for slug, game in GAMES.items() if game.unit(game.house()) is Unit.POINTS]
WITH_PARTNERS = next(slug for slug in FOR_POINTS if len(GAMES[slug].sides(4)) == 2)
A_CENT_FOR_TEN = {"cents": 1, "per": 10}
EVA_FROM_2_TO_3 = [
    {"round": 2, "seat": 0, "player": "Eva"},
    {"round": 4, "seat": 0, "player": "Anna"},
]


def evening(
    slug: str, *rounds: Sequence[int], players: Sequence[str] = PLAYERS[:4], **head: Any
) -> Sheet:
    """A sheet on which the table agreed on all these points."""
    agreed = [{"kind": "agreed", "points": list(each), "why": "agreed"} for each in rounds]
    return sheet_of(GAMES[slug], agreed, players=players, **head)


def settled(sheet: Sheet) -> dict[str, int] | None:
    return balances(sheet)


def left(sheet: Sheet) -> set[int]:
    """What is still open once everybody has paid."""
    people = dict(settled(sheet) or {})
    for each in transfers(sheet) or ():
        people[each.payer] += each.cents
        people[each.payee] -= each.cents
    return set(people.values())


def test_there_are_games_with_partners_and_for_many() -> None:
    assert WITH_PARTNERS in FOR_POINTS
    assert any(max(GAMES[slug].seat_counts) > 4 for slug in FOR_POINTS)


@pytest.mark.parametrize("slug", FOR_POINTS)
def test_points_are_no_money_without_a_stake(slug: str) -> None:
    sheet = evening(slug, [100] + [0] * (len(GAMES[slug].sides(4)) - 1))
    assert (settled(sheet), transfers(sheet)) == (None, None)


@pytest.mark.parametrize("slug", FOR_POINTS)
def test_each_side_pays_what_it_has_lost_by_the_stake(slug: str) -> None:
    sides = len(GAMES[slug].sides(4))
    sheet = evening(slug, [264] + [0] * (sides - 1), stake={"cents": 10, "per": 100})
    found = settled(sheet)
    assert found == (
        {"Anna": 26, "Bert": -26, "Clara": 26, "Dirk": -26}
        if sides == 2
        else {"Anna": 78, "Bert": -26, "Clara": -26, "Dirk": -26}
    )


@pytest.mark.parametrize(
    ("slug", "seats"),
    [(slug, seats) for slug in FOR_POINTS for seats in GAMES[slug].seat_counts if seats > 4],
)
def test_five_and_six_settle_every_pair(slug: str, seats: int) -> None:
    points = [60, 30, 0, -30, -60, 15][:seats]
    sheet = evening(slug, points, players=PLAYERS[:seats], stake={"cents": 1, "per": 2})
    fifth = {"Anna": 150, "Bert": 75, "Clara": 0, "Dirk": -75, "Eva": -150}
    sixth = {"Anna": 172, "Bert": 82, "Clara": -7, "Dirk": -97, "Eva": -187, "Fritz": 37}
    assert settled(sheet) == (fifth if seats == 5 else sixth)


def test_a_sheet_still_played_is_settled_as_it_stands() -> None:
    assert settled(evening(WITH_PARTNERS, stake=A_CENT_FOR_TEN)) == dict.fromkeys(PLAYERS[:4], 0)
    sheet = evening(WITH_PARTNERS, [55, 0], [0, 95], stake=A_CENT_FOR_TEN)
    assert settled(sheet) == {"Anna": -4, "Bert": 4, "Clara": -4, "Dirk": 4}
    assert transfers(sheet) == (
        Transfer(payer="Anna", payee="Bert", cents=4),
        Transfer(payer="Clara", payee="Dirk", cents=4),
    )


def test_money_follows_the_person_and_each_stretch_drops_its_fractions() -> None:
    """19 points with Anna, 38 with Eva in her place, 9 with Anna again: 1, 3 and no cents."""
    rounds = [19, 0], [19, 0], [19, 0], [9, 0]
    sheet = evening(WITH_PARTNERS, *rounds, stake=A_CENT_FOR_TEN, seating=EVA_FROM_2_TO_3)
    assert settled(sheet) == {"Anna": 1, "Bert": -4, "Clara": 4, "Dirk": -4, "Eva": 3}
    assert left(sheet) == {0}
    alone = evening(WITH_PARTNERS, *rounds, stake=A_CENT_FOR_TEN)
    assert settled(alone) == {"Anna": 6, "Bert": -6, "Clara": 6, "Dirk": -6}


def test_two_who_swap_their_seats_change_sides() -> None:
    swap = [{"round": 2, "seat": 0, "player": "Bert"}, {"round": 2, "seat": 1, "player": "Anna"}]
    sheet = evening(WITH_PARTNERS, [20, 0], [30, 0], stake=A_CENT_FOR_TEN, seating=swap)
    assert settled(sheet) == {"Anna": 2 - 3, "Bert": 3 - 2, "Clara": 5, "Dirk": -5}


def test_who_sits_down_for_the_round_to_come_owes_nothing_yet() -> None:
    coming = [{"round": 2, "seat": 1, "player": "Eva"}]
    sheet = evening(WITH_PARTNERS, [20, 0], stake=A_CENT_FOR_TEN, seating=coming)
    assert settled(sheet) == {"Anna": 2, "Bert": -2, "Clara": 2, "Dirk": -2}


def test_a_round_that_does_not_fit_changes_nothing() -> None:
    rounds = [
        {"kind": "agreed", "points": points, "why": "agreed"}
        for points in ([30, 0], [1, 2, 3], [15, 0])
    ]
    data = {"format": FORMAT, "game": WITH_PARTNERS, "players": list(PLAYERS[:4])}
    sheet = parsed(data | {"rounds": rounds, "stake": A_CENT_FOR_TEN}, GAMES)
    assert len(sheet.ledger.misfits) == 1
    assert settled(sheet) == {"Anna": 4, "Bert": -4, "Clara": 4, "Dirk": -4}


def test_points_that_are_cents_need_no_stake() -> None:
    game: Game[Any, Any] = TOY
    rounds = [{"kind": "called", "caller": 0, "points": 2}] * 2
    seating = [{"round": 2, "seat": 1, "player": "Eva"}]
    sheet = sheet_of(game, rounds, players=PLAYERS[:3], seating=seating)
    assert settled(sheet) == {"Anna": 80, "Bert": -20, "Clara": -40, "Eva": -20}
    assert left(sheet) == {0}


@pytest.mark.parametrize(("play_for", "is_money"), [("money", True), ("chips", False)])
def test_chips_are_no_money(play_for: str, is_money: bool) -> None:
    rounds = [{"kind": "agreed", "points": [2, -1, -1, 0], "why": "agreed"}]
    sheet = sheet_of(GAMES["tapp"], rounds, {"play_for": play_for}, PLAYERS[:4])
    cents = {"Anna": 2, "Bert": -1, "Clara": -1, "Dirk": 0}
    assert settled(sheet) == (cents if is_money else None)
    assert (transfers(sheet) is not None) == is_money


changes = some.lists(
    some.tuples(some.integers(1, 6), some.integers(0, 3), some.sampled_from(PLAYERS[4:])),
    unique_by=lambda change: change[0],
    max_size=3,
)


@given(
    some.lists(some.lists(some.integers(-10_000, 10_000), min_size=2, max_size=2), max_size=5),
    changes,
    some.integers(1, 1000),
    some.integers(1, 1000),
)
def test_whoever_came_and_went_the_payments_clear_it_exactly(
    rounds: list[list[int]], seated: list[tuple[int, int, str]], cents: int, per: int
) -> None:
    names, seating = list(PLAYERS[:4]), list[Any]()
    for number, seat, player in sorted(seated):
        if player not in names and number <= len(rounds) + 1:
            names[seat] = player
            seating.append({"round": number, "seat": seat, "player": player})
    stake = {"cents": cents, "per": per}
    sheet = evening(WITH_PARTNERS, *rounds, stake=stake, seating=seating)
    people = settled(sheet)
    assert people is not None
    assert sum(people.values()) == 0
    assert left(sheet) == {0}
