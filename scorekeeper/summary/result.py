"""How an evening ended: who stands where and has won, and what it comes to in points and money.

Points follow the person: whoever takes a seat has what is written from then on.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import chain, groupby
from typing import NamedTuple

from scorekeeper.core.account import Transfer, account_balances
from scorekeeper.core.fewest_payments import fewest_transfers, unpaid
from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.core.names import name_key
from scorekeeper.core.stake import Stretch, balances_of
from scorekeeper.core.standings import FinishedSheet
from scorekeeper.files.archive import Archive
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages
from scorekeeper.summary.bill_rows import ticked_off


class SidePlace(NamedTuple):
    """A *side* by the number of its column, and its place, which is the *number* from 1."""

    number: int
    side: int


class Settled(NamedTuple):
    """That the account was settled with a sheet on it, on a *day*; *is_part*: with a part of it.

    *settlement* is the number of the list in the group, None where the sheet was changed since.
    """

    day: date
    is_part: bool = False
    settlement: int | None = None

    def told(self, messages: Messages) -> str:
        """That in words, for the place where it is said otherwise who pays whom."""
        day = messages.day(self.day)
        if self.is_part:
            return messages.text("money.settled_in_part", day=day)
        return messages.text("money.settled", day=day)


class Ticked(NamedTuple):
    """The *lines* that say who pays whom, with what was ticked off, by what a form calls them."""

    lines: Mapping[str, Transfer[str]]

    def told(self, messages: Messages) -> tuple[str, ...]:
        """Who has paid whom, in words."""
        return ticked_off(self.lines.values(), messages)


def side_places(ledger: Ledger) -> tuple[SidePlace, ...]:
    """Every side, the highest total first; equal totals share a place, in the order of columns."""
    ranked = sorted(ledger.totals, reverse=True)
    places = (SidePlace(ranked.index(total) + 1, side) for side, total in enumerate(ledger.totals))
    return tuple(sorted(places, key=lambda place: place.number))


def result(sheet: Sheet, messages: Messages) -> str:
    """Who has won; that nothing was played on a sheet that was stopped before its first round."""
    if not sheet.ledger.rounds:
        return messages.text("sheet.unplayed")
    names = sheet.game.side_names(sheet.names_now)
    won = [names[side] for side in sheet.ledger.leaders]
    if len(won) == len(names):
        return messages.text("sheet.draw")
    told = messages.listed(won)
    return messages.text("sheet.winner" if len(won) == 1 else "sheet.winners", names=told)


def balances(sheet: Sheet) -> dict[str, int] | None:
    """What everybody who sat at the table is up or down in cents after the rounds so far.

    None where nobody plays for money: for chips, or for points without a stake.
    """
    nothing = dict.fromkeys(sheet.players, 0)
    if sheet.unit is Unit.CENTS:
        return nothing | points_by_person(stretches(sheet))
    if sheet.unit is Unit.POINTS and sheet.head.stake is not None:
        return nothing | balances_of(stretches(sheet), sheet.head.stake)
    return None


def transfers(
    sheet: Sheet, paid: Settled | Ticked | None = None
) -> tuple[Transfer[str], ...] | None:
    """Who pays whom for the rounds so far, of what was *paid* by ticks only the rest.

    None where nobody plays for money.
    """
    people = balances(sheet)
    if people is None:
        return None
    return unpaid(paid.lines.values()) if isinstance(paid, Ticked) else fewest_transfers(people)


def archive_balances(archive: Archive) -> dict[str, int]:
    """What everybody in the file of a group is up or down by in cents, adding up to 0.

    In the order of the names in the group, then of those who only stand elsewhere; a name is the
    same however it is spelled, and shown as it stands first.
    """
    sheets = (balances(archived.sheet) or {} for archived in archive.sheets)
    everybody = account_balances(archive.names, sheets, archive.postings)
    spelled, balance = first_spelled(everybody), Counter[str]()
    for name, cents in everybody.items():
        balance[spelled[name_key(name)]] += cents
    return dict(balance)


def first_spelled(names: Iterable[str]) -> dict[str, str]:
    """Names as they stand first, by what is the same however it is spelled."""
    return {name_key(name): name for name in reversed([*names])}


def finished_sheets(archive: Archive) -> Iterator[FinishedSheet[str]]:
    """The sheets of a group that are over, in its order; people by the names they have in it."""
    people = first_spelled(archive.names)
    for number, archived in enumerate(archive.sheets, 1):
        sheet = archived.sheet.renamed([people[name_key(name)] for name in archived.sheet.names])
        if sheet.is_over:
            yield FinishedSheet(
                number=number,
                game=sheet.game.slug,
                unit=sheet.unit,
                day=sheet.head.date or archived.opened,
                points=points_by_person(stretches(sheet)),
                cents=balances(sheet) or {},
                winners=winners(sheet),
            )


def winners(sheet: Sheet) -> frozenset[str]:
    """Who sat on a side that leads in the last round so far; nobody in a draw of all sides."""
    rounds, leaders = sheet.ledger.rounds, sheet.ledger.leaders
    if not rounds:
        return frozenset()
    sides = _people(sheet, sheet.seated[len(rounds) - 1])
    if len(leaders) == len(sides):
        return frozenset()
    return frozenset(chain.from_iterable(sides[side] for side in leaders))


def cents_of_round(sheet: Sheet, played: LedgerRound) -> dict[str, int]:
    """What everybody who sat at the table got in a round of a sheet whose points are cents."""
    people = _people(sheet, sheet.seated[played.number - 1])
    return points_by_person([Stretch(people, played.score.points)])


def stretches(sheet: Sheet) -> Iterator[Stretch]:
    """The rounds so far, parted wherever somebody else takes a seat; none before the first."""
    return (stretch for _, stretch in numbered_stretches(sheet))


def numbered_stretches(sheet: Sheet) -> Iterator[tuple[range, Stretch]]:
    """Every stretch behind the places of its rounds on the sheet, counted from 1."""
    before = (0,) * len(sheet.ledger.totals)
    seated_rounds = zip(sheet.seated, sheet.ledger.rounds, strict=False)
    for players, grouped in groupby(seated_rounds, key=lambda pair: pair[0]):
        rounds = [played for _, played in grouped]
        first, last = rounds[0], rounds[-1]
        points = tuple(after - start for start, after in zip(before, last.totals, strict=True))
        yield range(first.number, last.number + 1), Stretch(_people(sheet, players), points)
        before = last.totals


def points_by_person(played: Iterable[Stretch]) -> dict[str, int]:
    """What everybody who played has written in the unit of the sheet: the points of their sides."""
    points_of = Counter[str]()
    for stretch in played:
        for people, points in zip(stretch.sides, stretch.points, strict=True):
            for person in people:
                points_of[person] += points
    return dict(points_of)


def _people(sheet: Sheet, players: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Who is on each side where these *players* sit at the table."""
    sides = sheet.game.sides(len(sheet.players))
    return tuple(tuple(players[seat] for seat in side) for side in sides)
