"""The public sheet file: what is read, what is refused and how it is said, and writing it back."""

import json
import string
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.core.cards import Suit
from scorekeeper.core.codec import Member, record_of
from scorekeeper.core.days import FIRST_DAY, LAST_DAY
from scorekeeper.core.game import Game, Round, Unit, Unreadable
from scorekeeper.core.names import name_key
from scorekeeper.core.shapes import Day
from scorekeeper.core.stake import Stake
from scorekeeper.core.typed_text import typed_text
from scorekeeper.files import reading
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.sheet import (
    ROUNDS_AT_MOST,
    SIZE_AT_MOST,
    Details,
    Head,
    Sheet,
    Substitution,
    sheet_data,
    sheet_text,
)
from scorekeeper.games.klaverjassen import rules
from scorekeeper.games.klaverjassen.game import KLAVERJASSEN

GAME: Game[Any, Any] = KLAVERJASSEN
GAMES: Mapping[str, Game[Any, Any]] = {GAME.slug: GAME}
PLAYERS = ["Anna", "Bert", "Clara", "Dirk"]
DEAL = {"kind": "played", "maker": 0, "points": [100, 62]}
SHEET: dict[str, Any] = {
    "format": "scorekeeper-sheet/1",
    "game": "klaverjassen",
    "players": PLAYERS,
    "rounds": [DEAL, DEAL | {"maker": 1}],
}

Where = tuple[int | None, str | None, str]


def read(text: bytes | None = None, **changed: Any) -> Sheet:
    """The sheet of the text, or the usual one with something changed."""
    return reading.read(json.dumps(SHEET | changed).encode() if text is None else text, GAMES)


def problem_codes(text: bytes | None = None, **changed: Any) -> list[Where]:
    """Round, field and code of everything found wrong; AssertionError where nothing is."""
    with pytest.raises(FaultyFileError) as refused:
        read(text, **changed)
    found = refused.value.faults
    return [(each.round, each.problem.field, each.problem.code) for each in found]


def without(key: str) -> bytes:
    return json.dumps({name: value for name, value in SHEET.items() if name != key}).encode()


def spliced(value: str, key: str = "title") -> bytes:
    """A file with one value written out by hand."""
    return json.dumps(SHEET).encode()[:-1] + f', "{key}": {value}}}'.encode()


# ---- An ordinary evening -------------------------------------------------------------------


def test_a_sheet_is_replayed_from_its_first_round() -> None:
    ledger = read().ledger
    assert [entry.score.points for entry in ledger.rounds] == [(100, 62), (162, 0)]
    assert (ledger.totals, ledger.leaders, ledger.finished) == ((262, 62), (0,), False)


def test_an_empty_sheet_has_nothing_and_everybody_leads() -> None:
    ledger = read(rounds=[]).ledger
    assert (ledger.totals, ledger.leaders, ledger.finished) == ((0, 0), (0, 1), False)


def test_sixteen_deals_finish_a_sheet() -> None:
    assert not read(rounds=[DEAL] * 15).ledger.finished
    assert read(rounds=[DEAL] * 16).ledger.finished
    assert problem_codes(rounds=[DEAL] * 18) == [(17, None, "finished"), (18, None, "finished")]


def test_a_deal_too_many_is_told_how_many_there_are() -> None:
    with pytest.raises(FaultyFileError) as refused:
        read(rounds=[DEAL] * 18)
    assert {each.problem.values["deals"] for each in refused.value.faults} == {16}


def test_a_switch_set_to_its_default_changes_nothing() -> None:
    said = read(house={"tie": "nat", "deals": 16})
    assert said.house == read().house == read(house={}).house
    assert "house" not in sheet_data(said)


def test_a_switch_that_differs_counts() -> None:
    tie = [DEAL | {"points": [81, 81]}]
    assert read(rounds=tie).ledger.totals == (0, 162)
    assert read(rounds=tie, house={"tie": "keep"}).ledger.totals == (81, 81)


