"""Printed sheets say what the sheet says, read back from the document."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from pypdfium2 import PdfDocument

from scorekeeper.files.reading import parsed, read
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.paper import OwnTable
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.i18n.messages import MINUS, messages_in
from scorekeeper.printing.document import ROUNDS_AT_MOST, TooLongError, blank_job, sheet_job
from scorekeeper.printing.job import PrintJob
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.printing.queue import PrintQueue
from scorekeeper.printing.sheet_texts import SheetTexts
from scorekeeper.summary import result
from tests.games.one_round import sheet_of
from tests.printing.evenings import EVENINGS, evening
from tests.printing.printed import A_POINT, Printed

pytestmark = pytest.mark.xdist_group("printing")  # one printing process for all of it

EVERY_GAME = pytest.mark.parametrize("slug", EVENINGS)
WHOLE = {
    "klaverjassen": 16,
    "tafferand": 24,
    "tapp": 60,
}  # rounds, all there are in a game that ends
PAGES = {
    ("klaverjassen", PaperSize.A4): (1,),
    ("klaverjassen", PaperSize.A5): (1,),
    ("tafferand", PaperSize.A4): (1,),
    ("tafferand", PaperSize.A5): (1,),
    ("tapp", PaperSize.A4): (2, 3),
    ("tapp", PaperSize.A5): (3, 4),
}
SIZES = {PaperSize.A4: {(210, 297)}, PaperSize.A5: {(148, 210)}}
A5_FRAME = 11.7, 136.3  # in millimetres from the left, what is inside


def printed(
    print_queue: PrintQueue, file: Sheet, size: PaperSize = PaperSize.A4, language: str = "en"
) -> Printed:
    return Printed(print_queue.document(job_of(file, size, language)))


def job_of(file: Sheet, size: PaperSize = PaperSize.A4, language: str = "en") -> PrintJob:
    return sheet_job(file, PLUGINS[file.game.slug], size, messages_in(language))


def reasons(file: Sheet, language: str) -> list[str]:
    """What the table says of every round; a game's own table leaves out what its place says."""
    rounds = SheetTexts(file, messages_in(language)).rounds
    table = PLUGINS[file.game.slug].paper(file.ledger)
    if not isinstance(table, OwnTable):
        return [played.told() for played in rounds]
    return [rounds[at].told(table.skipped) for beside in table.told for at in beside]


@EVERY_GAME
@pytest.mark.parametrize("size", PaperSize)
def test_a_sheet_holds_every_round_and_total_and_the_names(
    print_queue: PrintQueue, slug: str, size: PaperSize
) -> None:
    file = evening(slug, 4)
    sheet = printed(print_queue, file, size, "de")
    assert sheet.sizes == SIZES[size]
    assert len(sheet.pages) == 1
    for word in ("Freitag bei Dirk", "20.11.2026", "Stand nach Spiel 4", "Seite 1 von 1"):
        assert sheet.has(word), word
    for name in (*file.players, *file.game.side_names(file.players), *reasons(file, "de")):
        assert sheet.has(name), name
    for total in file.ledger.totals:
        assert sheet.has(messages_in("de").points(total, file.unit))


def test_points_and_running_totals_of_every_side_stand_behind_a_round(
    print_queue: PrintQueue,
) -> None:
    file = evening("tapp", 4)
    sheet = printed(print_queue, file)
    for played, reason in zip(file.ledger.rounds, reasons(file, "en"), strict=True):
        pairs = zip(played.score.points, played.totals, strict=True)
        row = [str(played.number), reason, *(shown(each) for pair in pairs for each in pair)]
        assert sheet.has("".join(row)), row


def shown(points: int) -> str:
    return str(points).replace("-", MINUS)


