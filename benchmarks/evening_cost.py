"""What an evening costs a host on PostgreSQL: processor, bytes of its log, and notifications."""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import psycopg

from benchmarks.bulk_groups import fill
from benchmarks.client import Client, Page, Request, calling
from benchmarks.pages import FILLED_IN, SAVED, SHARED_BOARD, UNCHANGED, headers
from benchmarks.report import Measured
from benchmarks.server import MOUNT, serving
from benchmarks.sizes import Sizes
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.store.changes import Moved
from scorekeeper.store.db import (
    backend,
    change_feed,
    close,
    current_connection,
    transaction,
)
from tests.postgresql.cluster import Cluster

DATABASE = "evening"
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")

Asked = Callable[[int], Request]


def evening_cost(cluster: Cluster, sizes: Sizes) -> Iterator[Measured]:
    """Milliseconds of the program's processor, bytes of answers, and bytes of the log."""
    url = cluster.create(DATABASE)
    try:
        app = create_ready_app(url)
        with app.app_context():
            groups = [f"/g/{link}/" for link in fill(sizes.evening_groups)]
            yield Measured(
                "hearing a notification, µs", (_hearing(sizes.notifications), None, None)
            )
        close(app)
        with serving(url) as port, calling(port) as client:
            yield from _requests(client, groups, url, sizes.requests)
    finally:
        cluster.drop(DATABASE)


def _hearing(notifications: int) -> float:
    """Microseconds for each of so many notifications, all of them about groups of others."""
    feed = change_feed()
    feed.wait(0)
    for number in range(notifications):
        with transaction():
            backend().notify(current_connection(), [Moved(number, 2)])
    began = time.thread_time()
    heard = 0
    while heard < notifications:  # several may come at once
        heard += len(feed.wait(1) or ())
    took = time.thread_time() - began
    feed.close()
    return 1_000_000 * took / notifications


def _requests(client: Client, groups: Sequence[str], url: str, requests: int) -> Iterator[Measured]:
    process = int(client.ask(Request(f"{MOUNT}/process")).body)
    for what, asked in _kinds(client, [f"{group}1/" for group in groups]).items():
        log, processor = _log_bytes(url), _processor_seconds(process)
        sent = sum(len(client.ask(asked(number)).body) for number in range(requests)) / requests
        took = 1000 * (_processor_seconds(process) - processor) / requests
        written = (_log_bytes(url) - log) / requests
        yield Measured(what, (took, sent, written))


def _kinds(client: Client, sheets: Sequence[str]) -> Mapping[str, Asked]:
    boards = [f"{sheet}{SHARED_BOARD}" for sheet in sheets]
    tags = [client.ask(Request(board, headers())).headers["ETag"] for board in boards]
    forms = [Page(client.ask(Request(sheet)).body) for sheet in sheets]

    def unchanged(number: int) -> Request:
        place = number % len(sheets)
        known = headers() | {"If-None-Match": tags[place]}
        return Request(boards[place], known, status=UNCHANGED)

    def save(number: int) -> Request:
        form = forms[number % len(sheets)]
        revision = int(form.fields["based_on"]) + number // len(sheets)
        token = {"key": new_key(), "based_on": str(revision)}
        sent = headers() | {"Sec-Fetch-Site": "same-origin"}
        return Request(form.action, sent, form.fields | FILLED_IN | token, SAVED)

    return {
        "sheet page": lambda number: Request(sheets[number % len(sheets)], headers()),
        "group page": lambda number: Request(sheets[number % len(sheets)][: -len("1/")], headers()),
        # A query of its own is drawn each time, like a board for whoever asks first after a save.
        "board, drawn": lambda number: Request(f"{boards[number % len(sheets)]}&all=1", headers()),
        "board, as another phone got it": lambda number: Request(
            boards[number % len(sheets)], headers()
        ),
        "board, nothing changed": unchanged,
        "saving a round": save,
    }


def _processor_seconds(process: int) -> float:
    words = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICKS_A_SECOND


def _log_bytes(url: str) -> int:
    with psycopg.connect(url) as connection:
        position = connection.execute("SELECT pg_current_wal_insert_lsn() - '0/0'").fetchone()
    return int(position[0]) if position else 0