def test_a_byte_order_mark_is_no_obstacle() -> None:
    assert read(b"\xef\xbb\xbf" + json.dumps(SHEET).encode()) == read()


# ---- Names and details ---------------------------------------------------------------------


def test_names_are_trimmed_and_composed() -> None:
    sheet = read(players=["  Anna\t", "Zoe\u0308", "José", "Dirk"])
    assert sheet.players == ("Anna", "Zo\u00eb", "José", "Dirk")


def test_direction_controls_are_dropped_from_all_that_people_type() -> None:
    penalty = {"kind": "agreed", "points": [0, -20], "why": "\u202elooked\u202c"}
    sheet = read(
        players=["\u202aAnna\u202c", "\u2068אברהם\u2069", "Clara", "Dirk"],
        title="\u202eFriday",
        rounds=[penalty],
    )
    assert sheet.players[:2] == ("Anna", "אברהם")
    assert sheet.head.title == "Friday"
    assert sheet.rounds[0].observation.why == "looked"
    assert problem_codes(players=["Anna", "anna\u202c", "Clara", "Dirk"]) == [
        (None, "players", "same_name")
    ]


@pytest.mark.parametrize("name", ["B", "b" * 40, "e\u0308" * 40, " " + "b" * 40 + " ", "李", "🂡"])
def test_a_name_has_1_to_40_characters(name: str) -> None:
    assert len(read(players=["Anna", name, "Clara", "Dirk"]).players[1]) in (1, 40)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "text_length"),
        (" \u00a0\t", "text_length"),
        ("\u202e \u2069", "text_length"),
        ("b" * 41, "text_length"),
        ("Be\x00rt", "characters"),
        ("Be\nrt", "characters"),
        ("Be\x9frt", "characters"),
        ("\ud800", "characters"),
        ("Bert\udc00", "characters"),
        (None, "text"),
        (7, "text"),
        (True, "text"),
        (["Bert"], "text"),
    ],
)
def test_what_is_no_name_is_refused(name: Any, code: str) -> None:
    assert problem_codes(players=["Anna", name, "Clara", "Dirk"]) == [(None, "players", code)]


@pytest.mark.parametrize("name", ["Anna", "ANNA", "anna", " Anna "])
def test_two_players_never_share_a_name(name: str) -> None:
    assert problem_codes(players=["Anna", "Bert", name, "Dirk"]) == [(None, "players", "same_name")]


@pytest.mark.parametrize(
    ("one", "other"), [("Zoe\u0308", "ZO\u00cb"), ("Groß", "GROSS"), ("Σωσος", "ΣΩΣΟΣ")]
)
def test_names_are_compared_in_every_script(one: str, other: str) -> None:
    assert problem_codes(players=[one, "Bert", other, "Dirk"]) == [(None, "players", "same_name")]


@pytest.mark.parametrize("players", [[], PLAYERS[:3], [*PLAYERS, "Eva"], "Anna", None, {}, 4])
def test_this_game_has_four_players(players: Any) -> None:
    assert problem_codes(players=players) == [(None, "players", "player_count")]


def test_a_sheet_may_have_a_title_and_a_date() -> None:
    head = read(title="  Freitag ", date="2026-11-20").head
    assert (head.title, head.date) == ("Freitag", date(2026, 11, 20))
    assert read(title="t" * 200).head.title == "t" * 200


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("title", "t" * 201, "text_length"),
        ("title", "", "text_length"),
        ("title", "Frei\x1btag", "characters"),
        ("title", 5, "text"),
        ("date", "2026-13-01", "date"),
        ("date", "20.11.2026", "date"),
        ("date", 20261120, "date"),
        ("date", "", "date"),
        ("date", "1899-12-31", "day_range"),
        ("date", "2200-01-01", "day_range"),
        ("date", "0001-01-01", "day_range"),
        ("first_dealer", 4, "seat"),
        ("first_dealer", -1, "seat"),
        ("first_dealer", True, "seat"),
        ("first_dealer", "3", "seat"),
        ("closed", 1, "true_or_false"),
        ("closed", "yes", "true_or_false"),
        ("closed", None, "true_or_false"),
        ("stake", 10, "object"),
        ("seating", {}, "list"),
        ("seating", None, "list"),
        ("house", [], "object"),
        ("house", None, "object"),
        ("rounds", {}, "rounds"),
        ("rounds", None, "rounds"),
        ("rounds", "none", "rounds"),
    ],
)
def test_what_belongs_to_the_sheet_is_refused_at_its_key(key: str, value: Any, code: str) -> None:
    assert problem_codes(**{key: value}) == [(None, key, code)]


