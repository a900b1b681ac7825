"""The deals that turned an evening, told apart from all others by an independent look at it."""

from random import Random

import pytest

from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import FORMAT, Sheet
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.messages import messages_in
from scorekeeper.summary.turning_points import POINTS_AT_MOST, ROUNDS_AT_LEAST, turning_points

MESSAGES = messages_in("en").of_game("tapp")
PLAYERS = ("Anna", "Bert", "Clara")


def sheet(*rounds: tuple[int, bool, bool]) -> Sheet:
    """Of these Bettel: who declared it, whether the cards were open, and whether it was won."""
    bettel = [
        {"kind": "bettel_aufgelegt" if is_open else "bettel", "declarer": declarer, "won": won}
        for declarer, is_open, won in rounds
    ]
    return parsed({"format": FORMAT, "game": "tapp", "players": PLAYERS, "rounds": bettel}, GAMES)


def told(*rounds: tuple[int, bool, bool]) -> list[tuple[int, str, bool]]:
    found = turning_points(sheet(*rounds), MESSAGES)
    return [(each.number, each.side, each.brings_lead) for each in found]


def test_the_deal_that_brought_the_lead_and_those_that_moved_most_are_named() -> None:
    plain = (0, False, True)
    found = told(plain, plain, (1, True, True), plain, (1, True, True), (2, True, False))
    assert found == [(3, "Bert", False), (5, "Bert", True), (6, "Clara", False)]


def test_a_short_evening_is_told_by_its_deals() -> None:
    plain = (0, False, True)
    assert told(*[plain] * (ROUNDS_AT_LEAST - 1)) == []
    assert len(told(*[plain] * ROUNDS_AT_LEAST)) == POINTS_AT_MOST


def test_who_led_from_the_first_deal_took_the_lead_in_none() -> None:
    assert not any(lead for *_, lead in told(*[(0, False, True)] * ROUNDS_AT_LEAST))


@pytest.mark.parametrize("seed", range(20))
def test_they_are_what_a_look_at_all_totals_finds(seed: int) -> None:
    chance = Random(seed)
    count = chance.randint(ROUNDS_AT_LEAST, 11)
    evening = sheet(
        *((chance.randrange(3), chance.random() < 0.4, chance.random() < 0.6) for _ in range(count))
    )
    found = turning_points(evening, MESSAGES)
    numbers = [each.number for each in found]
    assert numbers == sorted(set(numbers))
    played = evening.ledger.rounds
    spread = [max(each.score.points) - min(each.score.points) for each in played]
    others = {each.number for each in found if not each.brings_lead}
    least = min((spread[number - 1] for number in others), default=0)
    lead = {each.number for each in found if each.brings_lead}
    assert all(
        spread[number - 1] <= least
        for number in range(1, len(played) + 1)
        if number not in others | lead
    )
    for number in lead:
        (winner,) = evening.ledger.leaders

        def leads(after: int, winner: int = winner) -> bool:
            totals = played[after - 1].totals
            return all(
                totals[winner] > total for side, total in enumerate(totals) if side != winner
            )

        assert not leads(number - 1)
        assert all(leads(after) for after in range(number, len(played) + 1))
