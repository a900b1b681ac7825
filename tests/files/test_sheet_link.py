"""A sheet in a link: read as it was written, for ever, or refused in words."""

import hashlib
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.deals import ENDLESS
from scorekeeper.files.archive import in_file
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.reading import parsed, read
from scorekeeper.files.sheet import ROUNDS_AT_MOST, Sheet
from scorekeeper.files.sheet_link import CHARACTERS_AT_MOST, DICTIONARY, fragment_of, is_link
from scorekeeper.games.registry import GAMES
from tests.printing.evenings import evening

SAMPLES = Path(__file__).parents[2] / "docs" / "samples"
LINKS = dict(line.split() for line in (SAMPLES / "links.txt").read_text().splitlines())
OF_NUMBER_1 = "353f83368749566005c2167e6bef047ef6419ff45a47273a09fbf93e723ff6fc"
DAY = date(2026, 11, 28)
CHARACTERS_OF_24 = 606  # of rounds at random: what the format was chosen for


def real(game: str, rounds: int) -> Sheet:
    """So many deals of real cards, none of them like another one in the dictionary."""
    data = ENDLESS[game](420 + rounds)
    return parsed(data | {"rounds": data["rounds"][420:]}, GAMES)


def refusal(text: str) -> str:
    with pytest.raises(FaultyFileError) as refused:
        read(text.encode(), GAMES)
    (found,) = refused.value.faults
    return found.problem.code


def test_the_dictionary_never_changes() -> None:
    assert hashlib.sha256(DICTIONARY).hexdigest() == OF_NUMBER_1


@pytest.mark.parametrize("game", sorted(path.stem for path in SAMPLES.glob("*.json")))
def test_a_link_that_was_made_once_is_read_for_ever(game: str) -> None:
    assert read(LINKS[game].encode(), GAMES) == read((SAMPLES / f"{game}.json").read_bytes(), GAMES)


@pytest.mark.parametrize("game", ENDLESS)
def test_an_evening_fits_into_a_link_and_comes_out_as_it_was(game: str) -> None:
    for rounds in (0, 1, 24, 100):
        sheet = real(game, rounds)
        fragment = fragment_of(sheet, DAY)
        assert fragment is not None
        assert rounds > 24 or len(fragment) <= CHARACTERS_OF_24
        opened = read(f"Look: https://example.org/cards/#{fragment}".encode(), GAMES)
        assert (opened.head.date, opened.rounds) == (DAY, sheet.rounds)
        assert opened.ledger == sheet.ledger


def test_the_day_that_was_written_stays() -> None:
    sheet = evening("tapp", 3, date="2026-01-02", title="Freitag – „Löwen“ 🂡")
    assert in_file(f"#{fragment_of(sheet, DAY)}".encode()) == sheet


def test_what_is_too_long_becomes_no_link() -> None:
    assert fragment_of(real("Klaverjassen", ROUNDS_AT_MOST), DAY) is None
    assert fragment_of(evening("klaverjassen", ROUNDS_AT_MOST), DAY) is None


@given(st.data())
def test_a_link_that_was_changed_is_never_another_sheet(data: st.DataObject) -> None:
    link = LINKS["klaverjassen"]
    place = data.draw(st.integers(len("#1."), len(link) - 1))
    letter = data.draw(st.sampled_from("ABYZabyz0189-_"))
    changed = link[:place] + letter + link[place + 1 :]
    try:
        opened = read(changed.encode(), GAMES)
    except FaultyFileError:
        assert refusal(changed) == "link_damaged"
    else:
        assert opened == read(link.encode(), GAMES)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (LINKS["tapp"][:-4], "link_damaged"),
        (LINKS["tapp"][:40], "link_damaged"),
        ("#1.", "link_damaged"),
        ("#1.A", "link_damaged"),
        (f"{LINKS['tapp']}AAAA", "link_damaged"),
        ("#2.cjiwmiPfhU6p", "link_foreign"),
        ("#0001.cjiwmiPfhU6p", "link_foreign"),
        (f"#1.{'A' * (CHARACTERS_AT_MOST + 1)}", "link_too_long"),
    ],
)
def test_a_link_that_is_not_whole_is_refused_in_its_own_words(text: str, code: str) -> None:
    assert refusal(text) == code


def test_no_file_is_taken_for_a_link() -> None:
    sheet = '{"format": "scorekeeper-sheet/1", "title": "#1.abc"}'
    assert is_link(b"[21:14, 20.11.2026] Anna: https://cards.example.org/#1.abc"), "out of a chat"
    assert not any(is_link(text.encode()) for text in (sheet, f" {sheet}", f"\ufeff{sheet}", "#x"))