def test_in_the_smallest_type_every_number_stands_between_its_rules(
    print_queue: PrintQueue,
) -> None:
    rounds = [
        {"kind": "agreed", "deal": True, "points": points, "why": "from paper, solo in hearts"}
        for points in ([-480, -480, 1920, -480, -480], [-640, 160, 160, 160, 160]) * 8
    ]
    players = ("Anna", "Bert", "Clara", "Dirk", "Eva")
    job = job_of(evening("tapp", 0, players=players, rounds=rounds, closed=True), PaperSize.A5)
    assert 'data-fits="tightest,' in job.html
    drawn = unquote(job.html)
    width = float(drawn.split('viewBox="0 0 ', 1)[1].split(" ", 1)[0])
    (left, right), numbers = A5_FRAME, 0
    rules = [
        left + float(rule) / width * (right - left)
        for rule in re.findall(r"M([\d.]+) 0v100", drawn)
    ]
    for begin, end in places_in_rounds(print_queue.document(job)):
        assert not [rule for rule in rules if begin < rule < end]
        numbers += sum(rule < begin for rule in rules) > 1
    assert numbers == 2 * 5 * 16


def places_in_rounds(document: bytes) -> Iterator[tuple[float, float]]:
    """Where every number in the rounds begins and ends, in millimetres; the sums are in euros."""
    with PdfDocument(document) as opened:
        text = opened[0].get_textpage()
        rounds = text.get_text_range().split("€", 1)[0]
        for found in re.finditer(rf"{MINUS}?\d+", rounds):
            first, last = (text.get_charbox(at) for at in (found.start(), found.end() - 1))
            yield first[0] * A_POINT, last[2] * A_POINT


@EVERY_GAME
@pytest.mark.parametrize("size", PaperSize)
def test_a_long_sheet_breaks_between_rounds_and_repeats_its_head(
    print_queue: PrintQueue, slug: str, size: PaperSize
) -> None:
    file = evening(slug, WHOLE[slug])
    sheet = printed(print_queue, file, size)
    pages = len(sheet.pages)
    assert pages in PAGES[slug, size]
    assert sheet.has(result.result(file, messages_in("en"))) == file.ledger.finished
    for number, page in enumerate(sheet.pages, 1):
        assert page.endswith(f"Page {number} of {pages}")
        assert number == 1 or "Freitag bei Dirk · 20 Nov 2026" in page
    found = [text for text in reasons(file, "en") if sheet.has(text)]
    assert found == reasons(file, "en")
    assert pages == 1 or all("No." in page for page in sheet.pages[:-1])


def test_who_pays_whom_stands_at_the_end_of_an_evening_for_money(print_queue: PrintQueue) -> None:
    going_on, over = evening("tapp", 5), evening("tapp", 5, closed=True)
    paid = [messages_in("en").payment(each) for each in result.transfers(over) or ()]
    assert paid
    assert all(printed(print_queue, over).has(each) for each in paid)
    assert not any(printed(print_queue, going_on).has(each) for each in paid)


def test_points_roem_and_total_are_kept_as_on_a_pad(print_queue: PrintQueue) -> None:
    """Mirrored about the number of the deal: an N for who is nat, a P with the hundred of a pit."""
    sheet = printed(print_queue, evening("klaverjassen", 4))
    assert sheet.has("We Anna & Clara No. They Bert & Dirk")
    for row in (
        "Anna ♥ 102 20 122 1 60 60",
        "70 192 2 152 92 Bert ♠",
        "Clara ♣ 162 P 100 454 3 152 0",
        "80 534 4 284 50 82 Dirk ♦",
    ):
        assert sheet.has(row), (row, sheet.text)
    nat = {"kind": "played", "maker": 0, "points": [60, 102], "roem": [[20], []]}
    gone = {"kind": "played", "maker": 0, "points": [0, 162], "pit": 1}
    marked = printed(print_queue, evening("klaverjassen", 0, rounds=[nat, gone]))
    assert marked.has("Anna N 0 1 182 20 162")
    assert marked.has("Anna N 0 2 444 P 100 162")
    no_more = evening("klaverjassen", 0, house={"pit_defenders": 0}, rounds=[gone])
    assert printed(print_queue, no_more).has("Anna N 0 1 162 P 162")


def test_points_beside_the_deals_end_no_turn() -> None:
    """Every fourth deal does, at a table of four, whatever stands beside the third."""
    deal = {"kind": "played", "maker": 0, "points": [102, 60]}
    beside = {"kind": "agreed", "points": [10, 0], "why": "so"}
    file = evening("klaverjassen", 0, rounds=[deal, deal, deal, beside, deal, deal])
    rounds = SheetTexts(file, messages_in("en")).rounds
    assert [each.number for each in rounds] == ["1", "2", "3", "3a", "4", "5"]
    assert [each.number for each in rounds if each.ends_turn] == ["4"]


