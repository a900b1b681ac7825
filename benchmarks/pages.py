"""The pages of a sheet and of its group: how long, how heavy, and how many looks at the database.

Every request takes turns with a bare page, a few of the one and a few of the other, so that
whatever else the machine does slows both.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from flask import Flask
from sqlalchemy import event

from benchmarks.client import ELSEWHERE, IN_THE_HOUSE, Client, Page, Request, UnexpectedAnswerError
from benchmarks.deals import EVENINGS, Evening, evening_of_tafferand, sheet
from benchmarks.report import Measured
from benchmarks.server import BARE_PAGE, BARE_SAVE
from benchmarks.sizes import Sizes
from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.catalogue import languages
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.store.db import db
from scorekeeper.store.rows import SheetRow

SHORT, USUAL, MANY = 10, 24, 100  # rounds of a sheet
DEALS = 16  # of the sheets of a group
IN_A_ROW = 6

# Times the bare page: one that was drawn before, one that is drawn for whoever looks first, a board
# that another phone has fetched, a page of a group, a saved round, a printed sheet that was kept.
SEEN_AT_MOST, FIRST_AT_MOST, BOARD_AT_MOST, GROUP_AT_MOST, SAVE_AT_MOST = 6, 10, 2.5, 5, 5
PAPER_AT_MOST = 25
PART_AT_MOST, FIRST_LOOK_AT_MOST = 100, 5_000
SHEET_QUERIES_AT_MOST, QUERIES_AT_MOST = 4, 6
WEIGHT_AT_MOST, SCRIPT_AT_MOST, LATER_AT_MOST = 14_336, 6_144, 9_216  # bytes
LONG_NAMES = (
    "Maximilian J", "Bartholomäus", "Christophine", "Wilhelmina P", "Ferdinand Sz", "Theodora Lév",
)  # fmt: skip
SHARED_BOARD = "board?keys=own"  # as a page asks for it that follows a sheet
FILLED_IN = {"maker": "1", "trump": "hearts", "points_0": "102", "do": "save"}
FOUND, SAVED, UNCHANGED = 200, 303, 304


@dataclass(frozen=True, slots=True)
class Paths:
    """What was opened to be measured."""

    sheets: Mapping[int, str]
    to_save: tuple[str, ...]
    to_save_long: str
    to_look_at: tuple[str, ...]
    group: str
    games: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """One line of the table: the requests of a turn, and the bound in bare pages."""

    what: str
    requests: Callable[[int], Sequence[Request]]
    bound: float | None = None


def opened(sizes: Sizes) -> Paths:
    """Sheets of every length, and for every turn one to save a round on."""
    rows = [open_sheet(sheet(DEALS), None)]
    for _ in range(sizes.evenings - 1):
        rows.append(open_sheet(sheet(DEALS), rows[0].group))
    return Paths(
        {length: _opened(length) for length in (SHORT, USUAL, MANY, sizes.long)},
        tuple(_opened(USUAL) for _ in range(sizes.warm_up + sizes.turns)),
        _opened(sizes.long),
        tuple(_opened(sizes.longest) for _ in range(sizes.first_looks)),
        f"/g/{rows[0].link}/",
        {game: _path(open_sheet(_with_long_names(made), None)) for game, made in EVENINGS.items()},
    )


def _with_long_names(made: Evening) -> Sheet:
    """An evening of usual length, and not over, of people with names of twelve letters."""
    data = made(USUAL if made is not evening_of_tafferand else USUAL - 1)
    return parsed(data | {"players": LONG_NAMES[: len(data["players"])]}, GAMES)


def _opened(rounds: int) -> str:
    return _path(open_sheet(sheet(rounds), None))


def _path(row: SheetRow) -> str:
    return f"/g/{row.link}/{row.number}/"


def compared(client: Client, paths: Paths, sizes: Sizes) -> Iterator[Measured]:
    """Milliseconds of every case, and how many times a bare page that is."""
    cases = _cases(client, paths, sizes)
    bare: dict[str, list[float]] = {case.what: [] for case in cases}
    ours: dict[str, list[float]] = {case.what: [] for case in cases}
    for turn in range(sizes.warm_up + sizes.turns):
        for case in cases:
            requests = case.requests(turn)
            bare[case.what] += _seconds(client, [Request(BARE_PAGE)] * IN_A_ROW)
            ours[case.what] += _seconds(client, requests)
    skipped = sizes.warm_up * (IN_A_ROW - 1)
    floors = {what: _middle(seconds[skipped:]) for what, seconds in bare.items()}
    yield Measured("a bare Flask page", (median(floors.values()), 1.0))
    for case in cases:
        took = _middle(ours[case.what][skipped:])
        yield Measured(case.what, (took, took / floors[case.what]), case.bound)


def _seconds(client: Client, requests: Sequence[Request]) -> list[float]:
    """The first only brings the machine back to this kind of work."""
    return [client.ask(request).seconds for request in requests][1:]


def _middle(seconds: list[float]) -> float:
    return 1000 * median(seconds)


def _cases(client: Client, paths: Paths, sizes: Sizes) -> list[Case]:
    sheets = paths.sheets
    usual = f"sheet page, {USUAL} rounds"
    return [
        Case(usual, _again(sheets[USUAL]), SEEN_AT_MOST),
        Case(f"{usual}, brotli", _again(sheets[USUAL], ELSEWHERE), SEEN_AT_MOST),
        Case(f"sheet page, {MANY} rounds", _again(sheets[MANY]), SEEN_AT_MOST),
        Case(f"sheet page, {sizes.long:,} rounds", _again(sheets[sizes.long]), SEEN_AT_MOST),
        Case(
            f"saving a round, {USUAL} before it",
            lambda turn: _saving(client, paths.to_save[turn]),
            SAVE_AT_MOST,
        ),
        Case("saving a row, the least of Flask and SQLAlchemy", lambda _: _bare_saving()),
        Case(
            f"saving a round, {sizes.long:,} before it",
            lambda _: _saving(client, paths.to_save_long),
        ),
        Case(
            f"printed sheet from the cache, {USUAL} rounds",
            _again(f"{sheets[USUAL]}paper/a4/en.pdf"),
            PAPER_AT_MOST,
        ),
        *_longest_cases(paths.to_look_at[-1], sizes.longest),
        Case("board, nothing changed (304)", _unchanged(client, f"{sheets[USUAL]}board")),
        Case(
            "board, fetched by another phone",
            _again(f"{sheets[USUAL]}{SHARED_BOARD}"),
            BOARD_AT_MOST,
        ),
        Case(
            f"group page, {sizes.evenings} sheets of {DEALS} rounds",
            _again(paths.group),
            GROUP_AT_MOST,
        ),
        Case("its account", _again(f"{paths.group}account/"), GROUP_AT_MOST),
    ]


def first_draws(client: Client, paths: Paths, sizes: Sizes) -> Iterator[Measured]:
    """Milliseconds of what is drawn for whoever asks first after a round was saved."""
    bare, page, board = list[float](), list[float](), list[float]()
    for turn in range(sizes.warm_up + sizes.turns):
        at = paths.to_save[turn]
        for save in _saving(client, at):
            client.ask(save)
            bare += _seconds(client, [Request(BARE_PAGE)] * 2)
            page.append(client.ask(Request(at, headers())).seconds)
            board.append(client.ask(Request(f"{at}{SHARED_BOARD}", headers())).seconds)
    floor = _middle(bare)
    yield Measured("a bare Flask page", (floor, 1.0))
    for what, seconds in (("sheet page", page), ("board", board)):
        took = _middle(seconds)
        yield Measured(f"{what}, {USUAL} rounds and one more", (took, took / floor), FIRST_AT_MOST)


def _longest_cases(path: str, rounds: int) -> list[Case]:
    """The pages that show a part of a long list, of a sheet as long as it can be."""
    earlier = f"?from={rounds // 2}"
    return [
        Case(f"sheet page, {rounds:,} rounds", _again(path), PART_AT_MOST),
        Case("its earlier deals", _again(f"{path}{earlier}"), PART_AT_MOST),
        Case("its history", _again(f"{path}history"), PART_AT_MOST),
        Case("its history, an earlier page", _again(f"{path}history{earlier}"), PART_AT_MOST),
    ]


def first_looks(client: Client, paths: Paths, sizes: Sizes) -> Iterator[Measured]:
    """Milliseconds of the first look at long sheets that no process has in memory."""
    bare, ours = list[float](), list[float]()
    for path in paths.to_look_at:
        bare += _seconds(client, [Request(BARE_PAGE)] * IN_A_ROW)
        ours.append(client.ask(Request(path, headers())).seconds)
    floor, took = 1000 * median(bare), 1000 * median(ours)
    yield Measured("a bare Flask page", (floor, 1.0))
    yield Measured(
        f"sheet page, {sizes.longest:,} rounds", (took, took / floor), FIRST_LOOK_AT_MOST
    )


def headers(encodings: str = IN_THE_HOUSE, language: str = "en") -> dict[str, str]:
    """What a phone sends along: the encodings it takes, and the language it is read in."""
    return {"Accept-Encoding": encodings, "Accept-Language": language}


def _again(path: str, encodings: str = IN_THE_HOUSE) -> Callable[[int], Sequence[Request]]:
    return lambda _: [Request(path, headers(encodings))] * IN_A_ROW


def _unchanged(client: Client, path: str) -> Callable[[int], Sequence[Request]]:
    tag = client.ask(Request(path, headers())).headers["ETag"]
    sent = headers() | {"If-None-Match": tag}
    return lambda _: [Request(path, sent, status=UNCHANGED)] * IN_A_ROW


def _saving(client: Client, path: str) -> Sequence[Request]:
    """The form as the sheet's page holds it, filled in by six touches; one round after another."""
    page = Page(client.ask(Request(path)).body)
    sent = headers() | {"Sec-Fetch-Site": "same-origin"}
    revision = int(page.fields["based_on"])
    forms = [
        page.fields | FILLED_IN | {"key": new_key(), "based_on": str(revision + step)}
        for step in range(IN_A_ROW)
    ]
    return [Request(page.action, sent, form, SAVED) for form in forms]