def test_a_closed_sheet_is_closed() -> None:
    assert read(closed=True).head.closed
    assert not read(closed=False).head.closed
    assert not read().head.closed


# ---- Dealers and substitutes ---------------------------------------------------------------


def dealers(sheet: Sheet) -> list[int]:
    return [entry.table.dealer for entry in sheet.ledger.rounds] + [sheet.ledger.table.dealer]


def test_the_last_seat_deals_first_unless_somebody_else_does() -> None:
    assert dealers(read()) == dealers(read(first_dealer=3)) == [3, 0, 1]
    assert dealers(read(first_dealer=0)) == [0, 1, 2]
    assert dealers(read(first_dealer=None)) == [3, 0, 1]


def test_a_round_may_name_its_dealer_and_later_deals_follow_on() -> None:
    named = read(rounds=[DEAL, DEAL | {"dealer": 2}, DEAL | {"dealer": None}, DEAL])
    assert dealers(named) == [3, 2, 3, 0, 1]


@pytest.mark.parametrize("dealer", [4, -1, True, "1", 1.0, [0]])
def test_a_dealer_sits_at_the_table(dealer: Any) -> None:
    assert problem_codes(rounds=[DEAL, DEAL | {"dealer": dealer}]) == [(2, "dealer", "seat")]


def seating(*changes: tuple[int, int, str]) -> list[dict[str, Any]]:
    return [{"round": number, "seat": seat, "player": name} for number, seat, name in changes]


def test_a_substitute_sits_there_from_that_round_on() -> None:
    sheet = read(seating=seating((2, 2, " Eva "), (3, 2, "Clara")))
    assert sheet.seated == (
        ("Anna", "Bert", "Clara", "Dirk"),
        ("Anna", "Bert", "Eva", "Dirk"),
        ("Anna", "Bert", "Clara", "Dirk"),
    )


def test_a_substitute_may_be_named_for_a_round_to_come() -> None:
    sheet = read(seating=seating((9, 0, "Eva")))
    assert {players[0] for players in sheet.seated} == {"Anna"}


def test_two_players_may_swap_their_seats() -> None:
    sheet = read(seating=seating((2, 0, "Bert"), (2, 1, "Anna")))
    assert sheet.seated[1] == ("Bert", "Anna", "Clara", "Dirk")


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        (seating((2, 0, "BERT")), [(None, "player", "same_name")]),
        (seating((2, 0, "Eva"), (2, 0, "Finn")), [(None, "seating", "seat_twice")]),
        (seating((0, 0, "Eva")), [(None, "round", "range")]),
        (seating((2, 4, "Eva")), [(None, "seat", "seat")]),
        (seating((2, 0, "")), [(None, "player", "text_length")]),
        ([{"round": 2, "seat": 0}], [(None, "player", "missing")]),
        ([{"round": True, "seat": 0, "player": "Eva"}], [(None, "round", "whole_number")]),
        ([{"round": 2.0, "seat": 0, "player": "Eva"}], [(None, "round", "whole_number")]),
        ([{"round": 2, "seat": 0, "player": "Eva", "from": 1}], [(None, "from", "unknown_key")]),
        (["Eva"], [(None, "seating", "object")]),
    ],
)
def test_a_substitute_who_cannot_sit_there_is_refused(changes: Any, found: list[Where]) -> None:
    assert problem_codes(seating=changes) == found


