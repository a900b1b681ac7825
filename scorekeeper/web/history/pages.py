"""The history of a sheet in words: what was written when, from what to what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.core.game import Unreadable
from scorekeeper.core.ledger import problems_of, score_of
from scorekeeper.core.names import NAME
from scorekeeper.files.sheet import AgreedRules, Details
from scorekeeper.i18n.house_rule_messages import agreed_text
from scorekeeper.i18n.messages import BETWEEN_PHRASES, Messages
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet.entries import EntryType, SeatChange, Seating
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.shared.paging import ListPage, list_page
from scorekeeper.web.shared.rounds import names_of

LINES_AT_MOST = 50  # of a page
NEWS_AT_MOST = 20  # lines of what somebody else was faster with


class UndoButton(NamedTuple):
    """A button that undoes what was written about a group under *revision*."""

    text: str
    revision: int
    token: FormToken


class PageAddress(NamedTuple):
    """Where a line leads to: the *endpoint* of a page, and the *values* in its address."""

    endpoint: str
    values: Mapping[str, int | str]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLine:
    """Something that was written: when, on this host's clock, about what, from what to what.

    *author* says to have written it; *leads_to* is the page of what it is about. *old_points* and
    *new_points* are what the sides got by it, where it is a round that counts.
    """

    day: str
    time: str
    author: str | None
    what: str
    old: str | None = None
    new: str | None = None
    old_points: str = ""
    new_points: str = ""
    round_id: int | None = None
    edition: int = 1
    replaced: bool = False
    undo: UndoButton | None = None
    leads_to: PageAddress | None = None


class News(NamedTuple):
    """What was written behind a revision, latest first, and how much of it is not shown."""

    lines: tuple[HistoryLine, ...]
    not_shown: int


class HistoryPage(NamedTuple):
    """One of the *pages* of a sheet's history, latest first; *holder* is whose phone this is."""

    lines: tuple[HistoryLine, ...]
    pages: ListPage
    holder: str


def history_line(entry: EntryRow, messages: Messages, **told: Any) -> HistoryLine:
    """The line of an entry, with what is *told* of it; its author is a name as it is read today."""
    here = entry.written_at.astimezone()
    day, time = messages.day(here.date()), messages.time(here)
    author = entry.author and NAME.read_text(entry.author)
    return HistoryLine(day=day, time=time, author=author, **told)


class _EntryTexts(NamedTuple):
    """Entries of a sheet in words."""

    state: SheetState
    messages: Messages

    def line(self, entry: EntryRow) -> HistoryLine:
        """An entry, and the edition before it where there was one."""
        before = self.state.edition_before(entry)
        old, old_points = self._told(before) if before else (None, "")
        new, new_points = self._told(entry)
        is_newest = self.state.latest(entry.type, entry.subject) is entry
        is_round = entry.type == EntryType.ROUND and self.state.number_of(entry.subject) is not None
        return history_line(
            entry,
            self.messages,
            what=self._what(entry),
            old=old,
            new=new,
            old_points=old_points,
            new_points=new_points,
            round_id=entry.subject if is_round else None,
            edition=entry.edition,
            replaced=entry.data is not None and not is_newest,
        )

    def _what(self, entry: EntryRow) -> str:
        """What an entry is about."""
        if entry.type != EntryType.ROUND:
            return self.messages.text(f"history.{entry.type}")
        label = self.state.label_of(entry.subject)
        if label is None:
            return self.messages.text("history.struck_round")
        return self.messages.text("history.round", number=label)

    def _told(self, entry: EntryRow) -> tuple[str, str]:
        """What an entry says, and what the sides got by it where it is a round that counts."""
        kind = EntryType(entry.type)
        if kind is EntryType.ROUND and entry.data is not None:
            return self._round(entry)
        return self._content(entry), ""

    def _content(self, entry: EntryRow) -> str:
        """What an entry says that is no round, or one that was struck out."""
        text = self.messages.text
        if entry.data is None:
            return text("history.nothing")
        kind = EntryType(entry.type)
        match kind.read(entry.data):
            case Seating() as seating:
                return self._seating(seating)
            case SeatChange() as change:
                return self._substitute(change, entry)
            case Details() as details:
                told = details.told(self.messages).values()
                return self.messages.joined("text.comma", told or ["–"])
            case AgreedRules() as rules:
                return agreed_text(self.state.sheet.game, rules.house, rules.stake, self.messages)
            case said if kind is EntryType.CLOSED:
                return text("history.stopped" if said else "history.goes_on")
            case said:
                return text("history.put_away" if said else "history.fetched")

    def _round(self, entry: EntryRow) -> tuple[str, str]:
        game, subject = self.state.sheet.game, entry.subject
        dealt = self.state.editions[subject, entry.edition]
        if isinstance(dealt.observation, Unreadable):
            return self.messages.text("history.unreadable"), ""
        names = names_of(self.state, subject)
        table = self.state.table_of(subject, dealt)
        text = self.messages.reason(game, dealt.observation, table, names)
        if dealt.dealer is not None:
            dealer = self.messages.text("sheet.dealer", name=names.players[dealt.dealer])
            text = BETWEEN_PHRASES.join((text, dealer))
        is_struck = self.state.number_of(subject) is None
        if is_struck or problems_of(game, dealt.observation, table):
            return text, ""
        points = score_of(game, dealt.observation, table).points
        return text, self.messages.columns(points, names.unit)

    def _seating(self, seating: Seating) -> str:
        names = [self.state.players[player] for player in seating.players]
        dealer = self.messages.text("history.first_dealer", name=names[seating.first_dealer])
        named = self.messages.joined("text.comma", names)
        return self.messages.text("text.semicolon", first=named, second=dealer)

    def _substitute(self, change: SeatChange, entry: EntryRow) -> str:
        state, player = self.state, self.state.players[change.player]
        sits_down = state.substitutes.get(entry.subject)
        number = sits_down.round if sits_down else state.number_after(entry.after or 0)
        seat = state.sheet.seated_before(number)[change.seat]
        if sits_down is None or change.round is None:
            return self.messages.text("history.sits_for", player=player, seat=seat)
        label = state.ledger.label_at(number)
        return self.messages.text("seats.from", number=label, player=player, seat=seat)


def history_page(
    state: SheetState, messages: Messages, holder: str, wanted: int | None
) -> HistoryPage:
    """The page that begins with the entry of number *wanted*, or the latest page."""
    pages = list_page(len(state.entries), wanted, LINES_AT_MOST)
    lines = _lines(state, state.entries[pages.start : pages.end], messages)
    return HistoryPage(lines, pages, holder)


def news_since(state: SheetState, revision: int, messages: Messages) -> News | None:
    """The latest of what was written behind a revision (below 0: behind the first).

    None where nothing was.
    """
    behind = [entry for entry in state.entries if entry.revision > max(0, revision)]
    if not behind:
        return None
    lines = _lines(state, behind[-NEWS_AT_MOST:], messages)
    return News(lines, len(behind) - len(lines))


def _lines(
    state: SheetState, entries: Sequence[EntryRow], messages: Messages
) -> tuple[HistoryLine, ...]:
    """These entries in words, latest first."""
    texts = _EntryTexts(state, messages)
    return tuple(texts.line(entry) for entry in reversed(entries))