def test_the_square_holds_what_both_sides_wrote_below_every_declarer(
    print_queue: PrintQueue,
) -> None:
    file = evening("tafferand", 24)
    sheet = printed(print_queue, file)
    written = {
        (type(played.round.observation).__name__, (played.number - 1) % 4): played.score.points
        for played in file.ledger.rounds
    }
    assert len(written) == 24
    for kind in ("Tafferand", "Stiche", "Herz", "Damen", "General", "Elferraus"):
        row = [shown(each) for seat in range(4) for each in written[kind, seat]]
        assert sheet.has("".join(row)), (kind, row)
    sums = [
        shown(sum(points[side] for (_, at), points in written.items() if at == seat))
        for seat in range(4)
        for side in range(2)
    ]
    assert sheet.has("Total" + "".join(sums))


def test_an_evening_without_a_round_says_so(print_queue: PrintQueue) -> None:
    assert printed(print_queue, evening("tapp", 0), language="de").has("Noch kein Spiel")


def test_house_rules_substitutes_and_a_draw_are_told(print_queue: PrintQueue) -> None:
    seating = [{"round": 2, "seat": 1, "player": "Eva"}]
    deal = {"kind": "played", "maker": 0, "points": [81, 81]}
    file = evening(
        "klaverjassen", 0, house={"tie": "keep"}, rounds=[deal], closed=True, seating=seating
    )
    sheet = printed(print_queue, file, language="de")
    for word in ("Hausregeln: Gleichstand im Spiel", "Eva", "Unentschieden"):
        assert sheet.has(word), word


def test_the_document_tells_what_it_is(print_queue: PrintQueue) -> None:
    sheet = printed(print_queue, evening("tapp", 60), language="de")
    assert sheet.reader.metadata is not None
    assert sheet.reader.metadata.title == "Tapp · Freitag bei Dirk · 20.11.2026"
    assert sheet.root["/Lang"] == "de"
    assert (
        sheet.root["/MarkInfo"]["/Marked"] is True
        or str(sheet.root["/MarkInfo"]["/Marked"]) == "True"
    )
    assert b"pdfuaid" in sheet.root["/Metadata"].get_data()
    assert {"/H1", "/H2", "/Table", "/TH", "/TD", "/Figure"} <= set(sheet.tags)
    assert sheet.bookmarks == [
        "Freitag bei Dirk", "Spiel 1", "Spiel 21", "Spiel 41", "Stand nach Spiel 60",
        "Punkteverlauf",
    ]  # fmt: skip


@EVERY_GAME
def test_the_sheet_comes_out_of_its_document_as_it_went_in(
    print_queue: PrintQueue, slug: str
) -> None:
    file = evening(slug, 4, closed=True, first_dealer=1)
    assert read(printed(print_queue, file).document, GAMES) == file


def test_all_fonts_are_ours(print_queue: PrintQueue) -> None:
    fonts = printed(print_queue, evening("klaverjassen", 4)).fonts
    assert fonts
    assert all(name.startswith("Sheet") for name in fonts)


def test_it_looks_the_same_on_a_machine_without_any_font(
    print_queue: PrintQueue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fonts.conf").write_text("<fontconfig></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(tmp_path / "fonts.conf"))
    job, bare = job_of(evening("klaverjassen", 4)), PrintQueue(seconds=None)
    try:
        assert bare.document(job) == print_queue.document(job)
    finally:
        bare.close()


def test_names_from_right_to_left_leave_numbers_behind_them_in_their_order(
    print_queue: PrintQueue,
) -> None:
    file = evening("tapp", 3, players=("אברהם", "مريم", "Clara"))
    assert printed(print_queue, file).has("30 : 50 : 40 Augen")


HOSTILE = (
    "<img src=http://127.0.0.1:9/x.png>",
    "</title><script>alert(1)</script>",
    '{{ 7*7 }} {% raw %} \\" url(http://127.0.0.1:9)',
    "שלום עולם",
    "مرحبا",
    "Käthe 😀",
    "Wide" * 10,
    "&lt;b&gt; &amp; '\"",
)


