"""French Tarot by thumb, and an evening of it with real cards."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.table import choice, press, rounds, save, unfold
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
    seen: Told
    points: Fraction  # of the attack, behind the exchange
    written: Sequence[int]


def above(seen: Told, points: Fraction) -> Fraction:
    """How far the attack is above what it needs."""
    return points - TARGETS[seen["bouts"]]


def moves(seen: Told) -> bool:
    """Whether four points go home with the Excuse."""
    told: Told = seen.get("excuse", {"owner": None, "trick": None})
    return told["owner"] != told["trick"] and not told["last_trick"]


def is_plain(seen: Told) -> bool:
    return not {"excuse", "petit_au_bout", "poignees", "chelem", "miseres"} & set(seen)


WISHES: tuple[Wish | None, ...] = (  # in this order; None: all pass
    lambda seen, points: seen["contract"] == "petite" and is_plain(seen),
    lambda seen, points: moves(seen) and seen["excuse"]["owner"] == "attack" and points % 1 > 0,
    None,
    lambda seen, points: seen.get("petit_au_bout") == "attack" and above(seen, points) < 0,
    lambda seen, points: (
        seen.get("petit_au_bout") == "defence" and len(seen.get("poignees", ())) > 1
    ),
    lambda seen, points: moves(seen) and seen["excuse"]["owner"] == "defence",
    lambda seen, points: bool(seen.get("miseres")) and seen["contract"] == "garde_contre",
    lambda seen, points: seen.get("chelem") == {"announced": True, "made_by": "attack"},
)
INSTEAD = 5  # the round in which somebody else sits out than the dealer


def evening(seed: int = SEED) -> list[Played]:
    """Seven deals that count and one that nobody took; six at the table, five of them play."""
    random = Random(seed)
    return [
        played(random, (number - 1) % 6, wish, instead=number == INSTEAD)
        for number, wish in enumerate(WISHES)
    ]


def played(random: Random, dealer: int, wish: Wish | None, *, instead: bool) -> Played:
    out = (dealer + 2) % 6 if instead else dealer
    if wish is None:
        return Played(dealer, out, {"kind": "passed"}, Fraction(0), [0] * 6)
    seen, points = told(random, wish)
    seen = with_one_more(seen, out) | ({"out": out} if instead else {})
    at_table = [seat for seat in range(6) if seat != out]
    return Played(dealer, out, seen, points, written(seen, points, at_table, 6, MISERE))


def told(random: Random, wish: Wish) -> tuple[dict[str, Any], Fraction]:
    """Cards are dealt to five until it ends as wished."""
    while True:
        deal: Deal = any_deal(random, 5)
        seen, points = deal.told(random)
        if wish(seen, points):
            return seen, points


# --- the form of a deal ---


def count(page: Page, camp: str) -> Locator:
    return page.locator(f"input[name={camp}]")


def as_typed(points: float | Fraction) -> str:
    """Half points as people write them."""
    return str(float(points)).removesuffix(".0").replace(".", ",")


def fill_in(page: Page, seen: Told, camp: str = "attack") -> None:
    """A deal as a file would say it, by thumb; the points are those of one camp or the other."""
    if "out" in seen:
        sit_out(page, seen["out"])
    if seen["kind"] == "passed":
        choice(page, "taker", "nobody").tap()
        return
    choice(page, "taker", seen["taker"]).tap()
    if "partner" in seen or page.locator("input[name=partner]").count():
        partner = seen.get("partner")
        choice(page, "partner", "alone" if partner is None else partner).tap()
    choice(page, "contract", seen["contract"]).tap()
    choice(page, "bouts", seen["bouts"]).tap()
    fill_in_bonuses(page, seen)
    points = seen["points"] if camp == "attack" else 91 - seen["points"]
    count(page, camp).fill(as_typed(points))


def fill_in_bonuses(page: Page, seen: Told) -> None:
    if seen.get("petit_au_bout"):
        unfold(page, "Petit au bout?")
        choice(page, "petit_au_bout", seen["petit_au_bout"]).tap()
    for shown in seen.get("poignees", ()):
        unfold(page, "Poignée gezeigt?")
        choice(page, f"poignee_{shown['seat']}", shown["size"]).tap()
    chelem = seen.get("chelem", {})
    if chelem.get("announced") or chelem.get("made_by"):
        unfold(page, "Chelem?")
        if chelem["announced"]:
            choice(page, "announced", 1).tap()
        if chelem["made_by"]:
            choice(page, "made_by", chelem["made_by"]).tap()
    for seat in seen.get("miseres", ()):
        unfold(page, "Misère?")
        choice(page, "miseres", seat).tap()
    if "excuse" in seen:
        fill_in_excuse(page, seen["excuse"])


def fill_in_excuse(page: Page, excuse: Told) -> None:
    unfold(page, "Vor dem Tausch der Excuse gezählt?")
    choice(page, "owner", excuse["owner"]).tap()
    choice(page, "trick", excuse["trick"]).tap()
    if excuse["last_trick"]:
        choice(page, "last_trick", 1).tap()


def sit_out(page: Page, seat: int) -> None:
    """Somebody else than the dealer."""
    unfold(page, "setzt aus. Setzt jemand anders aus?")
    press(page, SIX[seat])
    expect(choice(page, "taker", seat)).to_have_count(0)


def play(page: Page, seen: Told, camp: str = "attack") -> None:
    """A whole deal, saved."""
    before = rounds(page).count()
    fill_in(page, seen, camp)
    save(page).tap()
    expect(rounds(page)).to_have_count(before + 1)


# --- what can be said before the deal is whole ---


def hints(page: Page) -> Locator:
    return page.locator("#sum .hint")


def expect_standing(page: Page, seen: Told, points: Fraction) -> None:
    """By how much it is made, or how much is missing."""
    more = above(seen, points)
    distance = ceil(abs(more))  # the half goes to whoever wins the deal
    said = f"Gemacht, {distance} darüber" if more > 0 else f"Nicht geschafft, es fehlen {distance}"
    expect(hints(page).last).to_have_text(re.compile(rf"^{said if more else 'Genau erreicht'}\.$"))
