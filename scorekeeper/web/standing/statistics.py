"""What the evenings tell of somebody, and the records of a group, in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.core.days import day_key
from scorekeeper.core.game import Unit
from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.messages import Messages
from scorekeeper.i18n.season_messages import value_text
from scorekeeper.services.account.state import Account
from scorekeeper.services.standing.deals import NotedDeal, Tally
from scorekeeper.services.standing.state import finished_sheets, shows_statistics
from scorekeeper.services.standing.statistics import (
    GameStatistics,
    NotedEvening,
    PersonStatistics,
    group_statistics,
    shared_by,
)
from scorekeeper.summary.chart import Chart, evenings_chart
from scorekeeper.summary.standing_texts import day_text
from scorekeeper.web.history.pages import PageAddress
from scorekeeper.web.shared.field_values import Option
from scorekeeper.web.standing.pages import EVENINGS_AT_MOST

MINUTES_AN_HOUR = 60
TIED_AT_MOST = 6  # names of those who share a record
OTHERS_AT_MOST = 50  # partners, and as many opponents


class Fact(NamedTuple):
    """Something that is told of somebody, and the page that it leads to, if there is one."""

    label: str
    value: str
    leads_to: PageAddress | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsPart:
    """What the evenings in one of the *games* tell of somebody; not *complete* yet.

    *partners* and *opponents* are others by name, with the deals and the mean points of these.
    *left_out* says that sheets of another unit do not count.
    """

    games: tuple[Option, ...]
    unit: str
    facts: tuple[Fact, ...]
    counts: tuple[Fact, ...]
    partners: tuple[tuple[str, int, str], ...]
    opponents: tuple[tuple[str, int, str], ...]
    chart: Chart | None
    left_out: str
    complete: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordsPage:
    """The records of a group in one of its *games*; None where nothing was played to the end."""

    games: tuple[Option, ...]
    title: str
    facts: tuple[Fact, ...]
    counts: tuple[Fact, ...]
    left_out: str
    complete: bool


def statistics_part(
    account: Account, person: int, messages: Messages, game: str | None
) -> StatisticsPart | None:
    """What somebody did in a *game*, by default the one they played last; None without any.

    Nor where the group does not want them to be told.
    """
    if not shows_statistics(account.state):
        return None
    statistics = group_statistics(account)
    played = [of_game for of_game in statistics.games if person in of_game.people]
    if not played:
        return None

    def last_day(of_game: GameStatistics) -> date:
        return day_key(of_game.people[person].evenings[-1].day)

    latest = max(played, key=last_day)
    chosen = next((of_game for of_game in played if of_game.game == game), latest)
    own, words = chosen.people[person], _Words(chosen, account, messages)
    points = [evening.points for evening in own.evenings]
    return StatisticsPart(
        games=_choices(played, chosen, messages),
        # Cents say themselves what they are.
        unit="" if chosen.unit is Unit.CENTS else messages.text("standing.unit.points"),
        facts=tuple(words.facts(own)),
        counts=tuple(words.counts(person)),
        partners=tuple(words.others(own.partners)),
        opponents=tuple(words.others(own.opponents)),
        chart=evenings_chart(points, account.state.people[person], chosen.unit, messages),
        left_out=words.left_out,
        complete=statistics.are_all,
    )


def nothing_told(account: Account, person: int, messages: Messages) -> str:
    """Why there is no `statistics_part` of somebody."""
    if not shows_statistics(account.state):
        return messages.text("statistics.none")
    if left_out := sum(person in sheet.points for sheet in finished_sheets(account)):
        return messages.text("standing.left_out", count=left_out)
    return messages.text("people.nothing_finished", name=account.names[person])


def records_page(account: Account, messages: Messages, game: str | None) -> RecordsPage | None:
    """The records in a *game*, by default that of the latest evening; None for one there is not."""
    statistics, is_shown = group_statistics(account), shows_statistics(account.state)
    first = None if game else next(iter(statistics.games), None)
    chosen = next((of_game for of_game in statistics.games if of_game.game == game), first)
    if chosen is None and (game or not is_shown):
        return None
    shown = _Words(chosen, account, messages) if chosen and is_shown else None
    return RecordsPage(
        games=_choices(statistics.games, chosen, messages),
        title=messages.text(f"{chosen.game}.name") if chosen else "",
        facts=tuple(shown.records()) if shown else (),
        counts=tuple(shown.records_of_counts()) if shown else (),
        left_out=shown.left_out if shown else "",
        complete=statistics.are_all,
    )


def _choices(
    games: Sequence[GameStatistics], chosen: GameStatistics | None, messages: Messages
) -> tuple[Option, ...]:
    """The games whose statistics can be asked for."""
    return tuple(
        Option(of_game.game, messages.text(f"{of_game.game}.name"), of_game is chosen)
        for of_game in games
    )


class _Words(NamedTuple):
    """The statistics of a game in words."""

    statistics: GameStatistics
    account: Account
    messages: Messages

    @property
    def left_out(self) -> str:
        """That sheets of another unit do not count; "" where there are none."""
        count = self.statistics.left_out
        return self.messages.text("standing.left_out", count=count) if count else ""

    def facts(self, own: PersonStatistics) -> Iterator[Fact]:
        """Evenings, deals, sheets, means, the best and the worst evening."""
        text, number = self.messages.text, self.messages.number
        yield Fact(text("standing.column.evenings"), number(len(own.evenings)))
        yield Fact(text("statistics.deals"), number(own.deals))
        won = sum(own.sheets.values())
        yield Fact(text("standing.column.won"), self._share(won, len(own.sheets)))
        if own.deals:
            yield Fact(text("statistics.per_deal"), self._mean(own.points, own.deals))
        total = sum(evening.points for evening in own.evenings)
        yield Fact(text("statistics.per_evening"), self._mean(total, len(own.evenings)))
        yield Fact(text("statistics.best"), self._dated(self._points(own.best.points), own.best))
        yield Fact(text("statistics.worst"), self._dated(self._points(own.worst.points), own.worst))
        run = own.longest_run
        yield Fact(text("statistics.run"), number(len(run)), _last_sheet(run))

    def counts(self, person: int) -> Iterator[Fact]:
        """What the game tells of somebody, in its order."""
        for code in PLUGINS[self.statistics.game].count_codes:
            if (tally := self.statistics.counts.get(code, {}).get(person)) is not None:
                yield Fact(self._code(code), self._tally(tally))

    def others(self, others: Mapping[int, Tally]) -> Iterator[tuple[str, int, str]]:
        """Who was partner or opponent, the most frequent first."""
        by_deals = sorted(others.items(), key=lambda pair: -pair[1].times)
        for person, tally in by_deals[:OTHERS_AT_MOST]:
            yield self._name(person), tally.times, self._mean(tally.points, tally.times)

    def records(self) -> Iterator[Fact]:
        """The records that every game has."""
        text, people = self.messages.text, self.statistics.people
        noted = (evening for own in people.values() for evening in own.evenings)
        evenings = sorted(noted, key=lambda evening: day_key(evening.day))
        yield self._evening(text("statistics.highest_evening"), shared_by(evenings, max))
        yield self._evening(text("statistics.lowest_evening"), shared_by(evenings, min))
        if deals := self.statistics.highest:
            yield Fact(text("statistics.highest_deal"), self._noted(deals), _deal_address(deals[0]))
        if deals := self.statistics.lowest:
            yield Fact(text("statistics.lowest_deal"), self._noted(deals), _deal_address(deals[0]))
        runs = {person: own.longest_run for person, own in people.items()}
        if runners := self._foremost({person: len(run) for person, run in runs.items()}):
            run = max(runs.values(), key=len)
            yield Fact(text("statistics.run"), runners, _last_sheet(run))
        yield Fact(text("statistics.deals"), self.messages.number(self.statistics.deals))
        if hours := self.statistics.minutes // MINUTES_AN_HOUR:
            yield Fact(text("statistics.hours"), self.messages.number(hours))

    def records_of_counts(self) -> Iterator[Fact]:
        """Of what the game tells: who did it most often, or failed most often, and the best one."""
        for code in PLUGINS[self.statistics.game].count_codes:
            best, told = self.statistics.best.get(code), [*self._most(code)]
            if best:
                told.append(self.messages.text("statistics.best_one", told=self._noted(best)))
            if told:
                value = self.messages.joined("text.semicolon", told)
                yield Fact(self._code(code), value, _deal_address(best[0]) if best else None)

    def _most(self, code: str) -> Iterator[str]:
        told = self.statistics.counts.get(code, {})
        tallies = {person: told[person] for person in self.statistics.people if person in told}
        fails = any(tally.won or tally.lost for tally in tallies.values())
        most = {person: tally.won if fails else tally.times for person, tally in tallies.items()}
        failed = {person: tally.lost for person, tally in tallies.items()}
        if foremost := self._foremost(most):
            yield self.messages.text("statistics.most", told=foremost)
        if foremost := self._foremost(failed):
            yield self.messages.text("statistics.most_failed", told=foremost)

    def _foremost(self, counts: Mapping[int, int]) -> str:
        """Everybody who has the highest number above 0, with it; "" where nobody has any."""
        if not (highest := max(counts.values(), default=0)):
            return ""
        told = self._listed(person for person, count in counts.items() if count == highest)
        return self.messages.text("text.with_note", text=told, note=self.messages.number(highest))

    def _code(self, code: str) -> str:
        return self.messages.text(f"{self.statistics.game}.count.{code}")

    def _listed(self, people: Iterable[int]) -> str:
        """Who shares something; of many the first ones."""
        names = [self._name(person) for person in people]
        return self.messages.listed(self.messages.first_of("bill.others", names, TIED_AT_MOST))

    def _name(self, person: int) -> str:
        return self.account.state.names[person]

    def _points(self, points: int) -> str:
        return self.messages.points(points, self.statistics.unit)

    def _mean(self, points: int, number: int) -> str:
        unit = "cents" if self.statistics.unit is Unit.CENTS else ""
        return value_text(Fraction(points, number), unit, self.messages)

    def _share(self, won: int, of: int) -> str:
        percent = self.messages.percent(won, of)
        return self.messages.text("statistics.share", won=won, of=of, percent=percent)

    def _tally(self, tally: Tally) -> str:
        decided = tally.won + tally.lost
        told = [self._share(tally.won, decided) if decided else self.messages.number(tally.times)]
        if tally.worth:
            mean = self._mean(tally.points, tally.worth)
            told.append(self.messages.text("statistics.mean", points=mean))
        return self.messages.joined("text.comma", told)

    def _dated(self, told: str, evening: NotedEvening) -> str:
        day = day_text(evening.day, self.messages)
        return self.messages.text("text.with_note", text=told, note=day)

    def _evening(self, label: str, shared: Sequence[NotedEvening]) -> Fact:
        """Whose evening it was, which leads to why it was worth that."""
        first, told = shared[0], self._noted(shared)
        own = self.statistics.people[first.person].evenings
        at: dict[str, int | str] = {"person": first.person, "game": self.statistics.game}
        if len(own) > EVENINGS_AT_MOST:
            at["from"] = own.index(first) + 1
        days = {evening.day for evening in shared}
        dated = self._dated(told, first) if len(days) == 1 else told
        return Fact(label, dated, PageAddress("standings.person", at))

    def _noted(self, shared: Sequence[NotedDeal] | Sequence[NotedEvening]) -> str:
        """Whose it is, and the points."""
        names, points = self._listed(each.person for each in shared), shared[0].points
        return self.messages.text("text.pair", name=names, value=self._points(points))


def _last_sheet(run: Sequence[int]) -> PageAddress | None:
    """Where a row of sheets ended."""
    return PageAddress("sheets.show", {"number": run[-1]}) if run else None


def _deal_address(noted: NotedDeal) -> PageAddress:
    at: dict[str, int | str] = {"from": noted.deal.place, "_anchor": f"round-{noted.deal.round}"}
    return PageAddress("sheets.show", {"number": noted.sheet, **at})
