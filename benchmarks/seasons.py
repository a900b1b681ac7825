"""A season of many evenings, somebody's page and other house rules, against the page of a sheet."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from statistics import median

from benchmarks.client import Client, Request
from benchmarks.deals import sheet
from benchmarks.pages import headers
from benchmarks.report import Measured
from benchmarks.sizes import Sizes
from scorekeeper.core.season import Counts, Season, Total
from scorekeeper.files.sheet import Head
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.writing import save_with_id
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.sheet.lookup import group_by_link
from scorekeeper.services.sheet.opening import open_sheet

PEOPLE = ("Anna", "Bert", "Clara", "Dirk", "Emil", "Fritz", "Gerd", "Heike")
FIRST = date(2026, 1, 1)
IN_A_ROW = 6
SHEET_PAGES_AT_MOST, MILLISECONDS_AT_MOST = 2, 1_500


@dataclass(frozen=True, slots=True)
class SeasonPaths:
    """The pages of a group with a season, and a sheet of it."""

    sheet: str
    pages: dict[str, str]


def opened_season(sizes: Sizes) -> SeasonPaths:
    """A group in which eight people have played on so many days, four at a time."""
    evenings, deals = sizes.season
    played = sheet(deals)
    group = None
    for number in range(evenings):
        seated = tuple(PEOPLE[(number + seat) % len(PEOPLE)] for seat in range(4))
        head = Head(date=FIRST + timedelta(days=number), closed=True)
        group = open_sheet(replace(played, players=seated, head=head), group).group
    assert group is not None
    row = group_by_link(group.link)
    assert row is not None
    season = Season(
        name="Liga",
        game=played.game.slug,
        from_=FIRST,
        counts=Counts.PLACES,
        total=Total.SUM,
        best=evenings // 2 or 1,
    )
    save_with_id(row, FormToken(new_key(), row.revision), GroupEntryType.SEASON, season, None)
    at = f"/g/{group.link}/"
    return SeasonPaths(
        f"{at}1/",
        {
            "standing by a season": f"{at}standing/?season=1",
            "why somebody stands there": f"{at}standing/people/1?season=1",
            "page of somebody": f"{at}people/1",
            "records": f"{at}standing/records",
            "season under other rules": f"{at}standing/what-if?season=1&house_tie=keep",
        },
    )


def seasons(client: Client, paths: SeasonPaths, sizes: Sizes) -> Iterator[Measured]:
    """Milliseconds and how many times the page of a sheet that is; the first looks by themselves.

    The pages are asked for in turns with that of the sheet, a few times each.
    """
    first = {name: _seconds(client, path) for name, path in paths.pages.items()}
    of_sheet, of_page = list[float](), {name: list[float]() for name in paths.pages}
    for _ in range(sizes.turns):
        of_sheet += [_seconds(client, paths.sheet) for _ in range(IN_A_ROW)][1:]
        for name, path in paths.pages.items():
            of_page[name] += [_seconds(client, path) for _ in range(IN_A_ROW)][1:]
    floor = median(of_sheet)
    yield Measured("page of a sheet", (1000 * floor, 1.0))
    for name, seconds in of_page.items():
        middle = median(seconds)
        yield Measured(name, (1000 * middle, middle / floor), SHEET_PAGES_AT_MOST)
    for name, once in first.items():
        yield Measured(f"{name}, first look (ms)", (None, 1000 * once), MILLISECONDS_AT_MOST)


def _seconds(client: Client, path: str) -> float:
    return client.ask(Request(path, headers())).seconds
