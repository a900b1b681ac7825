"""A release is made of what is committed, the same bytes twice, and says what has changed."""

import subprocess
import zipfile
from pathlib import Path

import pytest

from scripts.browser_edition.build import check_replaceable
from scripts.release import ReleaseError, main, notes_in

CHANGELOG = """# Changelog

## Unreleased

- **Links.** New.

## 0.0.9 (2025-01-01)

- Old.
"""


def test_the_packages_are_the_same_twice_and_can_be_checked(tmp_path: Path) -> None:
    folder = tmp_path / "release"
    assert main(["--to", str(folder), "--committed", "--packages-only"]) == 0
    check = ("sha256sum", "--check", "--strict", "SHA256SUMS")
    subprocess.run(check, cwd=folder, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert {"scorekeeper/files/link_dictionary.txt", "scorekeeper/samples/tapp.json"} <= set(names)
    assert not [name for name in names if name.startswith(("tests/", "docs/"))]
    assert len([*folder.glob("*.tar.gz")]) == 1
    assert (folder / "NOTES.md").read_text(encoding="utf-8").startswith("# Scorekeeper ")


def test_no_folder_that_holds_something_else_is_replaced(tmp_path: Path) -> None:
    check_replaceable(tmp_path / "new", "made")
    check_replaceable(tmp_path, "made")
    (tmp_path / "letter").touch()
    with pytest.raises(FileExistsError, match="holds something else"):
        check_replaceable(tmp_path, "made")
    (tmp_path / "made").touch()
    check_replaceable(tmp_path, "made")


def test_the_notes_are_what_has_changed_since_the_last_one() -> None:
    notes = notes_in(CHANGELOG)
    assert "Links" in notes
    assert "Old" not in notes
    with pytest.raises(ReleaseError):
        notes_in("# Changelog\n\n## 0.0.9\n\n- Old.\n")
