"""The printing process: one for everybody, never in the way, gone when nobody needs it."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from scorekeeper.printing.job import PrintingFailedError, PrintJob, RendererMissingError
from scorekeeper.printing.queue import (
    DOCUMENTS_OF_ONE,
    WAITING_AT_MOST,
    BusyError,
    PrintingProcess,
    PrintQueue,
    job_done,
    waiting_changed,
)
from tests.cli.server_process import LOADED, environment, server
from tests.full_disk import files_at_most

pytestmark = pytest.mark.xdist_group("printing")  # one printing process for all of it

PATIENCE = 60  # seconds on a busy machine
SHORT = 0.05


def page(text: str, rows: int = 1) -> PrintJob:
    cells = "".join(f"<tr><td>{text}</td><td>{row}</td></tr>" for row in range(rows))
    return PrintJob(f"<html lang='en'><body><table>{cells}</table></body></html>", text)


@contextmanager
def opened(**how: float) -> Iterator[PrintQueue]:
    print_queue = PrintQueue(**how)  # type: ignore[arg-type]
    try:
        yield print_queue
    finally:
        print_queue.close()


@pytest.fixture
def printing(print_queue: PrintQueue) -> PrintingProcess:
    return running(print_queue)


def running(print_queue: PrintQueue) -> PrintingProcess:
    """The printing process of all tests, which has begun and has nothing to do."""
    print_queue.process.document(page("first"))
    return print_queue.process


def in_front_of(printing: PrintingProcess, **how: float) -> PrintQueue:
    """A queue of one's own."""
    print_queue = PrintQueue(**{"seconds": PATIENCE} | how)  # type: ignore[arg-type]
    print_queue.process = printing
    return print_queue