# ---- The stake -----------------------------------------------------------------------------


def test_a_stake_is_so_many_cents_for_so_many_points() -> None:
    assert read(stake={"cents": 1, "per": 10}).head.stake == Stake(1, 10)
    assert read(stake=None).head.stake is None


@pytest.mark.parametrize(
    ("stake", "field", "code"),
    [
        ({"cents": 0, "per": 1}, "cents", "range"),
        ({"cents": 1, "per": 0}, "per", "range"),
        ({"cents": 1, "per": -1}, "per", "range"),
        ({"cents": 100_001, "per": 1}, "cents", "range"),
        ({"cents": 1.0, "per": 1}, "cents", "whole_number"),
        ({"cents": True, "per": 1}, "cents", "whole_number"),
        ({"cents": 1}, "per", "missing"),
        ({"cents": 1, "per": 1, "euro": 1}, "euro", "unknown_key"),
    ],
)
def test_a_stake_that_is_none_is_refused(stake: Any, field: str, code: str) -> None:
    assert problem_codes(stake=stake) == [(None, field, code)]


@pytest.mark.parametrize("unit", [Unit.CENTS, Unit.CHIPS])
def test_points_that_are_money_already_have_no_stake(unit: Unit) -> None:
    games = {GAME.slug: replace(GAME, unit=lambda house: unit)}
    assert reading.read(json.dumps(SHEET).encode(), games).head.stake is None
    with pytest.raises(FaultyFileError) as refused:
        reading.read(json.dumps(SHEET | {"stake": {"cents": 1, "per": 1}}).encode(), games)
    (found,) = refused.value.faults
    assert (found.problem.code, found.problem.field) == ("stake_where_points_are_money", "stake")


# ---- Keys ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"colour": "red"}, None),
        ({"Title": "Freitag"}, None),
        ({"house": {"colour": "red"}}, None),
        ({"rounds": [DEAL, DEAL | {"colour": "red"}]}, 2),
    ],
)
def test_an_unknown_key_anywhere_is_named(changed: dict[str, Any], where: int | None) -> None:
    ((number, field, code),) = problem_codes(**changed)
    assert (number, code) == (where, "unknown_key")
    assert field in ("colour", "Title")


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (spliced('"a", "title": "b"'), "title"),
        (spliced('{"cents": 1, "per": 1, "per": 1}', "stake"), "per"),
        (spliced('"a", "rounds": []'), "rounds"),
        (b'{"a": {"b": [{"c": 1, "c": 1}]}}', "c"),
        (b'{"' + b"k" * 99 + b'": 1, "' + b"k" * 99 + b'": 2}', "k" * 40),
        (rb'{"\ud800": 1, "\ud800": 2}', "?"),
    ],
)
def test_a_duplicate_key_is_named(text: bytes, field: str) -> None:
    assert problem_codes(text) == [(None, field, "duplicate_key")]


def test_a_duplicate_key_among_very_many_is_found_at_once() -> None:
    keys = ", ".join(f'"{number}": 0' for number in range(100_000))
    started = time.monotonic()
    assert problem_codes(f'{{{keys}, "z": 0, "z": 0}}'.encode()) == [(None, "z", "duplicate_key")]
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (without("format"), (None, "format", "format")),
        (without("game"), (None, "game", "choice")),
        (without("players"), (None, "players", "player_count")),
        (without("rounds"), (None, "rounds", "missing")),
    ],
)
def test_a_sheet_says_what_it_is(text: bytes, found: Where) -> None:
    assert problem_codes(text) == [found]


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("format", "scorekeeper-sheet/2", "format"),
        ("format", 1, "format"),
        ("game", "poker", "choice"),
        ("game", ["klaverjassen"], "choice"),
        ("game", None, "choice"),
    ],
)
def test_another_format_or_game_is_refused(key: str, value: Any, code: str) -> None:
    assert problem_codes(**{key: value}) == [(None, key, code)]


