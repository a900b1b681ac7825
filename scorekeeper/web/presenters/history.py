"""The history of a sheet in words: what was written when, from what to what."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from scorekeeper.core.game import Problem
from scorekeeper.core.ledger import problems_of, with_dealer
from scorekeeper.files.reading import round_of
from scorekeeper.i18n.house_rule_messages import switch_words
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.sheet_state import (
    ABOUT,
    CLOSED,
    HOUSE,
    ROUND,
    SEATING,
    SUBSTITUTE,
    SheetState,
)
from scorekeeper.store.sheet_queries import EntryRow
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
        if entry.type == ROUND:
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
        text_of = {
            ROUND: self._round,
            SEATING: self._seating,
            SUBSTITUTE: self._substitute,
            ABOUT: self._about,
            HOUSE: self._house,
            CLOSED: self._closed,
        }[entry.type]
        return text_of(entry.data, entry.subject)

    def _round(self, data: Any, subject: int) -> str:
        game, seats = self.state.sheet.game, len(self.state.sheet.players)
        found: list[Problem] = []
        dealt = round_of(data, game, seats, found)
        if dealt is None:
            return self.messages.text("history.unreadable")
        names = names_in(self.state, self.state.number_behind(subject) - self._stands(subject))
        rotated = self.state.table_of(subject) or self.state.table_behind(subject)
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

    def _seating(self, data: Any, _: int) -> str:
        names = [self.state.players[player] for player in data["players"]]
        dealer = self.messages.text("history.first_dealer", name=names[data["first_dealer"]])
        return f"{', '.join(names)}; {dealer}"

    def _substitute(self, data: Any, subject: int) -> str:
        player = self.state.players[data["player"]]
        seat = self.state.sheet.players[data["seat"]]
        return self.messages.text("history.sits_for", player=player, seat=seat)

    def _about(self, data: Any, _: int) -> str:
        day = [self.messages.day(date.fromisoformat(data["date"]))] if "date" in data else []
        return ", ".join([*([data["title"]] if "title" in data else []), *day]) or "–"

    def _house(self, data: Any, _: int) -> str:
        pairs = switch_words(self.state.sheet.game, data["house"], self.messages)
        text = "; ".join(f"{name}: {value}" for name, value in pairs)
        return text or self.messages.text("copy.usual")

    def _closed(self, data: Any, _: int) -> str:
        return self.messages.text("history.stopped" if data else "history.goes_on")


def history_page(state: SheetState, messages: Messages, holder: str) -> HistoryPage:
    """The page with everything that was ever written on the sheet."""
    people = sorted(set(state.players.values()), key=str.casefold)
    return HistoryPage(tuple(history(state, messages)), tuple(people), holder)


def history(state: SheetState, messages: Messages, *, since: int = 0) -> list[HistoryLine]:
    """Everything written after revision *since*, latest first."""
    return list(reversed(list(_lines(state, messages, since))))


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
                entry.subject if entry.subject in standing and entry.type == ROUND else None,
                entry.edition,
                entry.data is not None and newest[entry.type, entry.subject] != entry.id,
            )
