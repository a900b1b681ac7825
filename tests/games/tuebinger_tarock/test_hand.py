"""Checking a hand: the best for its holder, by the words of the text and by trying everything."""

from collections.abc import Collection
from itertools import chain, combinations
from random import Random

import pytest

from scorekeeper.core.game import Table
from scorekeeper.games.tuebinger_tarock import checks, rules
from scorekeeper.games.tuebinger_tarock.hand import CARDS, Held, strafen_of
from scorekeeper.games.tuebinger_tarock.rules import HouseRules, Raus, What
from scorekeeper.games.tuebinger_tarock.scoring import strafen_values
from tests.games.tuebinger_tarock.real_cards import BUBE, CAVALL, DAME, KING, SKI, Card, any_deal
from tests.games.tuebinger_tarock.real_cards import strafen_of as counted

SUITS = ("clubs", "spades", "hearts", "diamonds")
COURT = {KING: "king", DAME: "queen", CAVALL: "knight", BUBE: "jack"}
FREE, STRICT = HouseRules(), HouseRules(ski_replaces_first=False, ski_several_families=False)


def hand(words: str) -> list[str]:
    return words.split()


def told(cards: Collection[str], house: HouseRules = FREE) -> list[str]:
    """What is found, in short: what, how many, and what the Ski stands for."""
    return [
        " ".join(str(each) for each in (held.what, held.count, held.ski_for) if each is not None)
        for held in strafen_of(cards, house)
    ]


FAMILY = "clubs_king clubs_queen clubs_knight clubs_jack"


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("", []),
        ("21 20", []),
        ("21 20 19", ["obere 3"]),
        ("21 20 19 18 16", ["obere 4"]),
        ("21 20 ski", ["obere 3 19"]),
        ("21 20 19 ski", ["obere 4 18"]),
        ("21 19 18 ski", ["obere 4 20"]),
        ("21 19 18 16 ski", ["obere 4 20"]),
        ("20 19 ski", ["obere 3 21"]),
        ("20 19 18", []),
        ("1 2 3", ["untere 3"]),
        ("1 3 4 ski", ["untere 4 2"]),
        ("2 3 4 5 ski", ["untere 5 1"]),
        ("21 1 ski", ["skimon"]),
        ("21 20 1 2 ski", ["skimon", "obere 3 19", "untere 3 3"]),
        ("clubs_king spades_king hearts_king", []),
        (
            "clubs_king spades_king hearts_king ski",
            ["skisiertes_koenigreich diamonds_king"],
        ),
        (
            "clubs_king spades_king hearts_king diamonds_king ski",
            ["koenigreich"],
        ),
        (FAMILY, ["familie"]),
        (f"{FAMILY} ski", ["familie"]),
        ("hearts_king hearts_queen hearts_jack", []),
        ("hearts_king hearts_queen hearts_jack ski", ["skisierte_familie hearts_knight"]),
        ("hearts_king hearts_queen ski", []),
        (
            f"{FAMILY} spades_queen spades_knight spades_jack ski",
            ["familie", "skisierte_familie spades_king"],
        ),
        (
            "clubs_king clubs_queen clubs_jack spades_king spades_queen spades_knight ski",
            ["skisierte_familie clubs_knight", "skisierte_familie spades_jack"],
        ),
    ],
)
def test_a_hand_is_worth_what_the_text_says(cards: str, found: list[str]) -> None:
    assert told(hand(cards)) == found


def test_where_the_table_says_so_the_ski_is_no_21_and_no_1() -> None:
    assert told(hand("20 19 18 ski"), STRICT) == []
    assert told(hand("2 3 4 ski"), STRICT) == []
    assert told(hand("21 19 18 ski"), STRICT) == ["obere 4 20"]
    assert told(hand("1 2 ski"), STRICT) == ["untere 3 3"]


def test_where_the_table_says_so_the_ski_is_in_one_family_only() -> None:
    two = hand("clubs_king clubs_queen clubs_jack spades_king spades_queen spades_knight ski")
    assert told(two, STRICT) == ["skisierte_familie clubs_knight"]
    assert told([*two, "hearts_king"], STRICT) == [
        "skisiertes_koenigreich diamonds_king",
        "skisierte_familie clubs_knight",
    ]


def test_a_row_whose_cards_nobody_has_counted_yet_brings_nothing() -> None:
    uncounted = rules.Strafe(seat=0, what=What.OBERE)
    told = rules.Ruf(caller=0, called=1, points=104, strafen=(uncounted,))
    assert strafen_values(told)["net"] == 0


