"""French Tarot by thumb, and an evening of it with real cards."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.table import (
    choice,
    expect_round_count,
    press,
    round_count,
    save_round,
    unfold,
)
from tests.games.french_tarot.real_cards import TARGETS, Deal, any_deal, with_one_more, written

SIX = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz")
CAMPS = {"attack": "Angriff", "defence": "Verteidigung"}
MISERE = 10
DEALS = 7

Told = Mapping[str, Any]
Wish = Callable[[Told, Fraction], bool]

SEED = 28  # of an evening with everything that a table meets


# --- an evening ---


@dataclass(frozen=True)
class Played:
    """A deal as the table saw it, who dealt it and sat out, and what everybody has written."""

    dealer: int
    out: int
    observation: Told
    points: Fraction  # of the attack, behind the exchange
    written: Sequence[int]


def above(observation: Told, points: Fraction) -> Fraction:
    """How far the attack is above what it needs."""
    return points - TARGETS[observation["bouts"]]


def moves(observation: Told) -> bool:
    """Whether four points go home with the Excuse."""
    told: Told = observation.get("excuse", {"owner": None, "trick": None})
    return told["owner"] != told["trick"] and not told["last_trick"]


def is_plain(observation: Told) -> bool:
    return not {"excuse", "petit_au_bout", "poignees", "chelem", "miseres"} & set(observation)


WISHES: tuple[Wish | None, ...] = (  # in this order; None: all pass
    lambda observation, points: observation["contract"] == "petite" and is_plain(observation),
    lambda observation, points: (
        moves(observation) and observation["excuse"]["owner"] == "attack" and points % 1 > 0
    ),
    None,
    lambda observation, points: (
        observation.get("petit_au_bout") == "attack" and above(observation, points) < 0
    ),
    lambda observation, points: (
        observation.get("petit_au_bout") == "defence" and len(observation.get("poignees", ())) > 1
    ),
    lambda observation, points: moves(observation) and observation["excuse"]["owner"] == "defence",
    lambda observation, points: (
        bool(observation.get("miseres")) and observation["contract"] == "garde_contre"
    ),
    lambda observation, points: (
        observation.get("chelem") == {"announced": True, "made_by": "attack"}
    ),
)
INSTEAD = 5  # the round in which somebody else sits out than the dealer


@cache
def evening(seed: int = SEED) -> tuple[Played, ...]:
    """Seven deals that count and one that nobody took; six at the table, five of them play."""
    random = Random(seed)
    return tuple(
        played(random, (number - 1) % 6, wish, instead=number == INSTEAD)
        for number, wish in enumerate(WISHES)
    )


def played(random: Random, dealer: int, wish: Wish | None, *, instead: bool) -> Played:
    out = (dealer + 2) % 6 if instead else dealer
    if wish is None:
        return Played(dealer, out, {"kind": "passed"}, Fraction(0), [0] * 6)
    observation, points = told(random, wish)
    observation = with_one_more(observation, out) | ({"out": out} if instead else {})
    at_table = [seat for seat in range(6) if seat != out]
    return Played(
        dealer, out, observation, points, written(observation, points, at_table, 6, MISERE)
    )


def told(random: Random, wish: Wish) -> tuple[dict[str, Any], Fraction]:
    """Cards are dealt to five until it ends as wished."""
    while True:
        deal: Deal = any_deal(random, 5)
        observation, points = deal.told(random)
        if wish(observation, points):
            return observation, points


# --- the form of a deal ---


def count(page: Page, camp: str) -> Locator:
    return page.locator(f"input[name={camp}]")


def as_typed(points: float | Fraction) -> str:
    """Half points as people write them."""
    return str(float(points)).removesuffix(".0").replace(".", ",")


def fill_in(page: Page, observation: Told, camp: str = "attack") -> None:
    """A deal as a file would say it, by thumb; the points are those of one camp or the other."""
    if "out" in observation:
        sit_out(page, observation["out"])
    if observation["kind"] == "passed":
        unfold(page, "Alle gepasst?")
        choice(page, "taker", "nobody").tap()
        return
    choice(page, "taker", observation["taker"]).tap()
    if "partner" in observation or page.locator("input[name=partner]").count():
        partner = observation.get("partner")
        choice(page, "partner", "alone" if partner is None else partner).tap()
    choice(page, "contract", observation["contract"]).tap()
    choice(page, "bouts", observation["bouts"]).tap()
    fill_in_bonuses(page, observation)
    points = observation["points"] if camp == "attack" else 91 - observation["points"]
    count(page, camp).fill(as_typed(points))


def fill_in_bonuses(page: Page, observation: Told) -> None:
    if observation.get("petit_au_bout"):
        unfold(page, "Petit au bout?")
        choice(page, "petit_au_bout", observation["petit_au_bout"]).tap()
    for shown in observation.get("poignees", ()):
        unfold(page, "Poignée gezeigt?")
        choice(page, f"poignee_{shown['seat']}", shown["size"]).tap()
    chelem = observation.get("chelem", {})
    if chelem.get("announced") or chelem.get("made_by"):
        unfold(page, "Chelem?")
        if chelem["announced"]:
            choice(page, "announced", 1).tap()
        choice(page, "made_by", chelem["made_by"] or "nobody").tap()
    for seat in observation.get("miseres", ()):
        unfold(page, "Misère?")
        choice(page, "miseres", seat).tap()
    if "excuse" in observation:
        fill_in_excuse(page, observation["excuse"])


def fill_in_excuse(page: Page, excuse: Told) -> None:
    unfold(page, "Vor dem Tausch der Excuse gezählt?")
    choice(page, "owner", excuse["owner"]).tap()
    choice(page, "trick", excuse["trick"]).tap()
    if excuse["last_trick"]:
        choice(page, "last_trick", 1).tap()


def sit_out(page: Page, seat: int) -> None:
    """Somebody else than the dealer."""
    unfold(page, "setzt aus – ändern")
    press(page, SIX[seat])
    expect_out(page, seat)


def expect_out(page: Page, seat: int) -> None:
    """This seat stays where it is in the form, and cannot be chosen."""
    expect(choice(page, "taker", seat).locator("input")).to_be_disabled()


def play(page: Page, observation: Told, camp: str = "attack") -> None:
    """A whole deal, saved."""
    before = round_count(page)
    fill_in(page, observation, camp)
    save_round(page)
    expect_round_count(page, before + 1)


# --- what can be said before the deal is whole ---


def hints(page: Page) -> Locator:
    return page.locator("#sum .hint")


def expect_standing(page: Page, observation: Told, points: Fraction) -> None:
    """By how much it is made, or how much is missing."""
    more = above(observation, points)
    distance = ceil(abs(more))  # the half goes to whoever wins the deal
    said = f"Gemacht, {distance} darüber" if more > 0 else f"Nicht geschafft, {distance} zu wenig"
    expect(hints(page).last).to_have_text(re.compile(rf"^{said if more else 'Genau erreicht'}\.$"))
