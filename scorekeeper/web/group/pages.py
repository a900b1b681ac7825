"""The page of a group: its sheets and the standing over them, its people, the games to begin."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import NamedTuple

from scorekeeper.core.game import Unit
from scorekeeper.core.standings import FinishedSheet, added_up
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.account.state import Account
from scorekeeper.services.group.entries import DETAILS, GroupEntryType
from scorekeeper.services.group.state import GroupState
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet.lookup import places_among
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.standing.state import finished_sheets
from scorekeeper.store.rows import SheetRow
from scorekeeper.summary.result import result
from scorekeeper.web.account.balances import Balances, balances_part
from scorekeeper.web.history.group_pages import GroupSaved
from scorekeeper.web.shared.rounds import SideTotal, side_totals
from scorekeeper.web.shared.titles import GameCard, game_cards, title_of

PEOPLE_ON_CARD = 6  # in the list that a phone keeps of its groups
SHEETS_AT_LEAST = 2  # in a standing: a single one says it itself
UNITS = {Unit.CHIPS: "print.chips", Unit.POINTS: "print.points"}  # money says it itself


class SheetListing(NamedTuple):
    """A sheet in the list of its group; *state* says how far it is, or who has won."""

    number: int
    title: str
    day: date
    game: str
    sides: tuple[SideTotal, ...]
    state: str


class NextSheet(NamedTuple):
    """The offer to begin another sheet like the last one: the game, and the *text* that says so.

    *is_main* is whether that is what comes next: nothing is still being played.
    """

    slug: str
    text: str
    is_main: bool


class PutAwaySheet(NamedTuple):
    """The sheet of this *number* has just been put away; the token of the form that undoes it."""

    number: int
    token: FormToken


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsShown:
    """The *sheets* that a page of the list shows; *away*: they are those that were put away.

    *more* is how many sheets to skip for the next ones, if any; *unreadable* is how many are left
    out because they are damaged.
    """

    sheets: tuple[SheetListing, ...]
    away: bool
    more: int | None
    unreadable: int


class StandingTable(NamedTuple):
    """The standing in a *game*; *unit* says what the totals are where they do not.

    A row has a name, how many sheets they have played and won, and the total of their points.
    """

    game: str
    unit: str
    rows: tuple[tuple[str, str, str], ...]


class GroupStanding(NamedTuple):
    """The tables of all games; *text* says over how many sheets, *is_open* whether it is unfolded.

    Not *complete*: some sheets were not looked at yet.
    """

    text: str
    is_open: bool
    complete: bool
    tables: tuple[StandingTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPage:
    """Everything on the page of a *group*, whose id in the database is no secret.

    *running* is the latest sheet while it is played; the *balances* are None where nobody has
    played for money or written any down. *imported* says what a file has just brought, *put_away*
    which one was just put away, *saved* what was just saved about the group.
    """

    group: GroupState
    running: SheetListing | None
    next_sheet: NextSheet | None
    balances: Balances | None
    standing: GroupStanding | None
    shown: SheetsShown
    games: tuple[GameCard, ...]
    imported: str | None = None
    put_away: PutAwaySheet | None = None
    saved: GroupSaved | None = None

    @property
    def others(self) -> tuple[SheetListing, ...]:
        """The sheets of the list, but for the one that is played."""
        return tuple(sheet for sheet in self.shown.sheets if sheet is not self.running)

    @property
    def below_name(self) -> tuple[str, ...]:
        """What the group says about itself beside its name."""
        others = (kind for kind in DETAILS if kind is not GroupEntryType.NAME)
        return tuple(filter(None, map(self.group.single, others)))

    @property
    def first_people(self) -> tuple[str, ...]:
        """The people by whom a phone tells the group from others."""
        return tuple(self.group.people.values())[:PEOPLE_ON_CARD]


def group_page(
    account: Account, messages: Messages, shown: SheetsShown, last: SheetState | None
) -> GroupPage:
    """The page of a group where nothing was just done; *last* is what the next sheet continues."""
    is_running = last is not None and not last.is_over and not shown.away
    latest = (sheet for sheet in shown.sheets if last and sheet.number == last.row.number)
    running = next(latest, None) if is_running else None
    has_balances = account.is_used and not shown.away
    return GroupPage(
        group=account.state,
        running=running,
        next_sheet=None if last is None or shown.away else _next_sheet(last, messages),
        balances=balances_part(account, messages) if has_balances else None,
        standing=_standing(account, messages, is_open=last is not None and last.is_over),
        shown=shown,
        games=game_cards(messages),
    )


def imported_text(new: int | None, continued: int, messages: Messages) -> str | None:
    """What a file has brought: *new* sheets, and so many others that now say what it says.

    None where there was no file.
    """
    if new is None:
        return None
    if not new and not continued:
        return messages.text("group.brought_no_sheet")
    text = messages.text
    told = [text("group.brought", count=new)] if new else []
    told += [text("group.continued", count=continued) if continued else text("group.unchanged")]
    return " ".join(told)


def _next_sheet(last: SheetState, messages: Messages) -> NextSheet:
    slug, names = last.row.game, messages.listed(last.seated[-1])
    text = messages.text("group.next", game=messages.text(f"{slug}.name"), names=names)
    return NextSheet(slug, text, last.is_over)


def listings(
    states: Iterable[SheetState], rows: Sequence[SheetRow], messages: Messages
) -> Iterator[SheetListing]:
    """Sheets in the list of their group, of which *rows* are all."""
    places = places_among(rows)
    for state in states:
        number, own = state.row.number, messages.of_game(state.row.game)
        played = own.text("group.deals", count=state.ledger.deals)
        how_far = result(state.sheet, own) if state.is_over else own.text("group.open")
        yield SheetListing(
            number,
            title_of(state, own, places.get(number, 1)),
            state.day,
            own.text(f"{state.row.game}.name"),
            side_totals(state, own, in_column=False),
            own.text("group.state", deals=played, state=how_far),
        )


def _standing(account: Account, messages: Messages, *, is_open: bool) -> GroupStanding | None:
    """The standing over the sheets of a group; None where too few are finished.

    The game that was played last comes first.
    """
    finished = finished_sheets(account)
    if len(finished) < SHEETS_AT_LEAST:
        return None
    by_game: dict[tuple[str, Unit], list[FinishedSheet[int]]] = defaultdict(list)
    for sheet in reversed(finished):
        by_game[sheet.game, sheet.unit].append(sheet)
    return GroupStanding(
        messages.text("group.standing", count=len(finished)),
        is_open,
        account.are_all,
        tuple(
            StandingTable(
                messages.text(f"{game}.name"),
                "" if unit is Unit.CENTS else messages.text(UNITS[unit]),
                tuple(_standing_rows(sheets, account.state.people, messages)),
            )
            for (game, unit), sheets in by_game.items()
        ),
    )


def _standing_rows(
    sheets: Sequence[FinishedSheet[int]], people: Mapping[int, str], messages: Messages
) -> Iterator[tuple[str, str, str]]:
    """Everybody who played, the highest total first; equal ones in the order of the group."""
    all_of_it, played = added_up(sheets), Counter(chain.from_iterable(s.points for s in sheets))
    for person in sorted(filter(played.get, people), key=lambda who: -all_of_it.points[who]):
        won, total = all_of_it.won[person], all_of_it.points[person]
        sheets_told = messages.text("group.played", played=played[person], won=won)
        yield people[person], sheets_told, messages.points(total, sheets[0].unit)
