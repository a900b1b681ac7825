"""The program as it is put together for a browser, in a Python without one."""

import io
import sys
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

from scorekeeper.browser import LazyModuleFinder


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
