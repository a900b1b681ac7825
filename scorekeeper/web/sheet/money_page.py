"""The page of how a sheet becomes money: what each round or pair of sides moves."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.core.account import Transfer
from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.stake import SettledPair, Stake, Stretch, settled_pairs
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.house_rule_messages import stake_text
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.summary.result import balances, cents_of_round, numbered_stretches
from scorekeeper.web.shared.paging import ListPage, list_page
from scorekeeper.web.shared.titles import title_of
from scorekeeper.web.sheet.pages import RoundLink, round_link

LINES_AT_MOST = 50  # rounds or stretches of a page


class NamedAmount(NamedTuple):
    """What somebody gets, or a side has written, as text; *id* is that of a person in the group."""

    name: str
    amount: str
    id: int = 0


class PairText(NamedTuple):
    """How two sides settle: who plays against whom, what the difference is worth, who pays."""

    sides: str
    worth: str
    payments: tuple[str, ...]


class MoneyLine(NamedTuple):
    """A round where points are cents, and what everybody gets in it.

    Or else rounds with the same people: what the sides have written in them, and how all *pairs* of
    sides settle. *round* leads to the round, or to the first of them.
    """

    round: RoundLink
    amounts: tuple[NamedAmount, ...]
    pairs: tuple[PairText, ...] = ()


class SheetMoneyPage(NamedTuple):
    """Everything on the page, latest first.

    *no_money* says why the sheet moves none, and is empty where it does; *stake* says how points
    become money, and is empty where they are cents.
    """

    game: str
    title: str
    no_money: str
    people: tuple[NamedAmount, ...]
    stake: str
    lines: tuple[MoneyLine, ...]
    pages: ListPage


def sheet_money_page(state: SheetState, messages: Messages, wanted: int | None) -> SheetMoneyPage:
    """The page that begins with round or stretch number *wanted*, or the latest one."""
    sheet, texts = state.sheet, _Texts(state, messages)
    stake = sheet.head.stake if sheet.unit is Unit.POINTS else None
    pages, lines = texts.lines(stake, wanted)
    return SheetMoneyPage(
        messages.text(f"{sheet.game.slug}.name"),
        title_of(state, messages),
        _no_money(sheet, messages),
        texts.amounts(balances(sheet) or {}),
        messages.text("sheet_money.stake", stake=stake_text(stake, messages)) if stake else "",
        lines,
        pages,
    )


def _no_money(sheet: Sheet, messages: Messages) -> str:
    """Why a sheet moves no money; empty where it does."""
    if sheet.unit is Unit.CHIPS:
        return messages.text("sheet_money.chips")
    if sheet.unit is Unit.POINTS and sheet.head.stake is None:
        return messages.text("sheet_money.no_stake")
    return ""


class _Texts(NamedTuple):
    """Rounds and stretches of a sheet in words."""

    state: SheetState
    messages: Messages

    def lines(
        self, stake: Stake | None, wanted: int | None
    ) -> tuple[ListPage, tuple[MoneyLine, ...]]:
        """The lines of a page, latest first, and which page that is."""
        sheet = self.state.sheet
        if stake is not None:
            stretches = tuple(numbered_stretches(sheet))
            pages = list_page(len(stretches), wanted, LINES_AT_MOST)
            shown = reversed(stretches[pages.start : pages.end])
            return pages, tuple(self._stretch(*stretch, stake) for stretch in shown)
        rounds = sheet.ledger.rounds if sheet.unit is Unit.CENTS else ()
        pages = list_page(len(rounds), wanted, LINES_AT_MOST)
        return pages, tuple(map(self._round, reversed(rounds[pages.start : pages.end])))

    def amounts(self, cents: Mapping[str, int]) -> tuple[NamedAmount, ...]:
        """What everybody gets, with a sign."""
        ids, signed = self.state.ids, self.messages.signed_money
        return tuple(NamedAmount(name, signed(amount), ids[name]) for name, amount in cents.items())

    def _round(self, played: LedgerRound) -> MoneyLine:
        return MoneyLine(
            round_link(self.state, played.number, self.messages),
            self.amounts(cents_of_round(self.state.sheet, played)),
        )

    def _stretch(self, rounds: range, stretch: Stretch, stake: Stake) -> MoneyLine:
        """The rounds of a stretch, and how it is settled."""
        sides = zip(stretch.sides, stretch.points, strict=True)
        return MoneyLine(
            self._which(rounds),
            tuple(
                NamedAmount(self.messages.listed(people), self.messages.number(points))
                for people, points in sides
            ),
            tuple(self._pair(pair, stake) for pair in settled_pairs(stretch, stake)),
        )

    def _which(self, rounds: range) -> RoundLink:
        link = round_link(self.state, rounds[0], self.messages)
        if len(rounds) == 1:
            return link
        first, last = (self.state.ledger.label_at(number) for number in (rounds[0], rounds[-1]))
        return link._replace(label=self.messages.text("sheet_money.rounds", first=first, last=last))

    def _pair(self, pair: SettledPair, stake: Stake) -> PairText:
        winners, losers = self.messages.listed(pair.winners), self.messages.listed(pair.losers)
        pays = zip(pair.losers, pair.winners, strict=True) if pair.cents else ()
        return PairText(
            self.messages.text("sheet_money.pair", first=winners, second=losers),
            self._worth(pair, stake),
            tuple(
                self.messages.payment(Transfer(payer=payer, payee=payee, cents=pair.cents))
                for payer, payee in pays
            ),
        )

    def _worth(self, pair: SettledPair, stake: Stake) -> str:
        """What the difference is worth, and whether a fraction of a cent was dropped."""
        if not pair.difference:
            return self.messages.text("sheet_money.even")
        is_dropped = stake.drops_fraction(pair.difference)
        key = "sheet_money.worth_dropped" if is_dropped else "sheet_money.worth"
        agreed, amount = stake_text(stake, self.messages), self.messages.money(pair.cents)
        return self.messages.text(key, count=pair.difference, stake=agreed, amount=amount)
