"""The rules of all games are the same in a browser: their tests run in the Python made for it."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from scripts.browser_edition.libraries import libraries
from scripts.browser_edition.tools import native_packages, run_in_pyodide

CHECKOUT = Path(__file__).resolve().parents[2]
# What asks pages, or an application: these are tried in a browser. And zones of time are a host's.
PAGES = "from tests.web"
NOT_PURE = ("tests.games import", "app: Flask", "client: ", '"zone"')
IMPORTED = re.compile(r"^from (tests[.\w]*)\.(\w+) import ", re.MULTILINE)
KLAVERJASSEN = "tests/games/klaverjassen/test_real_cards.py"
CARDS = f"{KLAVERJASSEN}::test_every_deal_of_real_cards_is_accepted_and_counted_right[legal_deal]"


def pure(folder: str) -> list[str]:
    """The tests below a folder that need nothing but the standard library and what is pure."""
    found = [
        path.relative_to(CHECKOUT).as_posix()
        for path in sorted((CHECKOUT / folder).rglob("test_*.py"))
        if not needs_pages(path)
        and not any(each in path.read_text(encoding="utf-8") for each in NOT_PURE)
    ]
    assert found
    return found


def needs_pages(path: Path) -> bool:
    """Whether a module, or one of our tests' that it imports, looks at pages."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    imported = (
        CHECKOUT.joinpath(*package.split("."), f"{module}.py")
        for package, module in IMPORTED.findall(text)
    )
    return PAGES in text or any(map(needs_pages, imported))


@pytest.mark.soak(
    short="../browser/browser_edition/test_kept.py::"
    "test_without_a_network_a_sheet_is_played_printed_and_there_when_the_phone_was_put_away"
)
@pytest.mark.parametrize(
    "tests", [[CARDS], pure("tests/core"), pure("tests/games")], ids=["cards", "core", "games"]
)
def test_what_is_pure_does_the_same_in_a_browser(
    tests: Sequence[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tests.txt").write_text("\n".join(tests))
    installed = Path(pytest.__file__).parents[1]
    folders = {"checkout": CHECKOUT, "packages": installed, "native": native_packages()}
    folders["compiled"] = libraries()
    try:
        run_in_pyodide("run_tests.py", asked=tmp_path, **folders)
    except subprocess.CalledProcessError:
        pytest.fail(capfd.readouterr().out)
    assert " passed" in capfd.readouterr().out