# ---- Rounds --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealt", "field", "code"),
    [
        ({}, "kind", "missing"),
        (DEAL | {"kind": None}, "kind", "choice"),
        (DEAL | {"kind": ["played"]}, "kind", "choice"),
        (DEAL | {"points": [52.5, 109.5]}, "points", "whole_points"),
        (DEAL | {"points": [True, 161]}, "points", "number"),
        (DEAL | {"maker": True}, "maker", "seat"),
        (DEAL | {"maker": 0.0}, "maker", "seat"),
        (DEAL | {"trump": "Hearts"}, "trump", "choice"),
        ("played", None, "object"),
        (None, None, "object"),
        ([], None, "object"),
    ],
)
def test_a_round_of_the_wrong_shape_is_refused_by_its_number(
    dealt: Any, field: str | None, code: str
) -> None:
    assert problem_codes(rounds=[DEAL, DEAL, dealt]) == [(3, field, code)]


def test_52_0_will_do_for_card_points() -> None:
    sheet = read(rounds=[DEAL | {"points": [110.0, 52.0]}])
    assert sheet.ledger.totals == (110, 52)
    assert all(type(total) is int for total in sheet.ledger.totals)


def test_two_wrong_rounds_are_both_reported() -> None:
    shapes = [DEAL | {"maker": 4}, DEAL, DEAL | {"points": [1], "trump": "x"}]
    assert problem_codes(rounds=shapes) == [
        (1, "maker", "seat"),
        (3, "trump", "choice"),
        (3, "points", "list_length"),
    ]
    sums = [DEAL | {"points": [100, 61]}, DEAL, DEAL | {"points": [1, 161]}]
    assert problem_codes(rounds=sums) == [(1, "points", "sum"), (3, "points", "no_such_points")]


def test_the_sheet_and_its_rounds_are_reported_together() -> None:
    found = problem_codes(title="", house={"tie": 1}, rounds=[DEAL | {"maker": 4}])
    assert found == [(None, "tie", "choice"), (None, "title", "text_length"), (1, "maker", "seat")]


def test_a_refusal_knows_which_game_it_is_about() -> None:
    with pytest.raises(FaultyFileError) as refused:
        read(rounds=[DEAL | {"maker": 4}])
    assert [fault.slug for fault in refused.value.faults] == [GAME.slug]
    assert str(refused.value) == "seat"


# ---- Beyond reason -------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_nan_is_no_number(word: str) -> None:
    assert problem_codes(spliced(word)) == [(None, None, "not_a_number_word")]


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 100_000,
        spliced("[" * 100_000 + "]" * 100_000),
        spliced("1" * 100_000),
        spliced("-" + "1" * 100_000),
        spliced("1e" + "9" * 100),
    ],
)
def test_nesting_and_numbers_beyond_reason_are_refused(text: bytes) -> None:
    assert problem_codes(text) == [(None, None, "beyond_reason")]


@pytest.mark.parametrize("points", ["1e999999999", "-1e999999999", "9" * 4000, "1E+400"])
def test_a_number_of_points_beyond_reason_is_refused(points: str) -> None:
    text = json.dumps(SHEET).replace("[100, 62]", f"[{points}, 62]", 1).encode()
    assert problem_codes(text) == [(1, "points", "range")]


@pytest.mark.parametrize("points", ["1e-999999999", "100.0000000000000000000000000000000000000001"])
def test_hardly_anything_is_still_a_fraction(points: str) -> None:
    text = json.dumps(SHEET).replace("[100, 62]", f"[{points}, 62]", 1).encode()
    assert problem_codes(text) == [(1, "points", "whole_points")]


