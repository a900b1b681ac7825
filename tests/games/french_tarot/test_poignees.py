"""Whoever shows many trumps wins tricks: exactly so many that none can be taken away."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import product
from random import Random
from typing import Any

import pytest

from scorekeeper.core.game import Table
from scorekeeper.games.french_tarot import checks
from scorekeeper.games.french_tarot.game import FRENCH_TAROT
from scorekeeper.games.french_tarot.rules import (
    Camp,
    Chelem,
    Contract,
    Excuse,
    HouseRules,
    Played,
    Poignee,
    PoigneeTrumps,
    Size,
)
from tests.games import one_round
from tests.games.french_tarot.played_cards import LOSE, WIN, any_played_deal, played
from tests.games.french_tarot.real_cards import (
    CAMPS,
    CHIEN,
    CONTRACTS,
    EXCUSE,
    HANDS,
    SHOWN,
    every_count,
    is_half_too_much,
    is_trump,
    pack,
    strength,
    value,
    written,
)
from tests.games.one_round import PLAYERS

problem_codes = partial(one_round.problem_codes, FRENCH_TAROT)
score_of = partial(one_round.score_of, FRENCH_TAROT)

PLAYING = pytest.mark.parametrize("playing", [3, 4, 5])
TEN = {10: "simple", 13: "double", 15: "triple"}
TAKER, PARTNER, DEFENDER, ANOTHER = 0, 2, 1, 3

# ---- Every set of poignées, with every count ------------------------------------------------


def trumps_of(playing: int, house: HouseRules) -> dict[str, int]:
    sizes = SHOWN[playing] if house.poignee_trumps == "by_players" else TEN
    return {name: trumps for trumps, name in sizes.items()}


def seats_of(playing: int) -> dict[str, list[int]]:
    if playing == 3:
        return {"attack": [TAKER], "defence": [DEFENDER, PARTNER]}
    if playing == 4:
        return {"attack": [TAKER], "defence": [DEFENDER, ANOTHER]}
    return {"attack": [TAKER, PARTNER], "defence": [DEFENDER, ANOTHER]}


Shown = tuple[tuple[int, str], ...]  # seats and sizes


def every_showing(playing: int, house: HouseRules) -> list[Shown]:
    """One poignée of each camp and size, and every two that the trumps allow."""
    trumps = trumps_of(playing, house)
    own, others = seats_of(playing).values()
    single: list[Shown] = [((seat, size),) for seat in (own[0], others[0]) for size in trumps]
    pairs = {(own[0], others[0]), (own[0], own[-1]), (others[0], others[-1])}
    double: list[Shown] = [
        ((one, first), (other, second))
        for one, other in sorted(pairs)
        if one != other
        for first, second in product(trumps, repeat=2)
        if trumps[first] + trumps[second] <= 22
    ]
    return single + double


@cache
def fewest_tricks(trumps: tuple[int, ...], hand: int) -> int:
    """The fewest tricks of a camp whose players hold at least so many of the trumps 1 to 21.

    Every number that they can hold, of higher trumps against them, and of tricks with theirs.
    """
    if not trumps:
        return 0
    fewest = hand
    for held in product(*(range(least, 22) for least in trumps)):
        for against in range(22 - sum(held)):
            for tricks in range(max(held), min(sum(held), hand) + 1):
                fewest = min(fewest, tricks - min(tricks, against))
    return fewest


def tricks_of_attack(playing: int, house: HouseRules, showing: Shown, owner: Any) -> frozenset[int]:
    """Every number of tricks that the attack can have won; *owner*: the camp with the Excuse."""
    trumps, camps = trumps_of(playing, house), seats_of(playing)
    holders = [None, *(seat for seat, _ in showing if owner is None or seat in camps[owner])]
    found: set[int] = set()
    for holder in holders:  # the Excuse is shown like a trump
        own, others = (
            fewest_tricks(
                tuple(trumps[size] - (seat == holder) for seat, size in showing if seat in seats),
                HANDS[playing],
            )
            for seats in camps.values()
        )
        found |= set(range(own, HANDS[playing] - others + 1))
    return frozenset(found)


TALES: tuple[Any, ...] = (None, *product(CAMPS, CAMPS, (True, False)))
CHELEMS = (
    None,
    Chelem(announced=True, made_by=None),
    Chelem(announced=False, made_by=Camp.ATTACK),
    Chelem(announced=True, made_by=Camp.DEFENCE),
)


def judge(
    playing: int,
    house: HouseRules,
    showing: Shown,
    contract: str,
    tale: Any,
    counts: Sequence[int],
) -> tuple[int, int]:
    """How many rounds were accepted, and how many were refused for their poignées."""
    table = Table(playing, house, playing - 1, 1, 0)
    won = tricks_of_attack(playing, house, showing, tale and tale[0])
    possible = every_count(playing, contract, won)
    accepted = refused = 0
    for bouts, petit, chelem, half_points in product(range(4), (None, *CAMPS), CHELEMS, counts):
        slams = (None, *CAMPS) if chelem is None else (chelem.made_by,)
        fits = any(
            possible.get((bouts, made_by, petit, tale), 0) >> half_points & 1 for made_by in slams
        ) and not (chelem is None and is_half_too_much(playing, half_points))
        observation = Played(
            taker=TAKER,
            partner=PARTNER if playing == 5 else None,
            contract=Contract(contract),
            bouts=bouts,
            points=half_points,
            petit_au_bout=None if petit is None else Camp(petit),
            poignees=tuple(Poignee(seat=seat, size=Size(size)) for seat, size in showing),
            chelem=chelem,
            excuse=tale and Excuse(owner=Camp(tale[0]), trick=Camp(tale[1]), last_trick=tale[2]),
        )
        found = list(checks.check(observation, table))
        assert (not found) == fits, (observation, found)
        accepted += fits
        refused += any(problem.field == "poignees" for problem in found)
    return accepted, refused


HOUSES = tuple(HouseRules(poignee_trumps=each) for each in PoigneeTrumps)


@PLAYING
def test_a_deal_is_refused_for_its_poignees_exactly_where_the_trumps_say_so(playing: int) -> None:
    random, accepted, refused = Random(playing), 0, 0
    for house in HOUSES:
        for showing in every_showing(playing, house):
            contract, tale = random.choice(CONTRACTS), random.choice(TALES)
            counts = [0, 6, 9, 15, 182, *random.sample(range(183), 4)]
            found = judge(playing, house, showing, contract, tale, counts)
            accepted, refused = accepted + found[0], refused + found[1]
    assert min(accepted, refused) > 20


@pytest.mark.soak(short="test_a_deal_is_refused_for_its_poignees_exactly_where_the_trumps_say_so")
@pytest.mark.parametrize("contract", CONTRACTS)
@PLAYING
def test_so_it_is_for_every_count_and_tale(playing: int, contract: str) -> None:
    random = Random(7)
    for house in HOUSES:
        for showing in every_showing(playing, house):
            judge(playing, house, showing, contract, None, range(183))
            for tale in TALES[1:]:
                judge(playing, house, showing, contract, tale, random.sample(range(183), 12))


# ---- At a table -----------------------------------------------------------------------------


def told(playing: int, deal: Any, random: Random, house: dict[str, Any]) -> None:
    """The deal is accepted, and written as the table writes it."""
    observation, points = deal.told(random)
    wanted = written(observation, points, list(range(playing)), playing)
    score = score_of(observation, house, PLAYERS[:playing])
    assert list(score.points) == wanted, observation


def played_deals(playing: int, deals: int) -> int:
    random, with_poignee = Random(playing), 0
    for _ in range(deals):
        ten = random.random() < 0.3
        house = {"poignee_trumps": "ten" if ten else "by_players", "misere": 10}
        deal = any_played_deal(random, playing, TEN if ten else None)
        deal.miseres.clear()
        told(playing, deal, random, house)
        with_poignee += bool(deal.poignees)
    return with_poignee


@PLAYING
def test_every_deal_played_by_the_rules_is_accepted(playing: int) -> None:
    assert played_deals(playing, 60) > 15


@pytest.mark.soak(short="test_every_deal_played_by_the_rules_is_accepted")
@PLAYING
def test_so_is_deal_after_deal(playing: int) -> None:
    assert played_deals(playing, 6_000) > 1_500


def beaten_hands(random: Random, playing: int, trumps: int, loser: int) -> Iterator[list[Any]]:
    """Hands and chien: the loser has the lowest trumps and the Excuse, one other all the rest."""
    cards = sorted(filter(is_trump, pack()), key=lambda card: (card != EXCUSE, strength(card, "")))
    plain = sorted(
        (card for card in pack() if not is_trump(card)), key=lambda card: strength(card, card[0])
    )
    winner = TAKER if loser != TAKER else DEFENDER
    size = HANDS[playing]
    hands: list[list[Any]] = [[] for _ in range(playing)]
    hands[loser], hands[winner] = cards[:trumps], cards[trumps:]
    while len(hands[winner]) < size:
        hands[winner].append(plain.pop())
    random.shuffle(plain)
    for hand in hands:
        while len(hand) < size:
            hand.append(plain.pop())
    assert len(plain) == CHIEN[playing]
    yield from (hands, plain)


def fewest_at_the_table(playing: int, trumps: int, camp: str) -> int:
    """The fewest tricks that a player of this camp and the others won in many tries."""
    random, fewest = Random(trumps), HANDS[playing]
    loser = TAKER if camp == "attack" else DEFENDER
    aims = {each: LOSE if each == camp else WIN for each in CAMPS}
    for _ in range(25):
        hands, laid = beaten_hands(random, playing, trumps, loser)
        deal = played(random, hands, laid, "garde_sans", TAKER, None, aims)
        fewest = min(fewest, deal.won_by.count(camp))
        deal.poignees, deal.miseres = [], []
        told(playing, deal, random, {})
    return fewest


@pytest.mark.parametrize(
    ("playing", "trumps"), [(3, 13), (3, 15), (3, 18), (4, 10), (4, 13), (4, 15), (5, 8), (5, 13)]
)
@pytest.mark.parametrize("camp", CAMPS)
def test_no_fewer_tricks_are_certain(playing: int, trumps: int, camp: str) -> None:
    """A table can play so that whoever showed them wins no more than the rule is certain of."""
    certain = fewest_tricks((trumps - 1,), HANDS[playing])
    assert fewest_at_the_table(playing, trumps, camp) == certain


GARDE = {"kind": "played", "taker": 0, "contract": "garde", "bouts": 3, "points": 91}
SLAM = {"announced": False, "made_by": "attack"}


@PLAYING
def test_a_player_with_very_many_trumps_was_not_beaten_in_every_trick(playing: int) -> None:
    players = PLAYERS[:playing]
    for trumps, size in SHOWN[playing].items():
        shown = {"poignees": [{"seat": 1, "size": size}], "chelem": SLAM}
        found = problem_codes(GARDE | shown, None, players)
        assert found == ([("poignees", "poignee_without_trick")] if trumps > 11 else [])


def test_two_players_of_a_side_share_fewer_trumps_than_they_win_tricks() -> None:
    two = [{"seat": 1, "size": "simple"}, {"seat": 3, "size": "simple"}]
    found = problem_codes(GARDE | {"poignees": two, "chelem": SLAM}, None, PLAYERS[:5])
    assert found == [("poignees", "poignee_without_trick")]
    across = [{"seat": 0, "size": "simple"}, {"seat": 3, "size": "simple"}]
    assert not problem_codes(GARDE | {"poignees": across, "chelem": SLAM}, None, PLAYERS[:5])


def test_whoever_has_only_what_was_laid_away_has_shown_no_fifteen_trumps() -> None:
    deal = GARDE | {"bouts": 0, "points": 3, "poignees": [{"seat": 0, "size": "triple"}]}
    assert problem_codes(deal, None, PLAYERS[:4]) == [("poignees", "poignee_points")]
    assert problem_codes(deal | {"poignees": []}, None, PLAYERS[:4]) == []


def test_the_pack_of_these_tests_is_worth_what_it_should_be() -> None:
    assert sum(map(value, pack())) == 91
