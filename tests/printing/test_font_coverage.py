"""Which letters of names have a font on the machine that prints."""

from pathlib import Path

import pytest

from scorekeeper.cli.main import main
from scorekeeper.files.sheet import sheet_text
from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.document import sheet_job
from scorekeeper.printing.font_coverage import uncovered_letters
from scorekeeper.printing.libraries import install_command
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.printing.queue import PrintQueue
from tests.printing.evenings import evening
from tests.printing.machine_fonts import machine_with
from tests.printing.printed import Printed

CHINESE = evening("tapp", 2, players=("李小", "Käthe 🎉", "Clara"))


def test_letters_are_missing_that_neither_our_fonts_nor_those_of_the_machine_have(
    tmp_path: Path,
) -> None:
    text = "Käthe 李小 김 Анна אב Ω 12 🎉 李"
    with machine_with(tmp_path):
        assert uncovered_letters(text) == "李小김"
    with machine_with(tmp_path, "李小"):
        assert uncovered_letters(text) == "김"


def test_what_a_font_of_the_machine_has_is_printed(tmp_path: Path) -> None:
    job = sheet_job(CHINESE, PLUGINS["tapp"], PaperSize.A4, messages_in("en"))
    with machine_with(tmp_path, "李小"):
        assert uncovered_letters(job.html) == ""
        queue = PrintQueue(seconds=None)
        try:
            printed = Printed(queue.document(job))
        finally:
            queue.close()
    assert "Squares" in {font.split("-")[0] for font in printed.fonts}
    assert printed.has("李小")


def test_where_nobody_can_say_which_fonts_there_are_nothing_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with machine_with(tmp_path):
        monkeypatch.setenv("PATH", str(tmp_path))
        assert uncovered_letters("李小") == ""


def test_the_command_line_names_the_letters_and_what_installs_a_font(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sheet.json"
    file.write_text(sheet_text(CHINESE), encoding="utf-8")
    with machine_with(tmp_path):
        assert main(["print", str(file), "-o", str(tmp_path / "sheet.pdf")]) == 1
    told = capsys.readouterr().err
    assert "李小" in told
    assert install_command(fonts=True) in told
    assert not (tmp_path / "sheet.pdf").exists()
