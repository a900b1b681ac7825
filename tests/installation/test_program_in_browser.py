"""The program as it is put together for a browser, in a Python without one."""

import io
import sys
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

from scorekeeper.browser_edition import BrowserProgram, LazyModuleFinder
from tests.full_disk import files_at_most


def test_a_module_whose_archive_did_not_come_is_asked_for_again(tmp_path: Path) -> None:
    archive, come = io.BytesIO(), list[bytes]()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("came_late.py", "WORD = 'here'")
    finder = LazyModuleFinder(["came_late"], come.pop, tmp_path / "lazy.zip")
    try:
        with pytest.raises(ImportError, match=r"lazy\.zip"):
            import_module("came_late")
        come.append(archive.getvalue())
        assert import_module("came_late").WORD == "here"
    finally:
        sys.meta_path.remove(finder)
        sys.modules.pop("came_late", None)


def test_a_first_database_for_which_there_was_no_room_is_made_at_the_next_start(
    tmp_path: Path, empty_database: Path
) -> None:
    how = (str(tmp_path / "scorekeeper.sqlite"), "https://h/", empty_database.read_bytes())
    with files_at_most(5000), pytest.raises(OSError, match="too large"):
        BrowserProgram(*how)
    program = BrowserProgram(*how)
    status, _, page = program.answer("GET", "/", "", [], b"")
    program.close()
    assert (status, b"<h1" in page) == (200, True)
    assert [path.name for path in tmp_path.iterdir()] == ["scorekeeper.sqlite"]
