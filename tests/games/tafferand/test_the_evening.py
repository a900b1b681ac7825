"""Twenty-four games: every player declares every game once, whoever deals."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

from scorekeeper.games.tafferand.game import TAFFERAND
from tests.games import one_round

problem_codes = partial(one_round.problem_codes, TAFFERAND)
sheet_of = partial(one_round.sheet_of, TAFFERAND)

GAMES: tuple[dict[str, Any], ...] = (
    {"kind": "tafferand", "king": 1},
    {"kind": "stiche", "tricks": [4, 9]},
    {"kind": "herz", "hearts": [6, 7]},
    {"kind": "damen", "queens": [1, 3]},
    {"kind": "general", "king": 2, "tricks": [6, 7], "hearts": [8, 5], "queens": [2, 2]},
    {"kind": "elferraus", "first": 0, "second": 1},
)
FREE = {"declarer_order": "free"}
Played = list[dict[str, Any]]


def in_turn() -> Played:
    """The same game by all four, one game after the other."""
    return [game for game in GAMES for _ in range(4)]


def in_any_order(random: Random) -> Played:
    """Everybody chooses as they like, in turn."""
    choices = [random.sample(GAMES, len(GAMES)) for _ in range(4)]
    return [choices[seat][turn] for turn in range(len(GAMES)) for seat in range(4)]


def freely(random: Random) -> Played:
    """Whoever has a game left declares it, in any order."""
    declared = [game | {"declarer": seat} for game, seat in product(GAMES, range(4))]
    return random.sample(declared, len(declared))


def test_twenty_four_games_and_the_sheet_is_finished() -> None:
    for played in (in_turn(), in_any_order(Random(1))):
        assert not sheet_of(played[:23]).ledger.finished
        assert sheet_of(played).ledger.finished
        assert problem_codes(GAMES[0], None, before=played) == [("", "finished")]


def test_in_free_order_the_sheet_ends_after_twenty_four_games_too() -> None:
    played = freely(Random(2))
    assert not sheet_of(played[:23], FREE).ledger.finished
    assert sheet_of(played, FREE).ledger.finished
    assert problem_codes(GAMES[0] | {"declarer": 0}, FREE, before=played) == [("", "finished")]


def test_the_game_counts_up_to_twenty_four() -> None:
    played = in_any_order(Random(3))
    for number in range(25):
        ledger = sheet_of(played[:number]).ledger
        progress = sheet_of([]).game.progress(ledger.table)
        assert (progress.deal, progress.of) == (number + 1, 24)


def test_deal_and_declaration_move_on_one_seat() -> None:
    ledger = sheet_of(in_turn()[:6]).ledger
    assert [each.table.dealer for each in ledger.rounds] == [3, 0, 1, 2, 3, 0]
    assert ledger.rounds[4].table.past[0] == {"tafferand"}
    assert ledger.table.past == (
        {"tafferand", "stiche"}, {"tafferand", "stiche"}, {"tafferand"}, {"tafferand"},
    )  # fmt: skip


def test_every_game_is_refused_once_its_spielmacher_has_had_it() -> None:
    for game, others in product(GAMES, GAMES):
        if game == others:
            continue
        before = [game, others, others, others]
        assert problem_codes(game, None, before=before) == [("kind", "declared_before")]
        assert problem_codes(others, None, before=before) == []


def test_a_partner_has_six_games_of_their_own() -> None:
    assert problem_codes(GAMES[1], None, before=[GAMES[1], GAMES[2]]) == []


def test_in_free_order_a_player_may_declare_all_six_in_a_row() -> None:
    six = [game | {"declarer": 1} for game in GAMES]
    ledger = sheet_of(six, FREE).ledger
    assert ledger.table.past[1] == {game["kind"] for game in GAMES}
    assert [each.table.dealer for each in ledger.rounds] == [3, 0, 1, 2, 3, 0]
    for game in GAMES:
        assert problem_codes(game | {"declarer": 1}, FREE, before=six) == [
            ("kind", "declared_before")
        ]
        assert problem_codes(game | {"declarer": 3}, FREE, before=six) == []


def test_in_rotating_order_only_the_seat_after_the_dealer_is_spielmacher() -> None:
    for dealer, declarer in product(range(4), repeat=2):
        played = GAMES[0] | {"dealer": dealer, "declarer": declarer}
        due = (dealer + 1) % 4 == declarer
        assert problem_codes(played) == ([] if due else [("declarer", "not_your_turn")])


def moves(random: Random) -> Iterator[dict[str, Any]]:
    """An evening in which the wrong player deals now and then, while a game is left to play."""
    left = [set(range(len(GAMES))) for _ in range(4)]
    dealer = 3
    while any(left):
        named = random.randrange(4)
        given = {"dealer": named} if random.random() < 0.4 and left[(named + 1) % 4] else {}
        dealer = given.get("dealer", dealer)
        declarer = (dealer + 1) % 4
        game = random.choice(sorted(left[declarer]))
        left[declarer].remove(game)
        yield GAMES[game] | given
        following = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
        dealer = next((each for each in following if left[(each + 1) % 4]), following[0])


@pytest.mark.parametrize("seed", range(20))
def test_whoever_deals_out_of_turn_no_game_is_left_without_a_spielmacher(seed: int) -> None:
    played = list(moves(Random(seed)))
    ledger = sheet_of(played).ledger
    assert len(played) == 24
    assert ledger.finished
    assert all(len(had) == 6 for had in ledger.table.past)


def test_a_seat_that_has_had_everything_is_passed_over() -> None:
    """The same dealer dealt six times for seat 0."""
    six = [game | {"dealer": 3} for game in GAMES]
    assert sheet_of(six).ledger.table.dealer == 0
    round_of_three = [*six, GAMES[0], GAMES[0], GAMES[0]]
    assert sheet_of(round_of_three).ledger.table.dealer == 0


def test_whoever_has_had_everything_cannot_be_dealt_to_be_spielmacher() -> None:
    six = [game | {"dealer": 3} for game in GAMES]
    for game in GAMES:
        assert problem_codes(game | {"dealer": 3}, None, before=six) == [
            ("kind", "declared_before")
        ]