def test_characters_that_no_document_has_a_place_for_are_replaced(print_queue: PrintQueue) -> None:
    assert printed(print_queue, evening("tapp", 1, title="Fri\uffffday \ufffe")).has("Fri\ufffdday")


def test_hostile_names_and_titles_are_printed_as_the_text_they_are(print_queue: PrintQueue) -> None:
    """Whatever asks for anything outside ends the printing, so none of it was asked for."""
    for title, *names in (HOSTILE[:5], HOSTILE[3:]):
        players = [name[:40] for name in names[:4]]
        sheet = printed(print_queue, evening("klaverjassen", 2, title=title * 4, players=players))
        for text in (title, *players):
            letters = set(text) - set(" \\")
            missing = letters - set(sheet.text)
            assert not missing, (text, missing)
        assert sheet.reader.metadata is not None
        assert str(sheet.reader.metadata.title).count(title) == 4


def test_the_longest_title_and_names_that_a_file_can_have_are_all_there(
    print_queue: PrintQueue,
) -> None:
    title, names = "Tq" * 100, [f"{letter}{'W' * 39}" for letter in "ABCD"]
    for size in PaperSize:
        sheet = printed(print_queue, evening("klaverjassen", 2, title=title, players=names), size)
        assert sheet.has(title)
        assert all(sheet.has(name) for name in names)


def test_a_sheet_asks_the_network_for_nothing(print_queue: PrintQueue) -> None:
    """The printing ends where a page asks for anything: here one that does."""
    job = PrintJob('<html><img alt="" src="http://127.0.0.1:9/x.png"/></html>', "x")
    for asking in (job, PrintJob(job.html.replace("http://127.0.0.1:9", "file:///etc"), "x")):
        with pytest.raises(Exception, match=r"asks for (http|file)"):
            print_queue.document(asking)


def test_more_rounds_than_anybody_wants_to_carry_home_are_not_printed() -> None:
    with pytest.raises(TooLongError):
        job_of(evening("tapp", ROUNDS_AT_MOST + 1))


def test_the_day_is_the_one_that_is_given_where_the_sheet_has_none() -> None:
    file = parsed({"format": "scorekeeper-sheet/1"} | EVENINGS["tapp"](1), GAMES)
    dated = sheet_job(file, PLUGINS["tapp"], PaperSize.A4, messages_in("en"), date(2026, 1, 2))
    assert "2 Jan 2026" in dated.html
    assert dated.key != job_of(file).key


def test_a_blank_sheet_leads_to_its_game(print_queue: PrintQueue) -> None:
    there = "http://192.168.178.23:8000/new/tapp"
    job = blank_job(PLUGINS["tapp"], PaperSize.A5, messages_in("en"), 3, there)
    assert '<img class="qr" src="data:image/svg+xml' in job.html
    assert "<img" not in blank_job(PLUGINS["tapp"], PaperSize.A5, messages_in("en"), 3).html
    blank = Printed(print_queue.document(job))
    assert "/Figure" in blank.tags
    assert not blank.reader.attachments


def test_more_substitutes_than_anybody_wants_to_carry_home_are_not_printed() -> None:
    changes = [
        {"round": number, "seat": 0, "player": "Eva" if number % 2 else "Anna"}
        for number in range(1, ROUNDS_AT_MOST + 2)
    ]
    data = {"format": "scorekeeper-sheet/1", "seating": changes} | EVENINGS["tapp"](1)
    with pytest.raises(TooLongError):
        job_of(parsed(data, GAMES))


def test_points_by_agreement_stand_on_paper_as_what_they_are(print_queue: PrintQueue) -> None:
    rounds: list[dict[str, Any]] = [
        {"kind": "played", "maker": 0, "trump": "hearts", "points": [102, 60]},
        {"kind": "agreed", "points": [0, -20], "why": "looked at the tricks"},
        {"kind": "agreed", "points": [81, 81], "why": "cards on the floor", "deal": True},
    ]
    sheet = printed(print_queue, sheet_of(GAMES["klaverjassen"], rounds))
    assert sheet.has("0 102 1a 40 −20 by agreement: looked at the tricks")
    assert sheet.has("81 183 2 121 81 deal by agreement: cards on the floor")
