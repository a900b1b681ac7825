"""The sheet as a table, read back as a spreadsheet would."""

import csv
from io import StringIO
from typing import Any

from flask.testing import FlaskClient

from scorekeeper.files.spreadsheet import MARK, table
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.messages import messages_in
from tests.games.one_round import sheet_of
from tests.web.table import open_sheet, play

TAPP = GAMES["tapp"]
BETTEL = {"kind": "bettel", "declarer": 0, "won": True}
RUFER = {"kind": "rufer", "declarer": 1, "suit": "hearts", "won": False, "dealer": 0}


def rows(text: str, delimiter: str) -> list[list[str]]:
    assert text.startswith(MARK)
    return list(csv.reader(StringIO(text.removeprefix(MARK)), delimiter=delimiter))


def test_a_round_is_a_row_with_its_points_and_the_totals_behind_it() -> None:
    sheet = sheet_of(TAPP, [BETTEL, RUFER], players=["Anna", "Bert", "Clara"])
    head, first, second = rows(table(sheet, messages_in("en")), ",")
    assert head[:3] == ["Deal", "Dealer", "What happened"]
    assert head[3:] == [
        "Anna (EUR)", "Bert (EUR)", "Clara (EUR)",
        "Total: Anna (EUR)", "Total: Bert (EUR)", "Total: Clara (EUR)",
    ]  # fmt: skip
    assert first[:3] == ["1", "Clara", "Anna: Bettel won"]
    assert first[3:] == ["0.30", "-0.15", "-0.15", "0.30", "-0.15", "-0.15"]
    assert second[1] == "Anna"
    assert second[3:] == ["0.30", "-0.60", "0.30", "0.60", "-0.75", "0.15"]


def test_a_german_spreadsheet_gets_semicolons_and_decimal_commas() -> None:
    sheet = sheet_of(TAPP, [BETTEL], players=["Anna", "Bert", "Clara"])
    head, first = rows(table(sheet, messages_in("de")), ";")
    assert head[0] == "Spiel"
    assert first[3:6] == ["0,30", "-0,15", "-0,15"]


def test_points_are_whole_numbers_that_can_be_added_up() -> None:
    sheet = sheet_of(TAPP, [BETTEL], {"play_for": "chips"}, ["Anna", "Bert", "Clara"])
    _, first = rows(table(sheet, messages_in("de")), ";")
    assert sum(int(cell) for cell in first[3:6]) == 0


def test_a_name_that_looks_like_a_formula_stays_a_name() -> None:
    hostile: list[Any] = ['=HYPERLINK("http://x")', "+Bert", "@Clara", '＝D;i,r"k']
    sheet = sheet_of(TAPP, [BETTEL | {"dealer": 1}], players=hostile)
    head, first = rows(table(sheet, messages_in("de")), ";")
    assert head[3:7] == [
        "'=HYPERLINK(\"http://x\") (EUR)", "'+Bert (EUR)", "'@Clara (EUR)", '\'＝D;i,r"k (EUR)',
    ]  # fmt: skip
    assert first[1] == "'+Bert"
    assert first[2].startswith("'=HYPERLINK")


def test_substitutes_are_named_where_they_sat() -> None:
    seating = [{"round": 2, "seat": 2, "player": "Eva"}]
    sheet = sheet_of(
        TAPP, [BETTEL, BETTEL | {"dealer": 2}], players=["Anna", "Bert", "Clara"], seating=seating
    )
    head, first, second = rows(table(sheet, messages_in("en")), ",")
    assert (first[1], second[1]) == ("Clara", "Eva")
    assert head[5] == "Eva (EUR)"


def test_the_table_is_a_file_to_take_home(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    answer = client.get(f"{sheet}sheet.csv", headers={"Accept-Language": "de"})
    assert answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"].endswith('-1.csv"')
    head, first = rows(answer.data.decode(), ";")
    assert head[3:5] == ["Anna & Clara", "Bert & Dirk"]
    assert first[3:] == ["102", "60", "102", "60"]