@contextmanager
def held(printing: PrintingProcess) -> Iterator[None]:
    """What it prints is ready only after the block."""
    assert printing.id is not None
    os.kill(printing.id, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(printing.id, signal.SIGCONT)


def comes_true(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(SHORT)
    return True


def test_the_same_sheet_is_made_once_and_comes_from_the_cache_after_that(
    print_queue: PrintQueue,
) -> None:
    before, told = print_queue.made, list[bool]()

    def note(_: PrintQueue, took: float, made: bool) -> None:
        assert 0 < took < PATIENCE
        told.append(made)

    job_done.connect(note, sender=print_queue)
    first = print_queue.document(page("cached"))
    assert first.startswith(b"%PDF-")
    assert print_queue.document(page("cached")) == first
    assert print_queue.made == before + 1
    assert print_queue.document(page("cached, changed")) != first
    assert print_queue.made == before + 2
    assert told == [True, True]


def test_many_phones_that_ask_at_once_get_one_document(print_queue: PrintQueue) -> None:
    before, job = print_queue.made, page("at once", 40)
    with ThreadPoolExecutor(8) as phones:
        made = set(phones.map(print_queue.document, [job] * 4))
    assert len(made) == 1
    assert print_queue.made == before + 1


def test_a_process_that_is_killed_or_hangs_is_replaced_and_makes_the_same_bytes(
    print_queue: PrintQueue,
) -> None:
    with opened(seconds=PATIENCE, cache_bytes=0, job_seconds=3) as forgetful:
        told, first = list[bool](), forgetful.document(page("again"))
        assert print_queue.document(page("again")) == first

        def note(_: PrintQueue, took: float, made: bool) -> None:
            told.append(made)

        job_done.connect(note, sender=forgetful)
        ended = [forgetful.process.id]
        os.kill(ended[-1] or 0, signal.SIGKILL)
        assert forgetful.document(page("again")) == first
        ended.append(forgetful.process.id)
        with ThreadPoolExecutor(1) as phone:  # this one is killed over the sheet
            os.kill(ended[-1] or 0, signal.SIGSTOP)
            waiting = phone.submit(forgetful.document, page("again"))
            assert comes_true(lambda: forgetful.waiting == 1 and not forgetful._jobs)
            os.kill(ended[-1] or 0, signal.SIGKILL)
            assert waiting.result(PATIENCE) == first
        ended.append(forgetful.process.id)
        os.kill(ended[-1] or 0, signal.SIGSTOP)
        with pytest.raises(PrintingFailedError, match="hangs"):
            forgetful.document(page("again"))
        assert forgetful.document(page("again")) == first
        assert len({*ended, forgetful.process.id, None}) == 5
        assert told == [True, True, False, True]


def test_nobody_waits_longer_than_the_limit_and_the_next_one_finds_it_made(
    printing: PrintingProcess,
) -> None:
    print_queue = in_front_of(printing, seconds=SHORT)
    with held(printing), pytest.raises(BusyError):
        print_queue.document(page("slow"))
    assert comes_true(lambda: print_queue.made == 1)
    assert print_queue.document(page("slow")).startswith(b"%PDF-")
    assert print_queue.made == 1


def test_whoever_comes_when_too_much_is_waiting_is_sent_away_at_once(
    printing: PrintingProcess,
) -> None:
    print_queue, told = in_front_of(printing, waiting_at_most=2), list[int]()

    def note(_: PrintQueue, waiting_now: int) -> None:
        told.append(waiting_now)

    waiting_changed.connect(note, sender=print_queue)
    with ThreadPoolExecutor(2) as phones:
        with held(printing):
            waiting = [
                phones.submit(print_queue.document, page(f"long {number}"), group)
                for number, group in enumerate(("A", "B"))
            ]
            assert comes_true(lambda: print_queue.waiting == 2)
            start = time.monotonic()
            for late in (page("late"), page("long 0")):
                with pytest.raises(BusyError):
                    print_queue.document(late)
            assert time.monotonic() - start < 1
        assert all(each.result(PATIENCE) for each in waiting)
    assert print_queue.document(page("late")).startswith(b"%PDF-")
    assert told == [1, 2, 1, 0, 1, 0]


def test_where_no_thread_can_be_had_nothing_is_left_waiting_for_one(
    printing: PrintingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    print_queue = in_front_of(printing)
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", no_thread)
        with pytest.raises(BusyError):
            print_queue.document(page("first"))
    assert print_queue.waiting == 0
    assert print_queue.document(page("first")).startswith(b"%PDF-")


def no_thread(_: threading.Thread) -> None:
    """As Python says it where the machine has no thread left."""
    raise RuntimeError("can't start new thread")


def are_behind_the_first(print_queue: PrintQueue, waiting: Sequence[Future[bytes]]) -> bool:
    """Whether all wait for their turn, except for one that is being made."""
    return len(print_queue._pending) == len(waiting) == len(print_queue._jobs) + 1


def test_one_groups_documents_delay_anothers_by_no_more_than_one(
    printing: PrintingProcess,
) -> None:
    print_queue = in_front_of(printing)
    asked = [("A", "a1"), ("A", "a2"), ("A", "a3"), ("B", "b1"), ("C", "c1"), ("B", "b2")]
    with ThreadPoolExecutor(len(asked)) as phones:
        waiting = list[Future[bytes]]()
        with held(printing):
            for group, what in asked:
                waiting.append(phones.submit(print_queue.document, page(what), group))
                assert comes_true(lambda: are_behind_the_first(print_queue, waiting))
        assert all(each.result(PATIENCE) for each in waiting)
    titles = {page(what).key: what for _, what in asked}
    made = [titles[key] for key in print_queue._cache]  # in the order they were made
    assert made == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_a_group_with_enough_waiting_is_told_to_come_back_and_another_finds_room(
    printing: PrintingProcess,
) -> None:
    print_queue = in_front_of(printing)
    with ThreadPoolExecutor(8) as phones:
        waiting = list[Future[bytes]]()
        with held(printing):
            for number in range(1 + DOCUMENTS_OF_ONE):
                waiting.append(phones.submit(print_queue.document, page(f"{number}"), "A"))
                assert comes_true(lambda: are_behind_the_first(print_queue, waiting))
            with pytest.raises(BusyError):
                print_queue.document(page("one more"), "A")
            waiting.append(phones.submit(print_queue.document, page("of another"), "B"))
        assert all(each.result(PATIENCE).startswith(b"%PDF-") for each in waiting)
    assert print_queue.document(page("one more"), "A").startswith(b"%PDF-")


def test_however_many_of_some_groups_wait_there_is_room_for_another(
    printing: PrintingProcess,
) -> None:
    """A group may have half of what the others leave free."""
    print_queue = in_front_of(printing)
    with ThreadPoolExecutor(WAITING_AT_MOST) as phones:
        waiting = list[Future[bytes]]()
        with held(printing):
            for group, most in (("A", 4), ("B", 2), ("C", 1)):
                job = page(f"asked for by many of {group}")
                waiting += [phones.submit(print_queue.document, job, group) for _ in range(most)]
                assert comes_true(lambda: print_queue.waiting == len(waiting))  # noqa: B023
                with pytest.raises(BusyError):
                    print_queue.document(job, group)
            waiting.append(phones.submit(print_queue.document, page("of another"), "E"))
        assert len({each.result(PATIENCE) for each in waiting}) == 4


def test_the_cache_lets_go_of_what_nobody_has_asked_for_the_longest(
    printing: PrintingProcess,
) -> None:
    size = len(printing.document(page("a")))
    small = in_front_of(printing, cache_bytes=int(2.5 * size))
    for asked in ("a", "b", "a", "c"):
        small.document(page(asked))
    assert small.made == 3
    small.document(page("a"))
    assert small.made == 3
    small.document(page("b"))
    assert small.made == 4


def test_a_document_that_cannot_be_made_does_not_stop_the_next(print_queue: PrintQueue) -> None:
    with pytest.raises(PrintingFailedError, match="asks for"):
        print_queue.document(PrintJob('<html><img alt="" src="http://127.0.0.1:9/"/></html>', "x"))
    assert print_queue.document(page("next")).startswith(b"%PDF-")


def test_where_its_files_have_no_room_it_says_so_and_prints_again_once_they_have() -> None:
    with opened(seconds=PATIENCE) as print_queue:
        with files_at_most(100), pytest.raises(PrintingFailedError, match="File too large"):
            print_queue.document(page("full"))
        assert print_queue.document(page("full")).startswith(b"%PDF-")


def test_it_is_nice_to_the_phones(print_queue: PrintQueue) -> None:
    print_queue.document(page("nice"))
    assert print_queue.process.id is not None
    ours = os.getpriority(os.PRIO_PROCESS, os.getpid())
    assert os.getpriority(os.PRIO_PROCESS, print_queue.process.id) == min(19, ours + 10)


@pytest.mark.skipif(sys.platform != "linux", reason="a library is hidden the Linux way")
def test_it_may_be_ended_at_any_moment_of_its_start_and_says_what_is_missing_until_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "libpango-1.0.so.0").write_bytes(b"no library")
    with opened(seconds=PATIENCE) as print_queue, ThreadPoolExecutor(1) as phones:
        asked = phones.submit(print_queue.document, page("ended"))
        while not asked.done():
            print_queue.close()
        with pytest.raises(PrintingFailedError):
            asked.result()
        monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
        with pytest.raises(RendererMissingError, match="pango"):
            print_queue.document(page("missing"))
        monkeypatch.delenv("LD_LIBRARY_PATH")
        assert print_queue.document(page("missing")).startswith(b"%PDF-")


ALONE = """
import sys, time
from scorekeeper.printing.queue import PrintQueue
from scorekeeper.printing.job import PrintJob
queue = PrintQueue()
queue.document(PrintJob("<title>x</title>", "x"))
assert "weasyprint" not in sys.modules
print(queue.process.id, flush=True)
time.sleep(60)
"""


@contextmanager
def alone(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A process that prints, with this folder for temporary files, and the id of its printer."""
    env = environment(TMPDIR=str(folder))
    with subprocess.Popen(
        [sys.executable, "-c", ALONE], stdout=subprocess.PIPE, text=True, env=env
    ) as parent:
        assert parent.stdout is not None
        try:
            yield parent, int(parent.stdout.readline())
        finally:
            parent.kill()


def test_it_ends_when_its_server_is_killed_and_loads_nothing_there(tmp_path: Path) -> None:
    with alone(tmp_path) as (_, printing):
        assert is_alive(printing)
        assert list(tmp_path.rglob("*/weasyprint-*"))
    assert comes_true(lambda: not is_alive(printing))
    assert not list(tmp_path.iterdir())


def test_it_leaves_nothing_behind_when_it_is_told_to_end(tmp_path: Path) -> None:
    """So it is where a process ends that was started as one itself."""
    with alone(tmp_path) as (parent, printing):
        parent.send_signal(signal.SIGSTOP)  # it cannot tidy up itself
        os.kill(printing, signal.SIGTERM)
        is_tidy = comes_true(lambda: not list(tmp_path.iterdir()))
    assert is_tidy


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    "end", [signal.SIGTERM, pytest.param(signal.SIGKILL, marks=pytest.mark.soak)], ids=str
)
def test_a_server_that_has_printed_leaves_nothing_behind(
    tmp_path: Path, end: signal.Signals
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    database = f"sqlite:///{tmp_path / 'served.sqlite'}"
    env = environment(SCOREKEEPER_DATABASE=database, TMPDIR=str(temporary))
    with server(LOADED, tmp_path, env) as serving:
        with urlopen(f"{serving.url}blank/tapp/3/a5/en.pdf", timeout=PATIENCE) as answer:
            assert answer.read().startswith(b"%PDF-")
        family = descendants(serving.process.pid)
        assert len(family) >= 2  # who serves and who prints
        serving.process.send_signal(end)
        serving.process.wait(PATIENCE)
    assert comes_true(lambda: not any(is_alive(each) for each in family))
    assert not list(temporary.iterdir())


def descendants(process: int) -> list[int]:
    told = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True)
    parents = [tuple(map(int, line.split())) for line in told.stdout.splitlines()]
    found = [process]
    for each in found:
        found += [child for child, parent in parents if parent == each]
    return found[1:]