@pytest.mark.parametrize(
    "points", ["1e2", "100.0", "10000e-2", "100.00000000000000000000000000000"]
)
def test_however_a_hundred_is_written_it_is_a_hundred(points: str) -> None:
    text = json.dumps(SHEET).replace("[100, 62]", f"[{points}, 62]", 1).encode()
    assert read(text) == read()


def test_a_file_has_an_end() -> None:
    text = json.dumps(SHEET).encode()
    assert read(text.ljust(SIZE_AT_MOST)) == read()
    assert problem_codes(text.ljust(SIZE_AT_MOST + 1)) == [(None, None, "file_too_large")]


def test_a_sheet_has_an_end() -> None:
    house = {"deals": "open"}
    rounds: list[dict[str, Any]] = [{"kind": "conceded", "maker": 0}] * ROUNDS_AT_MOST
    assert len(read(rounds=rounds, house=house).rounds) == ROUNDS_AT_MOST
    assert problem_codes(rounds=[*rounds, DEAL], house=house) == [(None, "rounds", "rounds")]


@pytest.mark.parametrize("text", [b"\xff", b'"\xc3"', "{}".encode("utf-16"), b"\xed\xa0\x80"])
def test_what_is_not_utf_8_is_refused(text: bytes) -> None:
    assert problem_codes(text) == [(None, None, "not_utf8")]


@pytest.mark.parametrize(
    "text",
    [b"", b" ", b"{", b"{} {}", b"{'a': 1}", b'{"a": 01}', b'{"a": 1,}', b"\x00", b"undefined"],
)
def test_what_is_not_json_is_refused(text: bytes) -> None:
    assert problem_codes(text) == [(None, None, "not_json")]


@pytest.mark.parametrize("text", [b"[]", b"null", b"5", b'"sheet"', b"true", b"1.5"])
def test_what_is_no_object_is_refused(text: bytes) -> None:
    assert problem_codes(text) == [(None, None, "object")]


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_file_whatever_ends_in_anything_but_a_refusal(text: bytes) -> None:
    assert problem_codes(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)
KEYS = (*SHEET, "house", *(member.name for member in record_of(Head).members))


def blamed(text: bytes) -> list[Where]:
    """What is wrong, where the sheet may just as well be right."""
    try:
        assert read(text).game is GAME
    except FaultyFileError as refused:
        found = refused.faults
        return [(each.round, each.problem.field, each.problem.code) for each in found]
    return []


@given(st.sampled_from(KEYS), JSON)
def test_no_value_of_a_key_ends_in_anything_but_a_sheet_or_a_refusal(key: str, value: Any) -> None:
    for _, field, _ in blamed(json.dumps(SHEET | {key: value}).encode()):
        (field or "").encode()  # whatever is blamed can be printed


@given(st.dictionaries(st.sampled_from(["maker", "points", "roem", "pit", "dealer", "x"]), JSON))
def test_no_round_ends_in_anything_but_a_score_or_a_refusal(changed: dict[str, Any]) -> None:
    text = json.dumps(SHEET | {"rounds": [DEAL, DEAL | changed]}).encode()
    assert {number for number, _, _ in blamed(text)} <= {2, None}  # NaN is the file's mistake


# ---- Writing -------------------------------------------------------------------------------

LETTERS = string.ascii_letters + "äöüßéñçøłαя李 -'&<\"\\"
NAMES = st.text(LETTERS, min_size=1, max_size=40).map(typed_text).filter(bool)
SEATS = st.integers(0, 3)
DEALERS = st.none() | SEATS
TRUMPS = st.none() | st.sampled_from(Suit)
MAKER = {"maker": SEATS, "trump": TRUMPS}


def counted(maker: int, trump: Suit | None, total: int, roem: rules.Roem) -> rules.Played:
    return rules.Played(maker=maker, trump=trump, points=(total, 162 - total), roem=roem)


