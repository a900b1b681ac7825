"""The sheet inside a document, taken out again, or refused in words."""

import json
import sys
import time
from io import BytesIO

import pytest
from pypdf import PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, StreamObject

from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.reading import loaded, read
from scorekeeper.files.sheet import SIZE_AT_MOST, sheet_data, sheet_text
from scorekeeper.games.registry import GAMES
from tests.printing.evenings import evening

SHEET = evening("klaverjassen", 2)


def document(*, name: str = "sheet.json", content: bytes | None = None, key: str = "") -> bytes:
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_attachment(name, sheet_text(SHEET).encode() if content is None else content)
    if key:
        writer.encrypt(key, algorithm="RC4-128")
    made = BytesIO()
    writer.write(made)
    return made.getvalue()


def refusal(file: bytes) -> str:
    with pytest.raises(FaultyFileError) as refused:
        read(file, GAMES)
    (found,) = refused.value.faults
    return found.problem.code


def test_a_sheet_is_found_in_any_document_that_holds_its_file() -> None:
    assert read(document(), GAMES) == SHEET


def test_a_document_without_a_sheet_is_refused() -> None:
    assert refusal(document(name="notes.json")) == "pdf_without_sheet"


def test_a_document_under_a_password_is_refused() -> None:
    assert refusal(document(key="secret")) == "pdf_encrypted"


def test_a_document_is_not_called_broken_where_what_reads_it_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    assert refusal(document()) == "pdf_reader_missing"


@pytest.mark.parametrize("left", [5, 20, 100, 300])
def test_a_broken_document_is_refused(left: int) -> None:
    assert refusal(document()[:left]) == "pdf_broken"


def test_a_huge_document_and_a_huge_file_inside_are_refused() -> None:
    assert refusal(b"%PDF-1.7" + bytes(SIZE_AT_MOST)) == "file_too_large"
    assert refusal(document(content=bytes(SIZE_AT_MOST + 1))) == "file_too_large"
    with pytest.raises(FaultyFileError, match="file_too_large"):  # a file of groups may be larger
        loaded(b"%PDF-1.7" + bytes(SIZE_AT_MOST), 2 * SIZE_AT_MOST)


def test_a_small_document_that_unpacks_without_end_is_refused() -> None:
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_attachment("sheet.json", bytes(200_000_000))
    for each in writer._objects:
        if isinstance(each, DictionaryObject) and each.get("/Type") == "/EmbeddedFile":
            assert isinstance(each, StreamObject)
            assert each.indirect_reference is not None
            writer._replace_object(each.indirect_reference, each.flate_encode())
    made = BytesIO()
    writer.write(made)
    assert len(made.getvalue()) < SIZE_AT_MOST
    assert refusal(made.getvalue()) in ("pdf_broken", "file_too_large")


def names_of_nothing() -> bytes:
    """A document whose list of files names objects that stand in no table."""
    names = b"".join(b"(a) %d 0 R " % (number + 100) for number in range(20_000))
    found = b"\n".join(b"%d 0 obj<<>>endobj" % (number + 100) for number in range(20_000))
    parts = [
        b"%PDF-1.7",
        b"1 0 obj<</Type/Catalog/Names<</EmbeddedFiles 2 0 R>>>>endobj",
        b"2 0 obj<</Names[%s]>>endobj\n(%s)\n%s" % (names, b" " * 4_000_000, found),
    ]
    at = [len(b"\n".join(parts[:count])) + 1 for count in (1, 2, 3)]
    table = b"xref\n0 3\n0000000000 65535 f \n%010d 00000 n \n%010d 00000 n " % tuple(at[:2])
    end = b"trailer<</Size 3/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % at[2]
    return b"\n".join([*parts, table, end])


@pytest.mark.parametrize(
    "file",
    [
        b"%PDF-1.7\n" + b" " * 9_990_000 + b"trailer<</Size 1000000000>>\nstartxref\n3\n%%EOF",
        names_of_nothing(),
    ],
    ids=["no root", "names of nothing"],
)
def test_a_document_whose_parts_lie_nowhere_is_refused_at_once(file: bytes) -> None:
    began = time.process_time()
    assert refusal(file) == "pdf_broken"
    assert time.process_time() - began < 5  # each of thousands of searches takes a tenth of one


def test_a_list_of_files_that_bites_its_tail_is_refused() -> None:
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    tree = DictionaryObject()
    reference = writer._add_object(tree)
    tree[NameObject("/Kids")] = ArrayObject([reference])
    names = DictionaryObject({NameObject("/EmbeddedFiles"): reference})
    writer.root_object[NameObject("/Names")] = names
    made = BytesIO()
    writer.write(made)
    assert refusal(made.getvalue()) in ("pdf_broken", "pdf_without_sheet")


def test_the_sheet_inside_is_judged_like_any_other() -> None:
    wrong = sheet_data(SHEET) | {"game": "skat"}
    assert refusal(document(content=json.dumps(wrong).encode())) == "choice"
