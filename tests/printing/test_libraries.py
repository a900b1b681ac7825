"""What a host is told to type where the libraries of the printer are missing."""

from pathlib import Path

import pytest

from scorekeeper.printing.libraries import LIBRARIES, install_command


@pytest.mark.parametrize(
    ("manager", "begins"),
    [
        ("apt-get", "sudo apt-get update && sudo apt-get install "),
        ("dnf", "sudo dnf install pango"),
        ("apk", "sudo apk add so:libpango-1.0.so.0 so:"),
        ("pacman", "sudo pacman -S pango"),
        ("brew", "brew install pango"),
        ("emerge", " ".join(LIBRARIES)),
    ],
)
def test_it_is_the_command_of_the_system_or_the_names_of_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manager: str, begins: str
) -> None:
    (tmp_path / manager).touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert install_command().startswith(begins)
    assert "noto" in install_command(fonts=True).lower()
