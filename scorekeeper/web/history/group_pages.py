"""The history of a group in words: what was written about it when, and the buttons that undo it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.core.account import Cost, Payment, Settlement, Transfer
from scorekeeper.core.season import Season
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.house_rule_messages import agreed_text
from scorekeeper.i18n.messages import Messages
from scorekeeper.i18n.season_messages import season_text
from scorekeeper.services.group.entries import (
    DETAILS,
    GroupEntryType,
    GroupRules,
    OtherName,
    PaidTransfer,
    ReplacedLink,
)
from scorekeeper.services.group.state import GroupState
from scorekeeper.services.group.writing import can_be_undone, is_added
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.store.rows import CURRENCY, EntryRow
from scorekeeper.web.history.pages import HistoryLine, PageAddress, UndoButton, history_line
from scorekeeper.web.shared.paging import ListPage, list_page

LINES_AT_MOST = 50  # of a page
TRANSFERS_TOLD = 60  # of one settlement, in a line of the history


class GroupSaved(NamedTuple):
    """What was just saved, in a whole sentence, and the button that undoes it, if that can be."""

    text: str
    undo: UndoButton | None


class GroupHistoryPage(NamedTuple):
    """One of the *pages* of a group's history, latest first; *saved* is what was just undone."""

    lines: tuple[HistoryLine, ...]
    pages: ListPage
    saved: GroupSaved | None


class _GroupEntryTexts(NamedTuple):
    """Entries of a group in words, with the names its people have now."""

    state: GroupState
    messages: Messages

    def text(self, key: str, /, **values: Any) -> str:
        """The sentence under *key*."""
        return self.messages.text(key, **values)

    def kind(self, entry: EntryRow) -> str:
        """What an entry is about."""
        if is_added(self.state, entry):
            return self.text("group_history.new_person")
        return self.text(f"history.group.{entry.type}")

    def content(self, entry: EntryRow) -> str:
        """What an entry says."""
        kind = GroupEntryType(entry.type)
        if entry.data is None:
            return self._taken_away(kind, entry)
        match kind.read(entry.data):
            case OtherName() as known:
                name, other = self._given_name(known.person), self._given_name(entry.subject)
                return self.text("group_history.same_as", other=other, name=name)
            case GroupRules() as rules:
                return self._rules(rules)
            case Cost() as cost:
                return self._dated(self._cost(cost), cost)
            case Payment() as payment:
                return self._dated(self.text("group_history.paid", **self._paid(payment)), payment)
            case Settlement() as settlement:
                return self._dated(self._settlement(settlement), settlement)
            case PaidTransfer() as paid:
                return self._ticked_off(entry, paid)
            case said:
                return self._said(said)

    def _said(self, said: Any) -> str:
        """What an entry says that is not about money or people."""
        match said:
            case ReplacedLink() as replaced:
                return self.text(f"group_history.link.{replaced.kind}")
            case bool() as shown:
                return self.text("statistics.shown" if shown else "statistics.hidden")
            case Season() as season:
                told = season_text(season, self.messages)
                return self.text("text.pair", name=season.name, value=told)
            case _:  # a text
                return str(said)

    def short(self, entry: EntryRow) -> str:
        """An entry in a few words for a button; of what was taken away, what it was."""
        before = self.state.edition_before(entry) if entry.data is None else None
        told = before or entry
        match GroupEntryType(told.type).read(told.data):
            case GroupRules(game=game):
                if game not in GAMES:
                    return self.text("history.unreadable")
                return self.text("group_history.rules_of", game=self.text(f"{game}.name"))
            case Cost() as cost:
                amount = self.messages.money(cost.cents)
                return self.text("text.comma", first=cost.what, second=amount)
            case Payment() as payment:
                return self.text("group_history.paid", **self._paid(payment))
            case Season(name=name):
                return name
            case Settlement(date=date):
                if date is None:
                    return self.text("history.group.settlement")
                return self.text("group_history.settlement_of", day=self.messages.day(date))
            case _:
                return self.content(told)

    def _name(self, player: int) -> str:
        """What the person of this id is called."""
        return self.state.names.get(player) or self.text("history.unreadable")

    def _names(self, *players: int) -> list[str]:
        """What these people are called; two names of one person as they were written down."""
        names = list(map(self._name, players))
        return names if len({*names}) == len(names) else list(map(self._given_name, players))

    def _given_name(self, player: int) -> str:
        """The name that was written down under this id, be it the other name of somebody."""
        return self.state.given_names.get(player) or self.text("history.unreadable")

    def _taken_away(self, kind: GroupEntryType, entry: EntryRow) -> str:
        match kind:
            case _ if kind in DETAILS:
                return self.text(f"group.without.{kind}")
            case GroupEntryType.CURRENCY:
                return CURRENCY
            case GroupEntryType.FIGURES:
                return self.text("statistics.shown")
            case GroupEntryType.PERSON:
                return self.text("group_history.taken_back")
            case GroupEntryType.SAME_AS:
                return self.text("group_history.parted", name=self._given_name(entry.subject))
            case _:
                return self.text("history.nothing")

    def _rules(self, rules: GroupRules) -> str:
        game = GAMES.get(rules.game)
        if game is None or not isinstance(rules.house, Mapping):
            return self.text("history.unreadable")
        agreed = agreed_text(game, rules.house, rules.stake, self.messages)
        return self.text("text.with_note", text=self.text(f"{game.slug}.name"), note=agreed)

    def _cost(self, cost: Cost[int]) -> str:
        names = self._names(*cost.shared_by)
        if cost.amounts is not None:
            names = [
                self.text("text.with_note", text=name, note=self.messages.money(cents))
                for name, cents in zip(names, cost.amounts, strict=False)
            ]
        amount, payer = self.messages.money(cost.cents), self._name(cost.paid_by)
        told = {"what": cost.what, "amount": amount, "payer": payer}
        return self.text("group_history.cost", names=self.messages.listed(names), **told)

    def _paid(self, payment: Payment[int] | Transfer[int]) -> dict[str, str]:
        """Who pays whom how much, for the gaps of a sentence."""
        payer, payee = self._names(payment.payer, payment.payee)
        return {"payer": payer, "payee": payee, "amount": self.messages.money(payment.cents)}

    def _settlement(self, settlement: Settlement[int]) -> str:
        paid = map(self._paid, settlement.transfers)
        owed = [self.text("group_history.owed", **gaps) for gaps in paid]
        told = self.messages.first_of("bill.more", owed, TRANSFERS_TOLD)
        text = self.messages.joined("text.semicolon", told or ["–"])
        if settlement.closed:
            return self.text("group_history.replaced", settlement=text)
        return text

    def _ticked_off(self, entry: EntryRow, paid: PaidTransfer) -> str:
        """All that was paid of a line by then, which may be nothing.

        The list itself may have been taken back since.
        """
        settlement = self.state.last_value(GroupEntryType.SETTLEMENT, paid.settlement)
        if settlement is None or paid.transfer >= len(settlement.transfers):
            return self.messages.money(paid.cents)
        told = self._paid(replace(settlement.transfers[paid.transfer], cents=paid.cents))
        before = self.state.edition_before(entry)
        if not paid.cents:
            return self.text("group_history.unticked", **told)
        if before is not None and before.data and GroupEntryType.PAID.read(before.data).cents:
            return self.text("group_history.paid_in_all", **told)
        return self.text("group_history.paid", **told)

    def _dated(self, text: str, what: Cost[int] | Payment[int] | Settlement[int]) -> str:
        if what.date is None:
            return text
        return self.text("text.with_note", text=text, note=self.messages.day(what.date))


