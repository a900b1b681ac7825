"""One run of Lighthouse on a page, and the medians of several."""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median_low
from typing import Any

from tests.browser.serving import chromium_path

CATEGORIES = {
    "performance": "performance",
    "accessibility": "accessibility",
    "best-practices": "best practices",
    "seo": "SEO",
}
BEST = 100
SECONDS_AT_MOST = 300
CHROMIUM_FLAGS = (
    "--headless=new",
    "--no-sandbox",  # it opens our own pages only, and root has no other way
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
)
OPTIONS = (
    "--form-factor=mobile",
    "--throttling-method=simulate",
    f"--only-categories={','.join(CATEGORIES)}",
    "--no-enable-error-reporting",
    f"--chrome-flags={' '.join(CHROMIUM_FLAGS)}",
    "--output=json",
    "--output=html",
    "--quiet",
)


class AuditFailedError(RuntimeError):
    """Lighthouse could not look at a page; says why."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What one run has found: points out of 100 by category, and what took some of them away."""

    scores: Mapping[str, int]
    losses: Mapping[str, Sequence[str]]  # by category; titles, with what was measured
    speed: int  # of this machine, by Lighthouse's own measure: a good phone has some 1000


def audited(lighthouse: Sequence[str], address: str, report: Path) -> Audit:
    """Run Lighthouse on the page, and write *report*.report.json and .report.html.

    Raises AuditFailedError.
    """
    command = [*lighthouse, address, *OPTIONS, f"--output-path={report}"]
    environment = os.environ | {"CHROME_PATH": chromium_path()}
    ran = subprocess.run(
        command,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS_AT_MOST,
        check=False,
    )
    if ran.returncode:
        raise AuditFailedError(ran.stderr.strip() or ran.stdout.strip())
    written = report.with_name(f"{report.name}.report.json").read_text(encoding="utf-8")
    return audit_in(json.loads(written))


def audit_in(report: Mapping[str, Any]) -> Audit:
    """What a report of Lighthouse says; raises AuditFailedError where it could not judge."""
    scores = {}
    for category in CATEGORIES:
        score = report["categories"][category]["score"]
        if score is None:
            raise AuditFailedError(f"{report['finalDisplayedUrl']} has no score for {category}")
        scores[category] = round(BEST * score)
    losses = {category: _losses(report, category) for category in CATEGORIES}
    return Audit(scores, losses, round(report["environment"]["benchmarkIndex"]))


def _losses(report: Mapping[str, Any], category: str) -> Sequence[str]:
    """The audits of a category that count and are not perfect."""
    audits = (
        report["audits"][each["id"]]
        for each in report["categories"][category]["auditRefs"]
        if each["weight"]
    )
    return tuple(
        " ".join(filter(None, (each["title"], each.get("displayValue"))))
        for each in audits
        if each["score"] is not None and each["score"] < 1
    )


def medians(audits: Sequence[Audit]) -> Mapping[str, int]:
    """The middle score of each category; the lower one of an even number of runs."""
    return {
        category: median_low(each.scores[category] for each in audits) for category in CATEGORIES
    }


def losses_below_best(audits: Sequence[Audit], judged: Sequence[str]) -> Sequence[str]:
    """What took points away in any run, for the categories whose median is not the best."""
    middle = medians(audits)
    lost = [
        loss
        for category in judged
        if middle[category] < BEST
        for each in audits
        for loss in each.losses[category]
    ]
    return tuple(dict.fromkeys(lost))
