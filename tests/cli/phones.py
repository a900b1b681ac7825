"""Phones without a browser: some enter deals by the form of the sheet, others follow its stream."""

import http.client
import json
import re
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from scorekeeper.files.sheet import FORMAT
from scorekeeper.services.journal.form_token import new_key
from tests.web.element import page_of
from tests.web.table import Form, fields_of

SECONDS = 20  # to wait for anything on a busy machine
SECONDS_TO_CALL_AGAIN = 0.05
HOST = "127.0.0.1"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
UNREACHABLE = (OSError, http.client.HTTPException)
SUITS = ("hearts", "spades", "diamonds", "clubs")
REVISION = re.compile(r'name="based_on" value="(\d+)"')
SHEET = {
    "format": FORMAT,
    "game": "klaverjassen",
    "players": ["Anna", "Bert", "Clara", "Dirk"],
    "house": {"deals": "open"},
    "rounds": [],
}

Deal = tuple[int, str, int]  # the maker, the trump suit, the points of the first side


def deal(number: int) -> Deal:
    """One of 1,760 deals, no two of them alike."""
    return number % 4, SUITS[number // 4 % 4], number // 16 % 110 + 26


@dataclass(frozen=True)
class Answer:
    status: int
    location: str
    body: str

    @property
    def is_acknowledged(self) -> bool:
        """Whether it says that what was sent is saved, to a browser or to a script."""
        return self.status == 303 or (self.status == 200 and "address" in json.loads(self.body))

    def form(self, which: str = "form[data-entry]") -> Form:
        """The form for the next deal, or another one, as it is filled in on this page."""
        form = page_of(self.body).select_one(which)
        assert form is not None, self.body
        return fields_of(form)


class Phone:
    """Opens pages and sends forms over one connection, and another one after that has failed.

    With *script* it takes JSON for what it has saved, as the script of the pages does.
    """

    def __init__(self, port: int, *, script: bool = False) -> None:
        self.headers = FORM | ({"Accept": "application/json"} if script else {})
        self._connection = http.client.HTTPConnection(HOST, port, timeout=SECONDS)

    def get(self, path: str) -> Answer:
        """A page; asked for again where the connection had been closed meanwhile."""
        try:
            return self._ask("GET", path, None)
        except UNREACHABLE:
            return self._ask("GET", path, None)

    def post(self, path: str, form: Mapping[str, str]) -> Answer:
        return self._ask("POST", path, urlencode(form))

    def _ask(self, method: str, path: str, body: str | None) -> Answer:
        try:
            self._connection.request(method, path, body, self.headers if body else {})
            answer = self._connection.getresponse()
            read = answer.read().decode()
            return Answer(answer.status, answer.headers.get("Location", ""), read)
        except UNREACHABLE:
            self._connection.close()
            raise

    def opened(self) -> str:
        """The path of a new sheet."""
        answer = self.post("/import", {"text": json.dumps(SHEET)})
        assert answer.status == 303, answer.body
        return answer.location

    def form(self, sheet: str, dealt: Deal) -> Form:
        """The form for the next deal, filled in."""
        token = {"key": new_key(), "based_on": str(self.revision(sheet))}
        return token | filled_in(dealt)

    def save(self, sheet: str, form: Form) -> Answer:
        return self.post(f"{sheet}rounds/new/deal", form | {"do": "save"})

    def discard(self, sheet: str, form: Form) -> Answer:
        """Throw away what is on the sheet already."""
        return self.post(f"{sheet}rounds/new/deal", form | {"do": "discard"})

    def revision(self, sheet: str) -> int:
        """What the form for the next deal is based on."""
        found = REVISION.search(self.get(sheet).body)
        assert found
        return int(found[1])

    def deals(self, sheet: str) -> list[Deal]:
        """All deals on a sheet, in their order."""
        rounds: list[dict[str, Any]] = json.loads(self.get(f"{sheet}sheet.json").body)["rounds"]
        return [(each["maker"], each["trump"], each["points"][0]) for each in rounds]

    def close(self) -> None:
        self._connection.close()


def filled_in(dealt: Deal) -> Form:
    maker, trump, points = dealt
    return {"maker": str(maker), "trump": trump, "points_0": str(points)}


@contextmanager
def phone(port: int, *, script: bool = False) -> Iterator[Phone]:
    with closing(Phone(port, script=script)) as calling:
        yield calling


class Follower(threading.Thread):
    """Follows a stream, and calls again whenever it comes to an end, until it is left alone."""

    def __init__(self, port: int, path: str) -> None:
        super().__init__(daemon=True)
        self._port, self._path = port, path
        self._left_alone = threading.Event()
        self._socket: socket.socket | None = None
        self.revision = 0  # the latest that it was told
        self.is_told = False  # by the stream that is open now
        self.calls = 0  # that were answered with a stream
        self.writing = 0  # times that it was told that somebody begins or stops to write

    def run(self) -> None:
        while not self._left_alone.is_set():
            with suppress(*UNREACHABLE):
                self._follow()
            self.is_told = False
            self._left_alone.wait(SECONDS_TO_CALL_AGAIN)

    def _follow(self) -> None:
        connection = http.client.HTTPConnection(HOST, self._port, timeout=SECONDS)
        with closing(connection):
            connection.connect()
            self._socket = connection.sock
            connection.request("GET", self._path)
            with connection.getresponse() as answer:
                self.calls += answer.status == 200
                while not self._left_alone.is_set() and (line := answer.readline()):
                    self.writing += line == b"event: writing\n"
                    if line.startswith(b"data: "):
                        self.revision = int(line.removeprefix(b"data: "))
                        self.is_told = True

    def hang_up(self) -> None:
        """Leave the stream that is open, whatever comes over it at this moment."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def leave(self) -> None:
        """Hang up for good."""
        self._left_alone.set()
        self.hang_up()
        self.join(SECONDS)


@contextmanager
def following(port: int, path: str, count: int = 1) -> Iterator[list[Follower]]:
    """So many followers of a stream, each of them told something by now."""
    followers = [Follower(port, path) for _ in range(count)]
    try:
        for each in followers:
            each.start()
        until = time.monotonic() + SECONDS
        while not all(each.is_told for each in followers):
            assert time.monotonic() < until, [each.calls for each in followers]
            time.sleep(0.02)
        yield followers
    finally:
        for each in followers:
            each.leave()
