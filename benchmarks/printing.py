"""Printed sheets: against a bare table by the same WeasyPrint, and beside phones that save.

Both documents are made in turns by the same process with the same fonts and tags; the bare one has
the very cells of the other's table of rounds, and nothing else.
"""

import gc
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from statistics import median, quantiles
from time import perf_counter, process_time

from weasyprint import CSS, HTML  # type: ignore[import-untyped]
from weasyprint.text.fonts import FontConfiguration  # type: ignore[import-untyped]

from benchmarks.client import Page, Request, calling
from benchmarks.deals import EVENINGS, sheet
from benchmarks.pages import FILLED_IN, SAVED, USUAL
from benchmarks.report import Measured
from benchmarks.sizes import Sizes
from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import Head
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.i18n.messages import messages_in
from scorekeeper.printing.document import sheet_job
from scorekeeper.printing.job import PrintJob
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.printing.renderer import VARIANT, PackagedFetcher, Renderer
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.sheet.opening import open_sheet

FLOOR_AT_MOST = 1.3  # times the bare table
BESIDE_AT_MOST = 1.2  # times a save that nobody prints beside
SAVES_AT_LEAST = 2
BARE_STYLE = """\
@font-face { font-family: Sheet; src: url(packaged:DejaVuSansCondensed.ttf); }
@font-face { font-family: "Sheet Words"; src: url(packaged:ArchivoNarrow-Regular.ttf); }
@page { size: A4; margin: 12mm 13mm; } html { font: 8.8pt/1.25 "Sheet Words", Sheet; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; }"""


def against_the_floor(sizes: Sizes) -> Iterator[Measured]:
    """Milliseconds of a sheet of the usual length, and how many times its bare table that is."""
    ours, bare = Renderer(), Plain(BARE_STYLE)
    gc.collect()
    gc.freeze()
    for name, evening in EVENINGS.items():
        file = parsed(evening(USUAL), GAMES)
        job = sheet_job(file, PLUGINS[file.game.slug], PaperSize.A4, messages_in("en"))
        floor = bare_table(job)
        took: dict[str, list[float]] = {"ours": [], "bare": []}
        for _ in range(sizes.warm_up + sizes.runs):
            took["bare"].append(_milliseconds(lambda: bare.document(floor)))  # noqa: B023
            took["ours"].append(_milliseconds(lambda: ours.document(job)))  # noqa: B023
        middle = {what: median(times[sizes.warm_up :]) for what, times in took.items()}
        yield Measured(f"{name}, its bare table", (middle["bare"], 1.0))
        ratio = middle["ours"] / middle["bare"]
        yield Measured(f"{name}, {USUAL} rounds", (middle["ours"], ratio), FLOOR_AT_MOST)


class Plain:
    """WeasyPrint as its manual has it, with the fonts and tags of a sheet and nothing of ours."""

    def __init__(self, style: str) -> None:
        self._fetcher = PackagedFetcher(allowed_protocols=("data",))
        self._fonts = FontConfiguration()
        self._style = CSS(string=style, font_config=self._fonts, url_fetcher=self._fetcher)

    def document(self, html: str) -> bytes:
        """The document."""
        made: bytes = HTML(string=html, url_fetcher=self._fetcher).write_pdf(
            stylesheets=[self._style], font_config=self._fonts, pdf_variant=VARIANT
        )
        return made


def bare_table(job: PrintJob) -> str:
    """The table of rounds as it stands on a sheet, without widths, rules and all the rest.

    Tags that HTML can do without are left out, as they take time to be read.
    """
    found = re.search(r'<table class="pad[^>]*>.*?</table>', job.html, re.DOTALL)
    if found is None:
        raise ValueError("a sheet without a table of rounds")
    table = re.sub(r"<colgroup>.*?</colgroup>", "", found[0], flags=re.DOTALL)
    cells = re.sub(r' (class|scope|style)="[^"]*"|</t[dhr]>', "", table).replace("<td/>", "<td>")
    return f"<!doctype html><html lang=en><title>x</title>{cells}"


def _milliseconds(work: Callable[[], object]) -> float:
    """Of this process alone, with the garbage of the one before gone as in the printing process."""
    gc.collect()
    gc.disable()
    start = process_time()
    work()
    took = 1000 * (process_time() - start)
    gc.enable()
    return took


def to_print(sizes: Sizes) -> tuple[str, ...]:
    """As many sheets as are printed at a time; no two alike, or they would be one document."""
    at_once, rounds = sizes.printed
    return tuple(_opened(f"Evening {number}", rounds) for number in range(2 * at_once))


def _opened(title: str, rounds: int) -> str:
    row = open_sheet(replace(sheet(rounds), head=Head(title=title)), None)
    return f"/g/{row.link}/{row.number}/"


def beside_printing(
    port: int, paths: tuple[str, ...], to_save: str, sizes: Sizes
) -> Iterator[Measured]:
    """Milliseconds of a save, alone and while documents are made.

    Half of those alone come last, because the sheet grows and its saves with it.
    """
    _print(port, paths[0], "a5")  # whoever prints first waits for the process to start
    at_once, saves = sizes.printed[0], sizes.saves_beside
    alone = _saves(port, to_save, saves)
    beside = _saves_beside(port, to_save, paths[:at_once], saves)
    beside += _saves_beside(port, to_save, paths[at_once:], saves)
    alone += _saves(port, to_save, saves)
    for name, pick in (("p50", median), ("p95", _p95)):
        quiet, busy = pick(alone), pick(beside)
        yield Measured(f"saving a round, {name}", (quiet, 1.0))
        what = f"while {at_once} sheets are printed, {name}"
        yield Measured(what, (busy, busy / quiet), BESIDE_AT_MOST)


def _saves_beside(port: int, path: str, printed: tuple[str, ...], at_most: int) -> list[float]:
    """As many as fit in while these sheets are printed."""
    with ThreadPoolExecutor(len(printed)) as phones:
        printing = [phones.submit(_print, port, each, "a4") for each in printed]
        times = _saves(port, path, at_most, lambda: all(each.done() for each in printing))
        for each in printing:
            each.result()
    return times


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


def _saves(
    port: int, path: str, at_most: int, enough: Callable[[], bool] = lambda: False
) -> list[float]:
    """Milliseconds of each, one after the other until it is enough."""
    headers, times = {"Sec-Fetch-Site": "same-origin"}, list[float]()
    with calling(port) as client:
        page = Page(client.ask(Request(path)).body)
        revision = int(page.fields["based_on"])
        for step in range(at_most):
            if step >= SAVES_AT_LEAST and enough():
                break
            form = page.fields | FILLED_IN | {"key": new_key(), "based_on": str(revision + step)}
            start = perf_counter()
            client.ask(Request(page.action, headers, form, SAVED))
            times.append(1000 * (perf_counter() - start))
    return times


def _print(port: int, path: str, size: str) -> None:
    with calling(port) as client:
        client.ask(Request(f"{path}paper/{size}/en.pdf"))
