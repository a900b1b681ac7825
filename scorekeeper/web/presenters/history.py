"""The history of a sheet in words: what was written when, from what to what."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.ledger import problems_of, with_dealer
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import round_of
from scorekeeper.i18n.house_rule_messages import house_rule_texts
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.entries import AgreedRules, Details, EntryType, SeatChange, Seating
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.presenters.page_values import HistoryLine
from scorekeeper.web.presenters.rounds import names_in


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """The history of a sheet; *holder* of the *people* says to hold this phone, "" for nobody."""

    lines: tuple[HistoryLine, ...]
    people: tuple[str, ...]
    holder: str


@dataclass(frozen=True, slots=True)
class _EntryTexts:
    """Entries of a sheet in words."""

    state: SheetState
    messages: Messages

    def what(self, entry: EntryRow) -> str:
        """What an entry is about."""
        if entry.type == EntryType.ROUND:
            if self._stands(entry.subject):
                number = self.state.round_ids.index(entry.subject) + 1
                return self.messages.text("history.round", number=number)
            return self.messages.text("history.struck_round")
        return self.messages.text(f"history.{entry.type}")

    def _stands(self, round_id: int) -> bool:
        return round_id in self.state.round_ids

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
            text = f"{text}, {dealer}"
        if self._stands(subject) and not problems_of(game, dealt.observation, table):
            points = game.score(dealt.observation, table).points
            columns = self.messages.columns(points, names.unit)
            text = self.messages.text("history.written", what=text, points=columns)
        return text

    def _seating(self, seating: Seating, _: int) -> str:
        names = [self.state.players[player] for player in seating.players]
        dealer = self.messages.text("history.first_dealer", name=names[seating.first_dealer])
        return f"{', '.join(names)}; {dealer}"

    def _substitute(self, change: SeatChange, _: int) -> str:
        player = self.state.players[change.player]
        seat = self.state.sheet.players[change.seat]
        return self.messages.text("history.sits_for", player=player, seat=seat)

    def _details(self, details: Details, _: int) -> str:
        day = self.messages.day(details.date) if details.date else ""
        return ", ".join(text for text in (details.title or "", day) if text) or "–"

    def _house_rules(self, rules: AgreedRules, _: int) -> str:
        pairs = house_rule_texts(self.state.sheet.game, rules.house, self.messages)
        text = "; ".join(f"{name}: {value}" for name, value in pairs)
        return text or self.messages.text("copy.usual")

    def _closed(self, closed: bool, _: int) -> str:
        return self.messages.text("history.stopped" if closed else "history.goes_on")

    def _away(self, away: bool, _: int) -> str:
        return self.messages.text("history.put_away" if away else "history.fetched")


def history_page(state: SheetState, messages: Messages, holder: str) -> HistoryPage:
    """The page with everything that was ever written on the sheet."""
    people = sorted(set(state.players.values()), key=str.casefold)
    return HistoryPage(tuple(history(state, messages)), tuple(people), holder)


def history(state: SheetState, messages: Messages, *, since: int = 0) -> list[HistoryLine]:
    """Everything written after revision *since*, latest first."""
    return list(reversed(list(_lines(state, messages, since))))


def news_since(state: SheetState, revision: int, messages: Messages) -> tuple[HistoryLine, ...]:
    """What others have written behind a revision (below 0: everything), latest first."""
    return tuple(history(state, messages, since=max(0, revision)))


def _lines(state: SheetState, messages: Messages, since: int) -> Iterable[HistoryLine]:
    texts = _EntryTexts(state, messages)
    last: dict[tuple[str, int], EntryRow] = {}
    standing = frozenset(state.round_ids)
    newest = {(each.type, each.subject): each.id for each in state.entries}
    for entry in state.entries:
        before = last.get((entry.type, entry.subject))
        last[entry.type, entry.subject] = entry
        if entry.revision > since:
            yield HistoryLine(
                messages.moment(entry.written_at),
                texts.what(entry),
                texts.content(before) if before else None,
                texts.content(entry),
                entry.author,
                entry.subject
                if entry.subject in standing and entry.type == EntryType.ROUND
                else None,
                entry.edition,
                entry.data is not None and newest[entry.type, entry.subject] != entry.id,
            )
