"""The history of a sheet in words: what was written when, from what to what."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.ledger import problems_of, score_of, with_dealer
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import round_of
from scorekeeper.i18n.house_rule_messages import agreed_text
from scorekeeper.i18n.messages import BETWEEN_PHRASES, Messages
from scorekeeper.services.entries import AgreedRules, Details, EntryType, SeatChange, Seating
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.presenters.page_values import HistoryLine, News, author_of
from scorekeeper.web.presenters.paging import ListPage, list_page
from scorekeeper.web.presenters.rounds import names_in

LINES_AT_MOST = 50  # of a page
NEWS_AT_MOST = 20  # lines of what somebody else was faster with


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """One of the *pages* of a sheet's history, latest first; *holder* says whose phone this is."""

    lines: tuple[HistoryLine, ...]
    pages: ListPage
    holder: str


@dataclass(frozen=True, slots=True)
class _EntryTexts:
    """Entries of a sheet in words."""

    state: SheetState
    messages: Messages

    def line(self, entry: EntryRow, before: EntryRow | None, *, is_newest: bool) -> HistoryLine:
        """An entry, and the edition *before* it where there was one."""
        is_round = entry.type == EntryType.ROUND and self._stands(entry.subject)
        return HistoryLine(
            moment=self.messages.moment(entry.written_at),
            what=self.what(entry),
            old=self.content(before) if before else None,
            new=self.content(entry),
            author=author_of(entry),
            round_id=entry.subject if is_round else None,
            edition=entry.edition,
            replaced=entry.data is not None and not is_newest,
        )

    def what(self, entry: EntryRow) -> str:
        """What an entry is about."""
        if entry.type == EntryType.ROUND:
            label = self.state.label_of(entry.subject)
            if label is None:
                return self.messages.text("history.struck_round")
            return self.messages.text("history.round", number=label)
        return self.messages.text(f"history.{entry.type}")

    def _stands(self, round_id: int) -> bool:
        return self.state.number_of(round_id) is not None

    def content(self, entry: EntryRow) -> str:
        """What an entry says."""
        if entry.data is None:
            return self.messages.text("history.nothing")
        kind = EntryType(entry.type)
        texts: Mapping[EntryType, Callable[[Any, int], str]] = {
            EntryType.ROUND: self._round,
            EntryType.SEATING: self._seating,
            EntryType.SUBSTITUTE: self._substitute,
            EntryType.ABOUT: self._details,
            EntryType.HOUSE: self._house_rules,
            EntryType.CLOSED: self._closed,
            EntryType.AWAY: self._away,
        }
        return texts[kind](kind.read(entry.data), entry.subject)

    def _round(self, data: Any, subject: int) -> str:
        game, seats = self.state.sheet.game, len(self.state.sheet.players)
        found: list[Problem] = []
        dealt = round_of(data, game, seats, found)
        if dealt is None:
            return self.messages.text("history.unreadable")
        names = names_in(self.state, self.state.number_after(subject) - self._stands(subject))
        rotated = self.state.table_of(subject) or self.state.table_after(subject)
        table = with_dealer(rotated, dealt.dealer)
        text = self.messages.reason(game, dealt.observation, table, names)
        if dealt.dealer is not None:
            dealer = self.messages.text("sheet.dealer", name=names.players[dealt.dealer])
            text = BETWEEN_PHRASES.join((text, dealer))
        if self._stands(subject) and not problems_of(game, dealt.observation, table):
            points = score_of(game, dealt.observation, table).points
            columns = self.messages.columns(points, names.unit)
            text = self.messages.text("history.written", what=text, points=columns)
        return text

    def _seating(self, seating: Seating, _: int) -> str:
        names = [self.state.players[player] for player in seating.players]
        dealer = self.messages.text("history.first_dealer", name=names[seating.first_dealer])
        named = self.messages.joined("text.comma", names)
        return self.messages.text("text.semicolon", first=named, second=dealer)

    def _substitute(self, change: SeatChange, subject: int) -> str:
        told = {
            "player": self.state.players[change.player],
            "seat": self.state.sheet.players[change.seat],
        }
        numbers = (each.number for each in self.state.substitutes if each.subject == subject)
        number = None if change.round is None else next(numbers, None)
        if number is None:
            return self.messages.text("history.sits_for", **told)
        label = self.state.ledger.label_at(number)
        return self.messages.text("seats.from", number=label, **told)

    def _details(self, details: Details, _: int) -> str:
        day = self.messages.day(details.date) if details.date else ""
        told = [text for text in (details.title or "", day) if text]
        return self.messages.joined("text.comma", told or ["–"])

    def _house_rules(self, rules: AgreedRules, _: int) -> str:
        return agreed_text(self.state.sheet.game, rules.house, rules.stake, self.messages)

    def _closed(self, closed: bool, _: int) -> str:
        return self.messages.text("history.stopped" if closed else "history.goes_on")

    def _away(self, away: bool, _: int) -> str:
        return self.messages.text("history.put_away" if away else "history.fetched")


def history_page(
    state: SheetState, messages: Messages, holder: str, wanted: int | None
) -> HistoryPage:
    """The page that begins with the entry of number *wanted*, or the latest page."""
    pages = list_page(len(state.entries), wanted, LINES_AT_MOST)
    lines = _lines(state, messages, range(pages.start, pages.end))
    named = messages.text("history.named", name=holder)
    return HistoryPage(lines, pages, named if holder else messages.text("history.holder"))


def news_since(state: SheetState, revision: int, messages: Messages) -> News | None:
    """The latest of what was written behind a revision (below 0: behind the first).

    None where nothing was.
    """
    since = max(0, revision)
    behind = [place for place, entry in enumerate(state.entries) if entry.revision > since]
    if not behind:
        return None
    lines = _lines(state, messages, frozenset(behind[-NEWS_AT_MOST:]))
    return News(lines, len(behind) - len(lines))


def _lines(
    state: SheetState, messages: Messages, wanted: Container[int]
) -> tuple[HistoryLine, ...]:
    """The entries at these places, latest first; only they are put into words."""
    newest: dict[tuple[str, int], EntryRow] = {}
    shown: list[tuple[EntryRow, EntryRow | None]] = []
    for place, entry in enumerate(state.entries):
        if place in wanted:
            shown.append((entry, newest.get((entry.type, entry.subject))))
        newest[entry.type, entry.subject] = entry
    texts = _EntryTexts(state, messages)
    return tuple(
        texts.line(entry, before, is_newest=newest[entry.type, entry.subject] is entry)
        for entry, before in reversed(shown)
    )
