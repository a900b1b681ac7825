"""Tapp by thumb, and an evening of it with real cards."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.table import (
    choice,
    expect_round_count,
    round_count,
    save_round,
    unfold,
)
from tests.games.tapp.real_cards import Deal, any_deal, paid, tied_deal

HOUSE = {
    "unit_cents": 5,
    "play_for": "money",
    "deck": 36,
    "herz_mit_aufnehmen": False,
    "ramsch_tie": "each_pays",
    "ramsch_durchmarsch": "pays",
}
CENTS = {"farbspiel": 5, "bettel": 15, "rufer": 15, "bettel_aufgelegt": 30, "durch": 30}
WITH_SUIT = ("farbspiel", "rufer", "durch")
SUITS = ("clubs", "spades", "hearts", "diamonds")
COUNTED = "counted"  # a Ramsch with Augen and tricks, not only named
TIED = "tied"  # a named one in which several have the most

SEED = 2  # of an evening with everything that a table meets
FREE = ("farbspiel", "ramsch", "bettel", "durch", COUNTED, "bettel_aufgelegt", TIED)
ANNOUNCED = "rufer"  # the round in which the ace of hearts is held
LAST_FREE = "farbspiel"
FORCED = ("ramsch", "ramsch", "ramsch", COUNTED)


# --- an evening ---


@dataclass(frozen=True)
class Played:
    """A round as the table saw it, who dealt it, and what everybody has won or lost in cents."""

    dealer: int
    observation: Mapping[str, Any]
    written: Sequence[int]


def evening(seed: int = SEED) -> list[Played]:
    """Eight free rounds, the last one with the ace of hearts; one more; four forced Ramsch."""
    random = Random(seed)
    ace = random.randrange(4)
    free = [played(random, number - 1, game) for number, game in enumerate(FREE)]
    announced = played(random, len(FREE) - 1, ANNOUNCED, ace_of_hearts=ace)
    last_free = played(random, ace, LAST_FREE)
    forced = [
        played(random, ace + 1 + number, game, forced=True) for number, game in enumerate(FORCED)
    ]
    return [*free, announced, last_free, *forced]


def played(random: Random, dealer: int, game: str, **more: Any) -> Played:
    if game in CENTS:
        observation, written = declared(random, game)
    else:
        deal = dealt(random, tied_deal if game == TIED else any_deal)
        observation = deal.counted() if game == COUNTED else deal.named(random, with_last=False)
        written = paid(deal)
    return Played(dealer % 4, observation | more, written)


def declared(random: Random, game: str) -> tuple[dict[str, Any], list[int]]:
    """Cards are dealt until it ends as a coin says: by chance most games would be lost."""
    declarer, wins = random.randrange(4), random.random() < 0.5
    deal = dealt(random)
    while is_won(game, declarer, deal) != wins:
        deal = dealt(random)
    observation: dict[str, Any] = {"kind": game, "declarer": declarer}
    if game in WITH_SUIT:
        observation["suit"] = random.choice(SUITS)
    observation |= (
        {"points": deal.augen_of_declarer(declarer)} if game == "farbspiel" else {"won": wins}
    )
    each = CENTS[game] * (2 if observation.get("suit") == "hearts" else 1) * (1 if wins else -1)
    return observation, [3 * each if seat == declarer else -each for seat in range(4)]


def is_won(game: str, declarer: int, deal: Deal) -> bool:
    if game == "farbspiel":
        return deal.augen_of_declarer(declarer) > 60
    return deal.counts[declarer] == (0 if game in ("bettel", "bettel_aufgelegt") else 8)


def dealt(random: Random, deal: Callable[..., Deal] = any_deal) -> Deal:
    """Cards for four."""
    found = deal(random, **HOUSE)
    while found.seats != 4:
        found = deal(random, **HOUSE)
    return found


# --- the form of a round ---


def augen(page: Page) -> Locator:
    return page.locator("input[name=augen]")


def fill_in(page: Page, observation: Mapping[str, Any]) -> None:
    """A round as a file would say it, by thumb."""
    if observation["kind"] != "ramsch":
        fill_in_declared(page, observation)
    else:
        if not observation.get("forced"):
            choice(page, "game", "ramsch").tap()
        if "most" in observation:
            for name in ("most", "jungfern"):
                for seat in observation[name]:
                    choice(page, name, seat).tap()
        else:
            fill_in_counted(page, observation)
    if "ace_of_hearts" in observation:
        ace_of_hearts(page, observation["ace_of_hearts"])


def ace_of_hearts(page: Page, seat: int) -> None:
    unfold(page, "Herz-Ass angesagt?")
    choice(page, "ace_of_hearts", seat).tap()


def fill_in_declared(page: Page, observation: Mapping[str, Any]) -> None:
    choice(page, "declarer", observation["declarer"]).tap()
    choice(page, "game", observation["kind"]).tap()
    if "suit" in observation:
        choice(page, "suit", observation["suit"]).tap()
    if "points" in observation:
        augen(page).fill(str(observation["points"]))
    else:
        choice(page, "won", "won" if observation["won"] else "lost").tap()


def fill_in_counted(page: Page, observation: Mapping[str, Any]) -> None:
    """Whoever comes last has what the others lack, and is left empty."""
    unfold(page, "Ramsch auszählen")
    for name in ("points", "tricks"):
        for seat, number in enumerate(observation[name][:-1]):
            page.locator(f"input[name={name}_{seat}]").fill(str(number))
    if "last_trick" in observation:
        choice(page, "last_trick", observation["last_trick"]).tap()


def play(page: Page, observation: Mapping[str, Any]) -> None:
    """A whole round, saved."""
    before = round_count(page)
    fill_in(page, observation)
    save_round(page)
    expect_round_count(page, before + 1)


# --- the end ---


def transfers(page: Page) -> list[tuple[str, str, int]]:
    """Who pays whom how many cents, as the sheet says it."""
    lines = page.locator(".ticks p > .sr:first-child").all_inner_texts()
    found = [re.fullmatch(r"(\w+) zahlt (\w+) (\d+),(\d\d)\s€", line) for line in lines]
    return [(each[1], each[2], int(each[3] + each[4])) for each in found if each]