def group_history_page(
    state: GroupState, messages: Messages, wanted: int | None, token: FormToken, saved: int | None
) -> GroupHistoryPage:
    """The page that begins with the change of number *wanted*, or the latest page."""
    pages = list_page(len(state.changes), wanted, LINES_AT_MOST)
    shown = reversed(state.changes[pages.start : pages.end])
    lines = tuple(line_of(state, entry, messages, token) for entry in shown)
    return GroupHistoryPage(lines, pages, group_saved(state, saved, messages, token))


def lines_about(
    state: GroupState, kind: GroupEntryType, subject: int | None, messages: Messages
) -> tuple[HistoryLine, ...]:
    """What was written about one subject, latest first, without buttons."""
    entries = [entry for entry in state.entries if (entry.type, entry.subject) == (kind, subject)]
    return tuple(line_of(state, entry, messages) for entry in reversed(entries))


def line_of(
    state: GroupState, entry: EntryRow, messages: Messages, token: FormToken | None = None
) -> HistoryLine:
    """A change, without a button where there is no *token*.

    The button is at the first of those that were written together.
    """
    words, before = _GroupEntryTexts(state, messages), state.edition_before(entry)
    is_first = state.changes_at(entry.revision)[0] is entry
    return history_line(
        entry,
        messages,
        what=words.kind(entry),
        old=None if before is None else words.content(before),
        new=words.content(entry),
        undo=_undo_button(words, entry, token) if token and is_first else None,
        leads_to=_page_of(entry),
    )


def _page_of(entry: EntryRow) -> PageAddress | None:
    """The page of what an entry is about, or of the sheet whose link was replaced."""
    if entry.type == GroupEntryType.LINK:
        number: int | None = GroupEntryType.LINK.read(entry.data).sheet
        return None if number is None else PageAddress("sheets.show", {"number": number})
    return page_of(entry.type, entry.subject)


def page_of(kind: str, subject: int) -> PageAddress | None:
    """The page of a cost or a payment, which is there even when it was taken back."""
    match kind:
        case GroupEntryType.COST:
            return PageAddress("costs.show", {"cost": subject})
        case GroupEntryType.PAYMENT:
            return PageAddress("payments.show", {"payment": subject})
    return None


def group_saved(
    state: GroupState, revision: int | None, messages: Messages, token: FormToken
) -> GroupSaved | None:
    """What was saved about a group under a revision; None where that is not its latest one."""
    written = state.changes_at(revision) if revision == state.row.revision else ()
    if not written:
        return None
    words, entry = _GroupEntryTexts(state, messages), written[0]
    is_undone = entry.data is None
    what = _all_of(words, entry, words.short(entry) if is_undone else words.content(entry))
    text = words.text("group_history.undone" if is_undone else "group_history.saved", what=what)
    return GroupSaved(text, _undo_button(words, entry, token.of_form("saved")))


def _undo_button(words: _GroupEntryTexts, entry: EntryRow, token: FormToken) -> UndoButton | None:
    """The button that undoes a change and all that was written with it; None where none can."""
    if not can_be_undone(words.state, entry.revision):
        return None
    what = _all_of(words, entry, words.short(entry))
    is_undone = entry.data is None
    text = words.text("group_history.restore" if is_undone else "group_history.undo", what=what)
    return UndoButton(text, entry.revision, token.of_form(entry.revision))


def _all_of(words: _GroupEntryTexts, entry: EntryRow, what: str) -> str:
    """What an entry is called, and how many others were written together with it."""
    others = len(words.state.changes_at(entry.revision)) - 1
    return words.text("group_history.and_more", what=what, count=others) if others else what
