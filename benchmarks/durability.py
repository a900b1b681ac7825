"""What it costs that no acknowledged round is lost when the power fails.

Two servers take turns, each with a database of its own on the same disk: one waits until every
round is on the disk (FULL, the default), the other one does not (NORMAL).
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from benchmarks.client import Client, Page, Request, calling
from benchmarks.deals import sheet
from benchmarks.pages import FILLED_IN, SAVED, USUAL
from benchmarks.report import Measured
from benchmarks.server import serving
from benchmarks.sizes import Sizes
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.store.db import close

FAST, SAFE = "NORMAL", "FULL"
SAFE_AT_MOST = 3  # times a save that does not wait for the disk
IN_A_ROW = 6


def cost_of_safety(folder: Path, sizes: Sizes) -> Iterator[Measured]:
    """Milliseconds of a save under both settings, and the ratio."""
    took: dict[str, list[float]] = {FAST: [], SAFE: []}
    with ExitStack() as stack:
        phones = {how: _phone(stack, folder, how) for how in took}
        for turn in range(sizes.warm_up + sizes.turns):
            for how, (client, path) in phones.items():
                seconds = _saves(client, path)
                took[how] += seconds[1:] if turn >= sizes.warm_up else []
    fast, safe = (1000 * median(took[how]) for how in (FAST, SAFE))
    yield Measured(f"saving a round, {FAST}", (fast, 1.0))
    yield Measured(f"saving a round, {SAFE}", (safe, safe / fast), SAFE_AT_MOST)


def _phone(stack: ExitStack, folder: Path, how: str) -> tuple[Client, str]:
    """A connection to a server with this setting, and a sheet there."""
    database = f"sqlite:///{folder / how}.sqlite"
    app = create_ready_app(database)
    with app.app_context():
        row = open_sheet(sheet(USUAL), None)
    close(app)
    port = stack.enter_context(serving(database, synchronous=how))
    return stack.enter_context(calling(port)), f"/g/{row.link}/{row.number}/"


def _saves(client: Client, path: str) -> list[float]:
    """Seconds of some saves; the first only brings the machine back to this kind of work."""
    page = Page(client.ask(Request(path)).body)
    revision = int(page.fields["based_on"])
    forms = [
        page.fields | FILLED_IN | {"key": new_key(), "based_on": str(revision + step)}
        for step in range(IN_A_ROW)
    ]
    headers = {"Sec-Fetch-Site": "same-origin"}
    return [client.ask(Request(page.action, headers, form, SAVED)).seconds for form in forms]
