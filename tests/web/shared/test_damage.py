"""A database that is damaged under the server: 503 and one line in the log, never our own 500."""

import logging
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.app import create_app
from scorekeeper.printing.queue import PrintQueue
from scorekeeper.store.db import close, current_connection, db, release_connection
from scorekeeper.store.migrate import upgrade
from scripts.samples import open_samples
from tests.web.table import PLAIN

EXPECTED = {200, 303, 304, 404, 409, 422, 503}
PAGES = (
    "", "board", "history", "rules", "share", "title", "seats", "house", "paper", "saved/xyz",
    "sheet.json", "sheet.csv", "rounds/1", "rounds/2/strike", "rounds/2/restore", "changes",
)  # fmt: skip
SHEETS = 5


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A database with a sheet of every game, corrected here and there, and the group's link."""
    path = tmp_path_factory.mktemp("samples") / "samples.sqlite"
    app = create_app({"DATABASE": f"sqlite:///{path}"})
    with app.app_context():
        upgrade(db.engine)
    link = open_samples(app)
    close(app)
    return path, link


def damage(path: Path, chance: random.Random) -> str:
    """Do to the file what a bad disk does; what it was."""
    content = bytearray(path.read_bytes())
    how = chance.choice(("bytes", "bytes", "bytes", "letters", "letters", "page", "zeros", "short"))
    page = 4096 * chance.randrange(len(content) // 4096)
    if how in ("bytes", "letters"):
        for _ in range(chance.choice((1, 1, 3, 30, 300))):
            place = chance.randrange(100, len(content))
            if how == "bytes":
                content[place] = chance.randrange(256)
            elif 32 <= content[place] < 127:
                content[place] = chance.choice(b'0123456789"{}[],: aexU\\')
    elif how == "page":
        content[page : page + 4096] = chance.randbytes(4096)
    elif how == "zeros":
        content[page : page + 4096] = bytes(4096)
    else:
        del content[chance.randrange(len(content)) :]
    path.write_bytes(content)
    return f"{how} at {page}"


def asked(client: FlaskClient, link: str, papers: bool) -> Iterator[tuple[str, int]]:
    """Every page of the group, and a save: the address and the status of the answer."""
    group = f"/g/{link}/"
    addresses = [
        group,
        f"{group}group.json",
        f"{group}everything.json",
        f"{group}new/tapp",
        f"{group}import",
        "/",
    ]
    addresses += [f"{group}people", f"{group}people/1", f"{group}history"]
    for number in range(1, SHEETS + 1):
        addresses += [f"{group}{number}/{page}" for page in PAGES]
        if papers:
            addresses.append(f"{group}{number}/paper/a4/en.pdf")
    for address in addresses:
        yield address, client.get(address).status_code
    form = {"key": "k" * 32, "based_on": "1", **PLAIN}
    klaverjassen = f"{group}2/rounds/new/deal"
    yield klaverjassen, client.post(klaverjassen, data=form).status_code
    names = {f"name_{seat}": f"Somebody {seat}" for seat in range(4)}
    opening = f"{group}new/tafferand"
    yield opening, client.post(opening, data={"key": "o" * 32, **names}).status_code


def statuses(
    samples: tuple[Path, str], folder: Path, seed: int, papers: PrintQueue | None = None
) -> Counter[int]:
    """What all pages answer from a damaged copy of the database; printed ones by *papers*."""
    chance = random.Random(seed)
    path = Path(shutil.copy(samples[0], folder / f"damaged-{seed}.sqlite"))
    app = create_app({"DATABASE": f"sqlite:///{path}", "BUSY_SECONDS": 0.1})
    app.extensions["print_queue"] = papers
    client = app.test_client()
    known_before = chance.random() < 0.3
    if known_before:  # it was looked at while it was whole
        assert {status for _, status in asked(client, samples[1], False)} <= EXPECTED - {503}
        with app.app_context():
            release_connection()
            current_connection().exec_driver_sql("COMMIT")
            current_connection().exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            release_connection()
    what = damage(path, chance)
    seen: Counter[int] = Counter()
    for address, status in asked(client, samples[1], papers is not None):
        assert status in EXPECTED, (seed, what, address, status)
        seen[status] += 1
    close(app)
    return seen


def assert_one_line_each(records: list[logging.LogRecord]) -> None:
    """No trace, nothing that goes on over several lines."""
    for record in records:
        assert record.exc_info is None, record.getMessage()
        assert "\n" not in record.getMessage()


@pytest.mark.takes_long
def test_damage_is_never_our_own_mistake(
    samples: tuple[Path, str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    seen = sum((statuses(samples, tmp_path, seed) for seed in range(2)), Counter())
    assert seen
    assert_one_line_each(caplog.records)


@pytest.mark.soak(short="test_damage_is_never_our_own_mistake")
@pytest.mark.parametrize("first", range(1000, 1600, 100))
def test_damage_is_never_our_own_mistake_for_long(
    samples: tuple[Path, str],
    tmp_path: Path,
    first: int,
    print_queue: PrintQueue,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for seed in range(first, first + 100):
        statuses(samples, tmp_path, seed, print_queue if seed % 20 == 0 else None)
        (tmp_path / f"damaged-{seed}.sqlite").unlink()
        assert_one_line_each(caplog.records)
        caplog.clear()
