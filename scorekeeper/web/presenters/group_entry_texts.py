"""Entries of a group in words: what each is about, what it says, and what a button calls it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.account import Cost, ListedTransfer, Payment, Settlement
from scorekeeper.core.game import Unit
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.house_rule_messages import house_rule_texts
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group_entries import (
    GroupEntryType,
    GroupRules,
    OtherName,
    PaidTransfer,
    ReplacedLink,
)
from scorekeeper.services.group_state import GroupState
from scorekeeper.services.group_writing import is_added
from scorekeeper.store.rows import CURRENCY, EntryRow

TRANSFERS_TOLD = 60  # of one settlement, in a line of the history


@dataclass(frozen=True, slots=True)
class GroupWords:
    """The words for what a group has written, with the names its people have now."""

    state: GroupState
    messages: Messages

    def text(self, key: str, /, **values: Any) -> str:
        """The sentence under *key*."""
        return self.messages.text(key, **values)

    def name(self, player: int) -> str:
        """What the person of this id is called."""
        return self.state.names.get(player) or self.text("history.unreadable")

    def given_name(self, player: int) -> str:
        """The same, or the other name that this id stands for."""
        return self.state.given_names.get(player) or self.text("history.unreadable")

    def amount(self, cents: int) -> str:
        """An amount of money."""
        return self.messages.points(cents, Unit.CENTS)

    def kind(self, entry: EntryRow) -> str:
        """What an entry is about."""
        if is_added(self.state, entry):
            return self.text("group_history.new_person")
        return self.text(f"history.group.{entry.type}")

    def content(self, entry: EntryRow) -> str:
        """What an entry says."""
        kind = GroupEntryType(entry.type)
        if entry.data is None:
            return _NOTHING.get(kind, _struck_out)(self, entry)
        return _CONTENTS[kind](self, entry, kind.read(entry.data))

    def short(self, entry: EntryRow) -> str:
        """The same in a few words for a button; of what was taken away, what it was."""
        before = self.state.edition_before(entry) if entry.data is None else None
        told = before or entry
        kind = GroupEntryType(told.type)
        if told.data is None or kind not in _SHORT:
            return self.content(told)
        return _SHORT[kind](self, told, kind.read(told.data))


def _as_it_is(words: GroupWords, entry: EntryRow, text: str) -> str:
    return text


def _nameless(words: GroupWords, entry: EntryRow) -> str:
    return words.text("group.nameless")


def _first_currency(words: GroupWords, entry: EntryRow) -> str:
    return CURRENCY


def _same_as(words: GroupWords, entry: EntryRow, known: OtherName) -> str:
    name, other = words.given_name(known.person), words.given_name(entry.subject)
    return words.text("group_history.same_as", other=other, name=name)


def _taken_back(words: GroupWords, entry: EntryRow) -> str:
    return words.text("group_history.taken_back")


def _parted(words: GroupWords, entry: EntryRow) -> str:
    return words.text("group_history.parted", name=words.given_name(entry.subject))


def _rules(words: GroupWords, entry: EntryRow, rules: GroupRules) -> str:
    game = GAMES.get(rules.game)
    if game is None or not isinstance(rules.house, Mapping):
        return words.text("history.unreadable")
    text = words.text
    pairs = house_rule_texts(game, rules.house, rules.stake, words.messages)
    told = [text("text.pair", name=name, value=value) for name, value in pairs]
    listed = words.messages.joined("text.semicolon", told or [text("copy.usual")])
    return text("text.with_note", text=text(f"{game.slug}.name"), note=listed)


def _rules_short(words: GroupWords, entry: EntryRow, rules: GroupRules) -> str:
    if rules.game not in GAMES:
        return words.text("history.unreadable")
    game = words.text(f"{rules.game}.name")
    return words.text("group_history.rules_of", game=game)


def _cost(words: GroupWords, entry: EntryRow, cost: Cost[int]) -> str:
    names = [words.name(player) for player in cost.shared_by]
    if cost.amounts is not None:
        names = [
            words.text("text.with_note", text=name, note=words.amount(cents))
            for name, cents in zip(names, cost.amounts, strict=False)
        ]
    told = words.text(
        "group_history.cost",
        what=cost.what,
        amount=words.amount(cost.cents),
        payer=words.name(cost.paid_by),
        names=words.messages.listed(names),
    )
    return _dated(words, told, cost)


def _cost_short(words: GroupWords, entry: EntryRow, cost: Cost[int]) -> str:
    return words.text("text.comma", first=cost.what, second=words.amount(cost.cents))


def _payment(words: GroupWords, entry: EntryRow, payment: Payment[int]) -> str:
    return _dated(words, _paid_by(words, payment, payment.cents), payment)


def _payment_short(words: GroupWords, entry: EntryRow, payment: Payment[int]) -> str:
    return _paid_by(words, payment, payment.cents)


def _paid_by(words: GroupWords, between: Payment[int] | ListedTransfer[int], cents: int) -> str:
    return words.text("group_history.paid", **_between(words, between, cents))


def _between(
    words: GroupWords, between: Payment[int] | ListedTransfer[int], cents: int
) -> Mapping[str, str]:
    return {
        "payer": words.name(between.payer),
        "payee": words.name(between.payee),
        "amount": words.amount(cents),
    }


def _settlement(words: GroupWords, entry: EntryRow, settlement: Settlement[int]) -> str:
    told = [
        words.text(
            "group_history.owed",
            payer=words.name(each.payer),
            payee=words.name(each.payee),
            amount=words.amount(each.cents),
        )
        for each in settlement.transfers[:TRANSFERS_TOLD]
    ]
    if len(settlement.transfers) > TRANSFERS_TOLD:
        left_out = len(settlement.transfers) - TRANSFERS_TOLD
        told.append(words.text("bill.more", count=left_out))
    text = words.messages.joined("text.semicolon", told or ["–"])
    if settlement.closed:
        text = words.text("group_history.replaced", settlement=text)
    return _dated(words, text, settlement)


def _settlement_short(words: GroupWords, entry: EntryRow, settlement: Settlement[int]) -> str:
    if settlement.date is None:
        return words.text("history.group.settlement")
    day = words.messages.day(settlement.date)
    return words.text("group_history.settlement_of", day=day)


def _ticked_off(words: GroupWords, entry: EntryRow, paid: PaidTransfer) -> str:
    """Who has paid whom; the list itself may have been taken back since."""
    settlement = words.state.last_value(GroupEntryType.SETTLEMENT, paid.settlement)
    if settlement is None or paid.transfer >= len(settlement.transfers):
        return words.amount(paid.cents)
    return _paid_so_far(words, entry, settlement.transfers[paid.transfer], paid.cents)


def _paid_so_far(
    words: GroupWords, entry: EntryRow, between: ListedTransfer[int], cents: int
) -> str:
    """What an edition says of a line: all that was paid of it by then, which may be nothing."""
    values, before = _between(words, between, cents), words.state.edition_before(entry)
    if not cents:
        return words.text("group_history.unticked", **values)
    if before is not None and before.data and GroupEntryType.PAID.read(before.data).cents:
        return words.text("group_history.paid_in_all", **values)
    return words.text("group_history.paid", **values)


def _link(words: GroupWords, entry: EntryRow, replaced: ReplacedLink) -> str:
    return words.text(f"group_history.link.{replaced.kind}")


def _dated(words: GroupWords, text: str, what: Cost[int] | Payment[int] | Settlement[int]) -> str:
    if what.date is None:
        return text
    return words.text("text.with_note", text=text, note=words.messages.day(what.date))


def _struck_out(words: GroupWords, entry: EntryRow) -> str:
    return words.text("history.nothing")


_Words = Callable[[GroupWords, EntryRow, Any], str]
_CONTENTS: Mapping[GroupEntryType, _Words] = {
    GroupEntryType.NAME: _as_it_is,
    GroupEntryType.CURRENCY: _as_it_is,
    GroupEntryType.PERSON: _as_it_is,
    GroupEntryType.SAME_AS: _same_as,
    GroupEntryType.RULES: _rules,
    GroupEntryType.COST: _cost,
    GroupEntryType.PAYMENT: _payment,
    GroupEntryType.SETTLEMENT: _settlement,
    GroupEntryType.PAID: _ticked_off,
    GroupEntryType.LINK: _link,
}
_SHORT: Mapping[GroupEntryType, _Words] = {
    GroupEntryType.RULES: _rules_short,
    GroupEntryType.COST: _cost_short,
    GroupEntryType.PAYMENT: _payment_short,
    GroupEntryType.SETTLEMENT: _settlement_short,
}
_NOTHING: Mapping[GroupEntryType, Callable[[GroupWords, EntryRow], str]] = {
    GroupEntryType.NAME: _nameless,
    GroupEntryType.CURRENCY: _first_currency,
    GroupEntryType.PERSON: _taken_back,
    GroupEntryType.SAME_AS: _parted,
}
