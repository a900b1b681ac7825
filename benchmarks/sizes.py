"""How much is measured: what the figures are told of, less in a hurry, and the least that runs."""

from dataclasses import dataclass, replace

from scorekeeper.files.archive import PEOPLE_AT_MOST, SHEETS_AT_MOST
from scorekeeper.files.sheet import ROUNDS_AT_MOST
from scorekeeper.printing.queue import WAITING_AT_MOST
from tests.browser.serving import COMPILED_ONCE

IMPORTS = 10  # of one sheet, into a group that is full with the last of them


@dataclass(frozen=True, slots=True)
class Sizes:
    """All numbers that decide how long a run takes; every benchmark takes what it needs of them."""

    turns: int = 25  # each a few requests of every kind
    warm_up: int = 2  # turns before those that count
    runs: int = 20  # of what needs no server, and of starts

    # pages, and what is done beside them
    long: int = 1_000  # rounds of a sheet
    longest: int = ROUNDS_AT_MOST
    first_looks: int = 5  # each at a longest sheet of its own
    evenings: int = 20  # of a usual group
    account: tuple[int, int] = (100, 100)  # sheets of a large group, and rounds of each
    season: tuple[int, int] = (200, 24)  # evenings, and deals of each
    printed: tuple[int, int] = (WAITING_AT_MOST, 100)  # sheets at once, and rounds of each
    saves_beside: int = 150  # at most, while they are printed
    people: int = PEOPLE_AT_MOST  # of the group that is imported
    imported: int = SHEETS_AT_MOST - IMPORTS
    imports: int = IMPORTS
    payments: int = 1_000  # and as many ticks; four times as many, too
    replayed: int = 1_000  # deals; half and twice as many, too

    # very many clients
    streams: int = 40
    slow: int = 300
    phones: int = 1_000
    followed: int = 200  # sheets
    saves: int = 200
    looks: int = 60  # at a page, in each state of the server
    seconds_between_saves: float = 0.3  # two hundred tables save twice as seldom: 0.6
    seconds_between_questions: float = 3.0
    seconds_to_hang_up: float = 5.0  # for all phones at once, before others call

    edition: str | None = None  # the folder of the one without a server; None: it is made anew
    flags: tuple[str, ...] = ()  # of the browser that it runs in
    windows: bool = True  # a whole browser, and not one that could not open any
    brotli: int = 11  # the quality in which the edition without a server is weighed
    gzip: int = 9
    slow_starts: int = 3  # of it, on a slow phone
    slower: int = 4  # times than this machine, that one is
    line: float = 10e6 / 8  # bytes a second that reach it
    seconds_to_settle: float = 5.0
    seconds_idle: float = 10.0

    # a large database
    groups: int = 2_000
    turns_among_many: int = 60
    evening_groups: int = 50
    requests: int = 400  # of every kind
    notifications: int = 5_000


FULL = Sizes()
QUICK = replace(FULL, turns=5, runs=5, saves=40, turns_among_many=20)
SMALLEST = Sizes(
    turns=1,
    warm_up=0,
    runs=1,
    flags=(COMPILED_ONCE,),
    windows=False,
    brotli=1,
    gzip=1,
    slow_starts=1,
    slower=1,
    line=1e9,
    seconds_to_settle=0.1,
    seconds_idle=0.1,
    long=30,
    longest=40,
    first_looks=1,
    evenings=2,
    account=(2, 4),
    season=(3, 4),
    printed=(1, 24),
    saves_beside=2,
    people=8,
    imported=2,
    imports=1,
    payments=50,
    replayed=20,
    streams=2,
    slow=2,
    phones=4,
    followed=2,
    saves=2,
    looks=1,
    seconds_between_saves=0.02,
    seconds_between_questions=0.1,
    seconds_to_hang_up=0.1,
    groups=1,
    turns_among_many=1,
    evening_groups=2,
    requests=2,
    notifications=2,
)
