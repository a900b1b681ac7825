"""Tübinger Tarock by thumb, and an evening of it with real cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.table import (
    PLAYERS,
    choice,
    expect_round_count,
    round_count,
    save_round,
    unfold,
)
from tests.games.tuebinger_tarock.real_cards import (
    ALONE,
    any_call,
    any_deal,
    claimed,
    empty_seats,
    raus_written,
    ruf_written,
    together,
)

Told = Mapping[str, Any]

STRAFEN = {
    "skimon": "Skimon",
    "obere": "Obere",
    "untere": "Untere",
    "koenigreich": "Königreich",
    "skisiertes_koenigreich": "Skisiertes Königreich",
    "familie": "Familie",
    "skisierte_familie": "Skisierte Familie",
    "fein": "Fein",
    "einser_gefasst": "Einser gefasst",
    "einser_fein_gefasst": "Einser fein gefasst",
}
FIELDS = {  # what each shows of the points p of the caller's side: base + sign × p
    "own_result": (-23, 1),
    "their_result": (68, -1),
    "own_points": (0, 1),
    "their_points": (91, -1),
}
SAME_DEALER = ("redeal", "misdeal")
WON_TOUTS = {18: 120, 19: 240}

SEED = 13  # of an evening with everything that a table meets, and no result that is asked about


# --- an evening ---


@dataclass(frozen=True)
class Played:
    """A round as the table saw it, who dealt it, and what everybody has written."""

    dealer: int
    observation: Told
    written: Sequence[int]
    typed: str = "own_result"  # the one number of a Ruf


def ruf(random: Random, dealer: int, typed: str, *, won: bool, moves: bool = False) -> Played:
    """Cards are dealt until it ends as wished, with two Strafen at least."""
    while True:
        deal = any_deal(random)
        caller, called = any_call(deal, random)
        pile = together(caller, called)
        own, strafen = deal.whole_points(pile)[0], claimed(deal.strafen(pile), random)
        counted = deal.taken(pile)[0].halves // 2
        as_wished = (own >= 46) == won and (own != counted) == moves
        if deal.dealer == dealer and as_wished and len(strafen) > 1:
            break
    observation = {"kind": "ruf", "caller": caller, "called": called, "points": counted}
    told = {"ski": deal.ski} if moves else {}
    written = ruf_written(own, (caller, called), strafen, {})
    return Played(dealer, observation | told | {"strafen": strafen}, written, typed)


def raus(random: Random, dealer: int, *, won: bool, hidden: bool = False) -> Played:
    """A hidden one of the dealer, or one with an empty pile that may be added."""
    while True:
        deal, soloist = any_deal(random), dealer if hidden else random.randrange(4)
        piles, empty = deal.whole_points(ALONE), empty_seats(deal, soloist)
        observation = {"kind": "raus", "soloist": soloist, "piles": piles}
        observation |= {"hidden": True} if hidden else {"empty": empty[:1]}
        strafen = claimed(deal.strafen([int(seat == soloist) for seat in range(4)]), random)
        written = raus_written(piles, observation, strafen, {})
        if deal.dealer == dealer and (written[soloist] > 0) == won and (hidden or empty):
            return Played(dealer, observation | {"strafen": strafen}, written)


def tout(random: Random, dealer: int) -> Played:
    soloist, tricks = random.randrange(4), random.choice((17, 18, 19))
    written = [WON_TOUTS.get(tricks, -240) if seat == soloist else 0 for seat in range(4)]
    return Played(dealer, {"kind": "tout", "soloist": soloist, "tricks": tricks}, written)


def misdeal(_: Random, dealer: int) -> Played:
    written = [-10 if seat == dealer else 0 for seat in range(4)]
    return Played(dealer, {"kind": "misdeal", "dealer": dealer}, written)


def redeal(_: Random, dealer: int) -> Played:
    return Played(dealer, {"kind": "redeal"}, [0, 0, 0, 0])


ROUNDS = (
    partial(ruf, typed="own_result", won=True),
    partial(ruf, typed="their_result", won=False),
    misdeal,
    partial(ruf, typed="own_points", won=True, moves=True),
    redeal,
    partial(raus, won=True),
    tout,
    partial(ruf, typed="their_points", won=True),
    partial(raus, won=False, hidden=True),
    partial(ruf, typed="own_result", won=False, moves=True),
)


def evening(seed: int = SEED) -> list[Played]:
    """Ten rounds, after two of which the same player deals again."""
    random, found, dealer = Random(seed), list[Played](), 3
    for played in ROUNDS:
        found.append(played(random, dealer))
        dealer = (dealer + (found[-1].observation["kind"] not in SAME_DEALER)) % 4
    return found


# --- the form of a round ---


def count(page: Page, name: str) -> Locator:
    """One of the four linked fields of a Ruf, the pile of a player, or the tricks of a Tout."""
    return page.locator(f"input[name={name}]")


def fill_in(page: Page, observation: Told, typed: str = "own_result") -> None:
    """A round as a file would say it, by thumb; of a Ruf one number is typed."""
    if observation["kind"] in SAME_DEALER:
        unfold(page, "Nicht gespielt?")
    choice(page, "kind", observation["kind"]).tap()
    for key in ("caller", "called", "soloist"):
        if key in observation:
            choice(page, key, observation[key]).tap()
    if "points" in observation:
        base, sign = FIELDS[typed]
        count(page, typed).fill(str(base + sign * observation["points"]))
    if "tricks" in observation:
        count(page, "tricks").fill(str(observation["tricks"]))
    if "piles" in observation:
        fill_in_piles(page, observation)
    if "ski" in observation:
        fill_in_ski(page, observation["ski"])
    for strafe in observation.get("strafen", ()):
        add(page, strafe)


def fill_in_piles(page: Page, observation: Told) -> None:
    """The last pile has what the others lack."""
    for seat, points in enumerate(observation["piles"][:-1]):
        count(page, f"pile_{seat}").fill(str(points))
    if observation.get("hidden"):
        choice(page, "hidden", 1).tap()
    for seat in observation.get("empty", ()):
        choice(page, "empty", seat).tap()


def fill_in_ski(page: Page, ski: Told) -> None:
    unfold(page, "Vor dem Tausch des Ski gezählt?")
    choice(page, "ski_owner", ski["owner"]).tap()
    choice(page, "ski_trick", ski["trick"]).tap()
    if ski["last_trick"]:
        choice(page, "ski_last", 1).tap()


# --- Strafen ---


def touch(page: Page, what: str) -> None:
    """A Strafe, for the player chosen before."""
    page.locator(f"#strafen button[name=add][value={what}]").tap()


def add(page: Page, strafe: Told) -> None:
    """A Strafe by touch; a row has three cards at the first one."""
    unfold(page, "Strafen")
    choice(page, "strafen_seat", strafe["seat"]).tap()
    for _ in range(2, strafe.get("count", 3)):
        touch(page, strafe["what"])
    expect(chip(page, strafe)).not_to_have_count(0)


def chips(page: Page) -> Locator:
    """The Strafen touched so far; a touch takes one back."""
    return page.locator("#strafen .chips button")


def chip(page: Page, strafe: Told) -> Locator:
    many = f"{strafe['count']} " if "count" in strafe else ""
    words = f"{PLAYERS[strafe['seat']]}: {many}{STRAFEN[strafe['what']]} "
    return chips(page).filter(has_text=words)


def touch_hand(page: Page, *cards: str) -> None:
    """The cards of a hand, as the form names them."""
    unfold(page, "Blatt prüfen")
    for card in cards:
        choice(page, "hand", card).tap()


# --- what can be said before the round is whole ---


def hints(page: Page) -> Locator:
    return page.locator("#sum .hint")


def play(page: Page, observation: Told, typed: str = "own_result") -> None:
    """A whole round, saved."""
    before = round_count(page)
    fill_in(page, observation, typed)
    save_round(page)
    expect_round_count(page, before + 1)
