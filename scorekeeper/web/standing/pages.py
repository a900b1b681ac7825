"""The page of a standing, and of why somebody stands there where they do."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from scorekeeper.core.amount_parsing import typed_cents
from scorekeeper.core.season import Counts, Season, all_points
from scorekeeper.core.standings import (
    UNCUT,
    Cut,
    EveningValue,
    FinishedSheet,
    Standing,
    count_left_out,
    hundredths,
    latest_sheet,
)
from scorekeeper.files.spreadsheet import csv_text
from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.messages import Messages
from scorekeeper.i18n.season_messages import place_number, rounded, season_text, value_text
from scorekeeper.services.account.state import Account, kept_for_group
from scorekeeper.services.standing.deals import Tally
from scorekeeper.services.standing.state import (
    finished_sheets,
    season_unit,
    seasons_of,
    shows_statistics,
    standing_of,
)
from scorekeeper.services.standing.statistics import Tallies, counts_on
from scorekeeper.summary.standing_texts import (
    StandingLine,
    StandingTexts,
    day_text,
    standing_text,
    standing_texts,
)
from scorekeeper.web.history.group_pages import GroupSaved
from scorekeeper.web.shared.paging import PEOPLE_AT_MOST, ListPage, list_page, page_of_people
from scorekeeper.web.shared.titles import number_in_day

EVENINGS_AT_MOST = 50  # of a page that says why


class StandingQuestion(NamedTuple):
    """Which standing is asked for: of a *game*, by a *season* of that number, of some evenings."""

    game: str | None
    season: int | None
    cut: Cut = UNCUT

    @property
    def query(self) -> Mapping[str, Any]:
        """What an address says of it."""
        days = {"first": self.cut.first_day, "until": self.cut.last_day}
        told = {"season": self.season, "game": self.game, "last": self.cut.last, **days}
        return {name: value for name, value in told.items() if value is not None}

    @property
    def whole(self) -> Mapping[str, Any]:
        """What an address says of all its evenings."""
        return StandingQuestion(self.game, self.season).query

    @property
    def is_cut(self) -> bool:
        """Whether only some of the evenings are asked for."""
        return self.cut != UNCUT


class GroupEvenings(NamedTuple):
    """The standing that was asked for; *games* are all that were played to the end.

    *units* say by its number in what each season of the group counts; so many sheets are *left
    out* because of their unit. Not *are_all*: some sheets were not looked at yet.
    """

    question: StandingQuestion
    games: tuple[str, ...]
    units: Mapping[int, str]
    standing: Standing[int]
    left_out: int
    are_all: bool

    @property
    def game(self) -> str:
        """The game of it; "" where nothing was played to the end."""
        return self.standing.season.game

    @property
    def weight(self) -> int:
        """How many small results take as much memory."""
        return 1 + len(self.standing.rows) * len(self.standing.evenings) // 50


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingPage:
    """Everything on the page; *texts* are None where there is no game.

    *choices* are games and seasons: name, what the address of each says, and whether it is the one
    that is shown; *counts* say what the game tells of everybody on these evenings; *seasons* are
    those of the group: number, name and rules; *text* is for a chat. Not *complete*: some sheets
    were not looked at yet.
    """

    texts: StandingTexts | None
    found: GroupEvenings
    choices: tuple[tuple[str, Mapping[str, Any], bool], ...]
    counts: tuple[tuple[str, str], ...]
    seasons: tuple[tuple[int, str, str], ...]
    text: str
    pages: ListPage
    is_complete: bool
    has_statistics: bool
    saved: GroupSaved | None

    @property
    def lines(self) -> Any:
        """The rows of this page."""
        return self.texts.lines[self.pages.start : self.pages.end] if self.texts else ()

    @property
    def text_rows(self) -> int:
        """How many lines the text for a chat has."""
        return self.text.count("\n") + 2


class EveningLine(NamedTuple):
    """An evening in the statement of somebody: what it was worth, and its sheets.

    A sheet by its number, what it is called, and what it was worth to them.
    """

    day: str
    value: str
    counted: bool
    note: str
    sheets: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingReasonPage:
    """Why somebody has their *row* in a standing: the *lines* of the latest evenings first.

    *place* is the number of their place, as a sentence says it.
    """

    texts: StandingTexts
    row: StandingLine
    place: str
    lines: tuple[EveningLine, ...]
    pages: ListPage
    question: StandingQuestion


@kept_for_group
def evenings_asked_for(account: Account, question: StandingQuestion) -> GroupEvenings | None:
    """The standing that was asked for; None for a game or a season that there is not."""
    sheets, seasons = finished_sheets(account), seasons_of(account.state)
    games = tuple(dict.fromkeys(sheet.game for sheet in reversed(sheets)))
    if question.season is None:
        latest = latest_sheet(sheets)
        season, known = all_points(question.game or (latest.game if latest else "")), games
    elif question.season in seasons:
        season = seasons[question.season]
        known = (season.game,)
    else:
        return None
    if question.game not in (None, *known):
        return None
    standing = standing_of(account.state, sheets, season, question.cut)
    left_out = count_left_out(sheets, season, question.cut)
    units = {number: season_unit(sheets, each) for number, each in seasons.items()}
    return GroupEvenings(question, games, units, standing, left_out, account.is_complete)


class StandingWords(NamedTuple):
    """The standing over some *evenings* in words, with what the group of an *account* adds."""

    evenings: GroupEvenings
    account: Account
    messages: Messages

    def texts(self) -> StandingTexts | None:
        """The standing itself; None where there is no game."""
        evenings, people = self.evenings, self.account.state.people
        if not evenings.game:
            return None
        cut, left_out = evenings.question.cut, evenings.left_out
        return standing_texts(evenings.standing, people, self.messages, cut, left_out)

    def page(self, wanted: int | None, saved: GroupSaved | None) -> StandingPage:
        """The page of the standing; of very many people those from number *wanted* on."""
        texts, counts, messages = self.texts(), self._counts(), self.messages
        count = len(texts.lines) if texts else 0
        seasons = list(seasons_of(self.account.state).items())[::-1]
        return StandingPage(
            texts=texts,
            found=self.evenings,
            choices=tuple(self._choices(seasons)),
            counts=tuple(self._count_lines(counts)) if counts else (),
            seasons=tuple(
                (number, season.name, season_text(season, messages, self.evenings.units[number]))
                for number, season in seasons
            ),
            text=standing_text(texts, messages) if texts and count else "",
            pages=page_of_people(count, wanted),
            is_complete=counts is not None,
            has_statistics=shows_statistics(self.account.state),
            saved=saved,
        )

    def _counts(self) -> Tallies | None:
        """What the game tells of them, in its order; None where not all were looked at."""
        account, game, evenings = self.account, self.evenings.game, self.evenings.standing.evenings
        if not account.is_complete:
            return None
        if not game or not shows_statistics(account.state):
            return {}
        counts = counts_on(account, {sheet.number for each in evenings for sheet in each.sheets})
        codes = PLUGINS[game].count_codes
        return None if counts is None else {code: counts[code] for code in codes if code in counts}

    def _count_lines(self, counts: Tallies) -> Iterator[tuple[str, str]]:
        """What the game tells, each with the first hundred of whom it is told, by their places."""
        names, rows = self.account.state.people, self.evenings.standing.rows
        for code, tallies in counts.items():
            told = (
                self.messages.text("text.pair", name=names[who], value=self._tally(tallies[who]))
                for who in (row.person for row in rows)
                if who in tallies
            )
            what = self._counted(code)
            yield what, self.messages.joined("text.semicolon", islice(told, PEOPLE_AT_MOST))

    def _counted(self, code: str) -> str:
        return self.messages.text(f"{self.evenings.game}.count.{code}")

    def _tally(self, tally: Tally) -> str:
        number = self.messages.number(tally.succeeded)
        if tally.won or tally.lost:
            return self.messages.text("standing.of", won=number, of=tally.times)
        return number

    def _choices(
        self, seasons: Iterable[tuple[int, Season]]
    ) -> Iterator[tuple[str, Mapping[str, Any], bool]]:
        question, chosen = self.evenings.question, self.evenings.game
        for game in self.evenings.games:
            is_chosen = question.season is None and game == chosen
            yield self.messages.text(f"{game}.name"), {"game": game}, is_chosen
        for number, season in seasons:
            yield season.name, {"season": number}, question.season == number

    def reason_page(self, person: int, wanted: int | None) -> StandingReasonPage | None:
        """Why *person* stands where they do; None for somebody who does not stand there."""
        texts, rows = self.texts(), self.evenings.standing.rows
        at = [place for place, row in enumerate(rows) if row.person == person]
        if texts is None or not at:
            return None
        row = rows[at[0]]
        pages = list_page(len(row.values), wanted, EVENINGS_AT_MOST)
        shown = reversed(row.values[pages.start : pages.end])
        return StandingReasonPage(
            texts=texts,
            row=texts.lines[at[0]],
            place=place_number(row.place),
            lines=tuple(self._evening(value, person) for value in shown),
            pages=pages,
            question=self.evenings.question,
        )

    def _evening(self, value: EveningValue, person: int) -> EveningLine:
        """What an evening of the standing was worth to somebody."""
        evening = self.evenings.standing.evenings[value.place]
        sheets = (self._sheet(sheet, person) for sheet in evening.sheets if person in sheet.points)
        return EveningLine(
            day=day_text(evening.day, self.messages),
            value=value_text(value.value, self.evenings.standing.unit, self.messages),
            counted=value.counted,
            note=self._note(value),
            sheets=tuple(sheets) if value.attended else (),
        )

    def _note(self, value: EveningValue) -> str:
        text, told, standing = self.messages.text, [], self.evenings.standing
        if not value.attended:
            told.append(text("standing.absent"))
        if not value.counted:
            told.append(text("standing.dropped"))
        if standing.season.last_double and value.place == len(standing.evenings) - 1:
            told.append(text("standing.doubled"))
        return self.messages.joined("text.comma", told) if told else ""

    def _sheet(self, sheet: FinishedSheet[int], person: int) -> tuple[int, str, str]:
        return sheet.number, sheet.title or self._untitled(sheet), self._worth(sheet, person)

    def _worth(self, sheet: FinishedSheet[int], person: int) -> str:
        """Money, 1 for a sheet that was won, or the points, which also decide the places."""
        match self.evenings.standing.season.counts:
            case Counts.MONEY:
                return self.messages.money(sheet.cents.get(person, 0))
            case Counts.WON:
                return self.messages.number(int(person in sheet.winners))
        return self.messages.points(sheet.points[person], sheet.unit)

    def _untitled(self, sheet: FinishedSheet[int]) -> str:
        if sheet.day is None:
            return self.messages.text("standing.undated")
        place = self.account.places.get(sheet.number, 1)
        again = number_in_day(place, sheet.day, self.messages)
        return again or self.messages.text("sheet.untitled", day=self.messages.day(sheet.day))

    def table(self) -> str | None:
        """The standing as CSV: place, name, evenings, sheets won, total, average.

        Then every evening, and what the game tells: how often it went well, of how many times.
        Numbers can be added up: a minus is that of the keyboard, money is in whole currency. None
        where not all sheets were looked at yet.
        """
        standing, messages, counts = self.evenings.standing, self.messages, self._counts()
        if counts is None:
            return None
        is_money = standing.unit == "cents"

        def plain(value: Fraction) -> str:
            if is_money:
                return typed_cents(hundredths(value / 100), messages.amount_format)
            return str(rounded(value)).replace(".", messages.decimal_sign)

        money = f" ({messages.currency})" if is_money else ""
        columns = ("place", "name", "evenings", "won", "total", "average")
        heads = [messages.text(f"standing.column.{name}") for name in columns]
        days = [evening.day.isoformat() if evening.day else "" for evening in standing.evenings]
        heads = [*heads[:4], *(head + money for head in heads[4:]), *days]
        for what in map(self._counted, counts):
            heads += [what, messages.text("standing.column.of", what=what)]
        rows: list[tuple[list[str], list[str]]] = [(heads, [])]
        for row in standing.rows:
            worth = {of_evening.place: plain(of_evening.value) for of_evening in row.values}
            values = [worth.get(at, "") for at in range(len(days))]
            place = "" if row.place is None else str(row.place)
            person = self.account.state.people[row.person]
            for tallies in counts.values():
                tally = tallies.get(row.person, Tally())
                values += [str(tally.succeeded), str(tally.times)]
            told = [place, person, str(row.evenings), str(row.won)]
            rows.append((told, [plain(row.total), plain(row.average), *values]))
        return csv_text(rows, messages)