def _bare_saving() -> Sequence[Request]:
    keys = (new_key() for _ in range(IN_A_ROW))
    return [Request(BARE_SAVE, form=FILLED_IN | {"key": key}, status=SAVED) for key in keys]


def weights(client: Client, paths: Paths) -> Iterator[Measured]:
    """Bytes of what a first visit loads, as they travel: of each game in its largest language.

    The page with every style sheet that it needs to be used; the script that a first touch needs;
    and what comes behind the first view, the words of script in their largest language among it.
    """
    for name, encodings in (("gzip", IN_THE_HOUSE), ("brotli", ELSEWHERE)):

        def size(path: str, language: str = "en", encodings: str = encodings) -> int:
            return len(client.ask(Request(path, headers(encodings, language))).body)

        for game, path in paths.games.items():
            page, language = max((size(path, each), each) for each in languages())
            shown = Page(client.ask(Request(path)).body)
            styles = sum(map(size, shown.styles))
            what = f"{game} ({language}), {name}"
            yield Measured(what, (page, styles, page + styles), WEIGHT_AT_MOST)
        spoken, *scripts = shown.scripts
        words = max(size(spoken.replace("/en.", f"/{each}.")) for each in languages())
        first, later = map(size, scripts)
        yield Measured(f"script of a first touch, {name}", (None, None, first), SCRIPT_AT_MOST)
        yield Measured(
            f"words and later script, {name}", (words, later, words + later), LATER_AT_MOST
        )


def queries(app: Flask, paths: Paths, sizes: Sizes) -> Iterator[Measured]:
    """How often the pages look at the database."""
    for length in (SHORT, sizes.long):
        asked = _queries(app, paths.sheets[length])
        yield Measured(f"sheet page, {length:,} rounds", (asked,), SHEET_QUERIES_AT_MOST)
    yield Measured("group page", (_queries(app, paths.group),), QUERIES_AT_MOST)


def _queries(app: Flask, path: str) -> int:
    said: list[str] = []

    def note(*arguments: object) -> None:
        said.append(str(arguments[2]))

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        answer = app.test_client().get(path)
    finally:
        event.remove(db.engine, "before_cursor_execute", note)
    if answer.status_code != FOUND:
        raise UnexpectedAnswerError(f"{path}: {answer.status_code}")
    return sum(not statement.startswith("BEGIN") for statement in said)
