"""How a sheet becomes money: what each round or each pair of sides moves, and what it comes to."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.game import Unit
from scorekeeper.core.stake import SettledPair, Stake
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.house_rule_messages import stake_text
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.summary.amounts import signed_amount
from scorekeeper.summary.sheet_balances import (
    RoundCents,
    SettledStretch,
    balances,
    cents_of_rounds,
    settled_stretches,
)
from scorekeeper.web.presenters.paging import ListPage, list_page
from scorekeeper.web.presenters.rounds import LATEST
from scorekeeper.web.presenters.titles import title_of

LINES_AT_MOST = 50  # rounds or stretches of a page


@dataclass(frozen=True, slots=True)
class PersonAmount:
    """What somebody is up or down by; *id* is that of the person in the group."""

    id: int
    name: str
    amount: str


@dataclass(frozen=True, slots=True)
class RoundAddress:
    """Where a round stands: its *id*, and the first place of a page of the sheet that shows it.

    *page_from* is None where the latest page does.
    """

    id: int
    page_from: int | None


@dataclass(frozen=True, slots=True)
class NamedAmount:
    """What somebody gets, or a side has written, as text."""

    name: str
    amount: str


@dataclass(frozen=True, slots=True)
class RoundMoneyText:
    """A round where points are cents, and what everybody gets in it."""

    label: str
    address: RoundAddress
    amounts: tuple[NamedAmount, ...]


@dataclass(frozen=True, slots=True)
class PairText:
    """How two sides settle: who plays against whom, what the difference is worth, who pays."""

    sides: str
    worth: str
    payments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StretchText:
    """Rounds with the same people: which, what the sides have written in them, and all pairs."""

    label: str
    address: RoundAddress
    points: tuple[NamedAmount, ...]
    pairs: tuple[PairText, ...]


@dataclass(frozen=True, slots=True)
class SheetMoneyPage:
    """Everything on the page, latest first.

    *no_money* says why the sheet moves none, and is empty where it does; *stake* says how points
    become money, and is empty where they are cents. Of *rounds* and *stretches* one is empty.
    """

    game: str
    title: str
    no_money: str
    people: tuple[PersonAmount, ...]
    stake: str
    rounds: tuple[RoundMoneyText, ...]
    stretches: tuple[StretchText, ...]
    pages: ListPage


def sheet_money_page(
    state: SheetState, messages: Messages, wanted: int | None, place_in_day: int
) -> SheetMoneyPage:
    """The page that begins with round or stretch number *wanted*, or the latest one.

    *place_in_day* is that of the sheet among those opened on the same day.
    """
    sheet, texts = state.sheet, _Texts(state, messages)
    stake = sheet.head.stake if sheet.unit is Unit.POINTS else None
    rounds: tuple[RoundMoneyText, ...] = ()
    stretches: tuple[StretchText, ...] = ()
    pages = list_page(0, None, LINES_AT_MOST)
    if sheet.unit is Unit.CENTS:
        pages = list_page(len(sheet.rounds), wanted, LINES_AT_MOST)
        rounds = texts.rounds(pages)
    elif stake is not None:
        settled = tuple(settled_stretches(sheet, stake))
        pages = list_page(len(settled), wanted, LINES_AT_MOST)
        shown = reversed(settled[pages.start : pages.end])
        stretches = tuple(texts.stretch(each, stake) for each in shown)
    return SheetMoneyPage(
        messages.text(f"{sheet.game.slug}.name"),
        title_of(state, messages, place_in_day),
        _no_money(sheet, messages),
        _people(state, messages),
        "" if stake is None else _stake(stake, messages),
        rounds,
        stretches,
        pages,
    )


def _no_money(sheet: Sheet, messages: Messages) -> str:
    """Why a sheet moves no money; empty where it does."""
    if sheet.unit is Unit.CHIPS:
        return messages.text("sheet_money.chips")
    if sheet.unit is Unit.POINTS and sheet.head.stake is None:
        return messages.text("sheet_money.no_stake")
    return ""


def _stake(stake: Stake, messages: Messages) -> str:
    """How points become money."""
    return messages.text("sheet_money.stake", stake=stake_text(stake, messages))


def _people(state: SheetState, messages: Messages) -> tuple[PersonAmount, ...]:
    money = balances(state.sheet) or {}
    return tuple(
        PersonAmount(state.ids[name], name, signed_amount(cents, messages))
        for name, cents in money.items()
    )


@dataclass(frozen=True, slots=True)
class _Texts:
    """Rounds and stretches of a sheet in words."""

    state: SheetState
    messages: Messages

    def rounds(self, pages: ListPage) -> tuple[RoundMoneyText, ...]:
        """The rounds of a page where points are cents, latest first."""
        shown = self.state.ledger.rounds[pages.start : pages.end]
        return tuple(self._round(each) for each in cents_of_rounds(self.state.sheet, shown))[::-1]

    def _round(self, cents: RoundCents) -> RoundMoneyText:
        return RoundMoneyText(
            self.messages.text("history.round", number=cents.played.label),
            self._address(cents.played.number),
            tuple(
                NamedAmount(name, signed_amount(each, self.messages))
                for name, each in cents.cents.items()
            ),
        )

    def stretch(self, settled: SettledStretch, stake: Stake) -> StretchText:
        """The rounds of a stretch, and how it is settled."""
        sides = zip(settled.stretch.sides, settled.stretch.points, strict=True)
        return StretchText(
            self._which(settled.rounds),
            self._address(settled.rounds[0]),
            tuple(
                NamedAmount(self.messages.listed(people), self.messages.number(points))
                for people, points in sides
            ),
            tuple(self._pair(each, stake) for each in settled.pairs),
        )

    def _which(self, numbers: Sequence[int]) -> str:
        first, last = (self.state.ledger.label_at(each) for each in (numbers[0], numbers[-1]))
        if len(numbers) == 1:
            return self.messages.text("history.round", number=first)
        return self.messages.text("sheet_money.rounds", first=first, last=last)

    def _pair(self, pair: SettledPair, stake: Stake) -> PairText:
        text, amount = self.messages.text, self.messages.money(pair.cents)
        winners, losers = self.messages.listed(pair.winners), self.messages.listed(pair.losers)
        pays = zip(pair.losers, pair.winners, strict=True) if pair.cents else ()
        return PairText(
            text("sheet_money.pair", first=winners, second=losers),
            self._worth(pair, stake, amount),
            tuple(text("money.pays", payer=one, payee=other, amount=amount) for one, other in pays),
        )

    def _worth(self, pair: SettledPair, stake: Stake, amount: str) -> str:
        """What the difference is worth, and whether a fraction of a cent was dropped."""
        if not pair.difference:
            return self.messages.text("sheet_money.even")
        dropped = stake.drops_fraction(pair.difference)
        return self.messages.text(
            "sheet_money.worth_dropped" if dropped else "sheet_money.worth",
            count=pair.difference,
            stake=stake_text(stake, self.messages),
            amount=amount,
        )

    def _address(self, number: int) -> RoundAddress:
        """Where the round of this number stands on the page of the sheet."""
        round_id = self.state.round_ids[number - 1]
        place = self.state.order.index(round_id) + 1
        is_latest = place > len(self.state.order) - LATEST
        return RoundAddress(round_id, None if is_latest else place)
