"""`make lighthouse` installs what is pinned, and judges by the medians of what it was told."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.lighthouse.__main__ import main, opened, passes
from benchmarks.lighthouse.audits import (
    CATEGORIES,
    AuditFailedError,
    audit_in,
    losses_below_best,
    medians,
)
from benchmarks.lighthouse.installation import HERE, version
from tests.browser.serving import serving

LOCK = json.loads((HERE / "package-lock.json").read_text(encoding="utf-8"))


# In the place of the program that comes from npm: looks at the page, and writes what stands beside.
LOOKS = """\
import sys
from pathlib import Path
from urllib.request import urlopen
urlopen(sys.argv[1]).close()
(report,) = [each.partition("=")[2] for each in sys.argv if each.startswith("--output-path=")]
Path(f"{report}.report.json").write_text(Path(sys.argv[0]).with_suffix(".json").read_text())
"""


def report(performance: float | None, losses: Sequence[str] = ()) -> dict[str, Any]:
    """A report as Lighthouse writes it, with that much performance and all there is of the rest."""
    audits = {loss: {"title": loss, "score": 0.5, "displayValue": "2 s"} for loss in losses}
    audits |= {"fine": {"title": "fine", "score": 1}, "unasked": {"title": "no", "score": None}}
    refs = [{"id": name, "weight": 10} for name in audits] + [{"id": "told", "weight": 0}]
    audits["told"] = {"title": "told only", "score": 0}
    rest = {name: {"score": 1, "auditRefs": []} for name in CATEGORIES}
    return {
        "finalDisplayedUrl": "http://127.0.0.1/",
        "environment": {"benchmarkIndex": 1000.5},
        "categories": rest | {"performance": {"score": performance, "auditRefs": refs}},
        "audits": audits,
    }


def test_all_of_lighthouse_is_pinned_with_its_digests_and_names_no_registry() -> None:
    packages = {name: each for name, each in LOCK["packages"].items() if name}
    assert packages["node_modules/lighthouse"]["version"] == version()
    assert len(packages) > 100
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name


def test_one_slow_run_of_five_is_no_loss() -> None:
    audits = [audit_in(report(each)) for each in (1, 0.93, 1, 1, 0.9)]
    assert medians(audits) == dict.fromkeys(CATEGORIES, 100)
    assert losses_below_best(audits, list(CATEGORIES)) == ()


def test_what_took_points_away_is_told_once_and_only_where_the_page_is_judged_by_it() -> None:
    slow, slower = report(0.97, ["paint"]), report(0.9, ["paint", "script"])
    audits = [audit_in(each) for each in (slow, slower, report(1))]
    assert medians(audits)["performance"] == 97
    assert losses_below_best(audits, list(CATEGORIES)) == ("paint 2 s", "script 2 s")
    assert losses_below_best(audits, ["seo"]) == ()


def test_a_page_that_could_not_be_judged_is_no_zero() -> None:
    with pytest.raises(AuditFailedError, match="no score for performance"):
        audit_in(report(None))


def test_the_start_page_and_a_sheet_are_looked_at_and_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "lighthouse.py"
    program.write_text(LOOKS)
    lighthouse = (sys.executable, str(program))
    with serving(tmp_path) as server:
        pages = list(opened(server, ["tapp"]))
        assert [each.name for each in pages] == ["start page", "sheet, tapp"]
        for performance, is_best in ((1, True), (0.97, False)):
            written = json.dumps(report(performance, ["paint"]))
            program.with_suffix(".json").write_text(written)
            assert [passes(lighthouse, each, 1, tmp_path) for each in pages] == [is_best] * 2
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == [
        *(each.name for each in pages),
        *(line for each in pages for line in (each.name, "")),
    ]
    assert lines[-1] == "    paint 2 s"


def test_without_npm_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([]) == 2
    assert "Lighthouse needs npm and node: please install" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--runs", "0"], ["--runs", "x"], ["--games", "whist"]])
def test_what_there_is_not_is_wrong_usage(wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2