# ---- By trying everything --------------------------------------------------------------------


def in_row(cards: Collection[str], row: range) -> int:
    length = 0
    for number in row:
        if str(number) not in cards:
            break
        length += 1
    return length


def longest(cards: Collection[str], row: range, house: HouseRules) -> int:
    """The Ski put in the place of every Tarock in turn, or of none."""
    stand_ins = [None, *row] if "ski" in cards else [None]
    if not house.ski_replaces_first:
        stand_ins = [each for each in stand_ins if each != row[0]]
    lengths = [in_row({*cards} if each is None else {*cards, str(each)}, row) for each in stand_ins]
    return max(lengths) if max(lengths) >= 3 else 0


def best(cards: Collection[str], house: HouseRules) -> int:
    """The most points that any holder could make of these cards, group by group."""
    points = 10 if {"ski", "21", "1"} <= {*cards} else 0
    points += 2 * longest(cards, range(21, 0, -1), house)
    points += 2 * longest(cards, range(1, 22), house)
    kings = sum(f"{suit}_king" in cards for suit in SUITS)
    points += 10 if kings == 4 else 5 if kings == 3 and "ski" in cards else 0
    whole = [sum(f"{suit}_{court}" in cards for court in COURT.values()) for suit in SUITS]
    with_ski = whole.count(3) if "ski" in cards else 0
    return points + 10 * whole.count(4) + 5 * min(with_ski, 4 if house.ski_several_families else 1)


def as_strafen(held: Collection[Held]) -> list[rules.Strafe]:
    return [each.of(0) for each in held]


def judge(cards: Collection[str]) -> int:
    for house in (
        FREE,
        STRICT,
        HouseRules(ski_replaces_first=False),
        HouseRules(ski_several_families=False),
    ):
        strafen = as_strafen(strafen_of(cards, house))
        assert sum(each.worth for each in strafen) == best(cards, house), cards
        claim = Raus(soloist=0, piles=(180, 0, 0, 2), strafen=tuple(strafen))
        assert not list(checks.check(claim, Table(4, house, 3))), cards
    return len(strafen)


def test_four_kings_and_the_ski_count_twice_where_the_table_plays_so() -> None:
    cards = hand("clubs_king spades_king hearts_king diamonds_king ski")
    both = HouseRules(both_kingdoms=True)
    assert told(cards, both) == ["koenigreich", "skisiertes_koenigreich"]
    assert told(cards[:-1], both) == ["koenigreich"]
    assert told(cards[1:], both) == ["skisiertes_koenigreich clubs_king"]


def test_every_hand_of_high_tarocks_is_made_the_best_of() -> None:
    tarocks = ["21", "20", "19", "18", "17", "16", "1", "2", "3", "4", "ski"]
    hands = chain.from_iterable(combinations(tarocks, count) for count in range(len(tarocks) + 1))
    assert sum(judge(cards) > 0 for cards in hands) > 300


def test_every_hand_of_pictures_is_made_the_best_of() -> None:
    pictures = [f"{suit}_{court}" for suit in SUITS[:2] for court in COURT.values()]
    others = ["hearts_king", "diamonds_king", "ski"]
    some = [*pictures, *others]
    hands = chain.from_iterable(combinations(some, count) for count in range(len(some) + 1))
    assert sum(judge(cards) > 0 for cards in hands) > 300


def test_any_hand_is_made_the_best_of() -> None:
    random, found = Random(1), 0
    for _ in range(600):
        block = random.randrange(len(CARDS))
        likely = [*CARDS[block:], *CARDS[:block]]
        cards = random.sample(likely[: random.choice((19, 22, 30, 38))], random.randint(0, 19))
        found += judge(cards) > 0
    assert found > 120


def short(card: Card) -> str | None:
    suit, rank = card
    if card == SKI:
        return "ski"
    if suit == "tarock":
        return str(rank)
    return f"{suit}_{COURT[rank]}" if rank in COURT else None


def test_the_hands_of_real_deals_are_checked_right() -> None:
    random, found = Random(2), 0
    for _ in range(150):
        for dealt in any_deal(random).hands:
            cards = [each for each in map(short, dealt) if each is not None]
            own = [(each.what, each.count) for each in strafen_of(cards, FREE)]
            wanted = [(What(each["what"]), each.get("count")) for each in counted(dealt, 0)]
            assert sorted(own, key=str) == sorted(wanted, key=str), cards
            found += bool(own)
    assert found > 50
