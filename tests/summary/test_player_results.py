"""Points follow the person; a side is won by those who sit there at the end."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.messages import messages_in
from scorekeeper.summary.chat_texts import result_text
from scorekeeper.summary.result import points_by_person, result, stretches, winners

NAMES = ["Anna", "Bert", "Clara", "Dirk"]
LOST = {"kind": "conceded", "maker": 1}  # 162 for Anna and Clara
WON = {"kind": "conceded", "maker": 0}  # 162 for Bert and Dirk


def played(rounds: list[dict[str, Any]], *changes: tuple[int, int, str]) -> Sheet:
    seating = [{"round": number, "seat": seat, "player": name} for number, seat, name in changes]
    data = {"format": "scorekeeper-sheet/1", "game": "klaverjassen", "players": NAMES}
    return parsed(data | {"seating": seating, "rounds": rounds}, GAMES)


def points(sheet: Sheet) -> dict[str, int]:
    return points_by_person(stretches(sheet))


def test_partners_have_what_their_side_wrote() -> None:
    sheet = played([LOST, LOST, WON])
    assert points(sheet) == {"Anna": 324, "Clara": 324, "Bert": 162, "Dirk": 162}
    assert winners(sheet) == {"Anna", "Clara"}


def test_a_substitute_has_the_points_of_the_rounds_played_and_the_victory() -> None:
    sheet = played([LOST, LOST, LOST], (3, 0, "Eva"))
    assert points(sheet) == {"Anna": 324, "Clara": 486, "Eva": 162, "Bert": 0, "Dirk": 0}
    assert winners(sheet) == {"Clara", "Eva"}


def test_somebody_who_changes_sides_and_comes_back_is_added_up() -> None:
    sheet = played(
        [LOST, WON, LOST], (2, 0, "Bert"), (2, 1, "Anna"), (3, 0, "Anna"), (3, 1, "Bert")
    )
    assert points(sheet) == {"Anna": 486, "Bert": 0, "Clara": 324, "Dirk": 162}


def test_whoever_only_was_to_play_has_played_nothing() -> None:
    sheet = played([LOST], (1, 3, "Eva"), (2, 0, "Ida"))
    assert points(sheet) == {"Anna": 162, "Clara": 162, "Bert": 0, "Eva": 0}
    assert winners(sheet) == {"Anna", "Clara"}
    over = replace(sheet, head=replace(sheet.head, closed=True))
    assert result(over, messages_in("en")) == "Anna & Clara won"
    assert "Ida" not in result_text(over, date(2026, 1, 2), messages_in("en"), None)


@pytest.mark.parametrize(("rounds", "said"), [([], "Not played"), ([LOST, WON], "A draw")])
def test_a_draw_is_won_by_nobody_and_needs_a_round(rounds: list[dict[str, Any]], said: str) -> None:
    sheet = played(rounds)
    assert winners(sheet) == frozenset()
    assert result(sheet, messages_in("en")) == said