MELDS = st.lists(st.sampled_from([20, 50]), max_size=2).map(tuple)
PLAYED = st.builds(counted, SEATS, TRUMPS, st.integers(20, 142), st.tuples(MELDS, MELDS))
PITS = st.builds(rules.Played, **MAKER, points=st.just((0, 162)), pit=st.just(1))
CONCEDED = st.builds(rules.Conceded, **MAKER)
RENEGES = st.builds(rules.Renege, **MAKER, side=st.integers(0, 1))
ROUNDS = st.lists(st.builds(Round, PLAYED | PITS | CONCEDED | RENEGES, DEALERS), max_size=4)
HOUSES = st.builds(
    rules.HouseRules,
    deals=st.sampled_from([16, 4, 8, 12, "open"]),
    tie=st.sampled_from(rules.Tie),
    nat_roem=st.sampled_from(rules.NatRoem),
    pit_defenders=st.sampled_from([100, 0]),
    four_jacks=st.sampled_from([200, 100]),
    four_low=st.sampled_from([0, 100]),
    renege_roem=st.sampled_from(rules.RenegeRoem),
    renege_extra=st.sampled_from([0, 100]),
)


def said_of(detail: Member) -> st.SearchStrategy[Any]:
    shape: Any = detail.shape
    is_day = isinstance(shape.shape, Day)
    return st.dates(FIRST_DAY, LAST_DAY) if is_day else NAMES.map("Some {}".format)


HEADS = st.builds(
    Head,
    **{member.attribute: st.none() | said_of(member) for member in record_of(Details).members},
    first_dealer=st.none() | st.integers(0, 2),  # the last seat is the default
    stake=st.none() | st.builds(Stake, st.integers(1, 100), st.integers(1, 100)),
    closed=st.booleans(),
    seating=st.none() | st.tuples(st.just(1), SEATS),
)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Sheets as they are after reading."""
    names = draw(st.lists(NAMES, min_size=5, max_size=5, unique_by=name_key))
    seat, head = draw(SEATS), draw(HEADS)
    change = (Substitution(1, seat, names[4]),) if head.seating else ()
    rounds = tuple(draw(ROUNDS))
    head = replace(head, seating=change)
    made = Sheet(GAME, tuple(names[:4]), draw(HOUSES), rounds, head)
    assume(not made.ledger.misfits)  # as two quarts of a side with points of one trick
    return made


@given(sheets())
def test_what_was_written_is_read_back(sheet: Sheet) -> None:
    text = sheet_text(sheet)
    again = reading.read(text.encode(), GAMES)
    assert again == sheet
    assert sheet_text(again) == text


def test_the_last_seat_named_as_first_dealer_is_left_out() -> None:
    sheet = read(first_dealer=3)
    again = reading.read(sheet_text(sheet).encode(), GAMES)
    assert "first_dealer" not in sheet_data(sheet)
    assert again.first_table == sheet.first_table


def test_a_file_leaves_out_whatever_is_the_default() -> None:
    sheet = read(house={"tie": "nat"}, closed=False, stake=None, seating=[], title=None)
    assert sheet_data(sheet) == SHEET
    empty = read(rounds=[DEAL | {"roem": [[], []], "pit": None, "trump": None, "dealer": None}])
    assert sheet_data(empty)["rounds"] == [DEAL]


def test_a_file_has_one_round_a_line() -> None:
    text = sheet_text(read(title="Zoë’s evening"))
    assert '    {"kind": "played", "maker": 0, "points": [100, 62]},\n' in text
    assert "Zoë’s evening" in text
    assert text.endswith("\n  ]\n}\n")
    assert json.loads(text) == SHEET | {"title": "Zoë’s evening"}
    assert json.loads(sheet_text(read(rounds=[]))) == SHEET | {"rounds": []}


def test_a_round_that_nobody_understands_any_more_is_written_as_it_was() -> None:
    old = {"kind": "played", "maker": 0, "colour": "red"}
    sheet = replace(read(), rounds=(Round(Unreadable(old, ())),))
    assert sheet_data(sheet)["rounds"] == [old]
