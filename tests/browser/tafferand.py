"""Tafferand by thumb, and an evening of it with real cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.table import (
    choice,
    expect_round_count,
    round_count,
    save_round,
)
from tests.games.tafferand.real_cards import DEALERS, HOUSES

GAMES = {
    "tafferand": "Tafferand",
    "stiche": "Stiche",
    "herz": "Herz",
    "damen": "Damen",
    "general": "General",
    "elferraus": "Elferraus",
}
GROUPS = ("tricks", "hearts", "queens")
SEED = 14  # of an evening with everything that a table meets


# --- an evening ---


@dataclass(frozen=True)
class Played:
    """A game as the table saw it, and what both sides write."""

    spielmacher: int
    observation: Mapping[str, Any]
    written: Sequence[int]


def evening(seed: int = SEED) -> list[Played]:
    """Twenty-four games: everybody declares in turn what they like of what they have left."""
    random = Random(seed)
    chosen = [random.sample(list(GAMES), len(GAMES)) for _ in range(4)]
    return [played(random, seat, chosen[seat][turn]) for turn in range(6) for seat in range(4)]


def played(random: Random, spielmacher: int, game: str) -> Played:
    if game == "elferraus":
        first, second = random.sample(range(4), 2)
        written = [0, 0]
        written[first % 2] += 200
        written[second % 2] += 100
        return Played(spielmacher, {"kind": game, "first": first, "second": second}, written)
    deal = random.choice(DEALERS)(random)
    return Played(spielmacher, deal.observation(game), deal.written(game, HOUSES[0]))


# --- the form of a game ---


def count(page: Page, group: str, side: int) -> Locator:
    """How many tricks, hearts or queens a side has."""
    return page.locator(f"input[name={group}_{side}]")


def offered(page: Page) -> Locator:
    """The games to choose from, as far as they can be observation."""
    return page.locator("form[data-entry] label:has(input[name=game])").filter(visible=True)


def fill_in(page: Page, spielmacher: int, observation: Mapping[str, Any]) -> None:
    """A game as a file would say it, by thumb."""
    choice(page, "game", f"{observation['kind']}_{spielmacher}").tap()
    for key in ("king", "first", "second"):
        if key in observation:
            choice(page, key, observation[key]).tap()
    for group in GROUPS:
        if group in observation:
            count(page, group, 0).tap()
            count(page, group, 0).fill(str(observation[group][0]))
    for group, seat in observation.get("durchmarsch", {}).items():
        shared = f"shared_{int(observation[group][0] == 0)}"
        choice(page, f"durchmarsch_{group}", shared if seat is None else seat).tap()


def play(page: Page, spielmacher: int, observation: Mapping[str, Any]) -> None:
    """A whole game, saved."""
    before = round_count(page)
    fill_in(page, spielmacher, observation)
    save_round(page)
    expect_round_count(page, before + 1)


# --- the square ---


def expect_square(page: Page, had: Sequence[set[str]]) -> None:
    """Who has declared what, as the square shows it: row by row, a column a player."""
    ticks = ["✓" if game in games else "·" for game in GAMES for games in had]
    expect(page.locator("table.ticks td > [aria-hidden]")).to_have_text(ticks)
