"""The page of a group: its sheets, its people, and the games to begin."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.i18n.messages import Messages
from scorekeeper.services.account import Account
from scorekeeper.services.sheet_results import SheetResult
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.web.presenters.balances import Balances, balances_part
from scorekeeper.web.presenters.group_saved import GroupSaved
from scorekeeper.web.presenters.group_standing import GroupStanding, group_standing
from scorekeeper.web.presenters.page_values import SideTotal
from scorekeeper.web.presenters.rounds import side_totals
from scorekeeper.web.presenters.sheet_page import result_of
from scorekeeper.web.presenters.start_page import GameCard, game_cards
from scorekeeper.web.presenters.titles import title_of


@dataclass(frozen=True, slots=True)
class SheetListing:
    """A sheet in the list of its group; *state* says how far it is, or who has won.

    *day* is an ISO date, *day_of_month* and *month* are what people read of it.
    """

    number: int
    title: str
    day: str
    day_of_month: str
    month: str
    game: str
    sides: tuple[SideTotal, ...]
    state: str


@dataclass(frozen=True, slots=True)
class NextSheet:
    """The offer to begin another sheet like the last one: the game, and the *text* that says so.

    *is_main* is whether that is what comes next: nothing is still being played.
    """

    slug: str
    text: str
    is_main: bool


@dataclass(frozen=True, slots=True)
class PutAwaySheet:
    """The sheet of this *number* has just been put away; the token of the form that undoes it."""

    number: int
    key: str
    based_on: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPage:
    """Everything on the page. *id* is the number of the group in the database, no secret.

    Its *name* is None where it has none, its *balances* where nobody has played for money or
    written any down.

    *more* is how many sheets to skip for the next ones, if any.

    *unreadable* is how many sheets are left out because they are damaged. *away*: the sheets shown
    are those that were put away. *imported* is how many sheets a file has just brought,
    *put_away* the sheet that was just put away, *saved* what was just saved about the group.
    """

    id: int
    name: str | None
    next_sheet: NextSheet | None
    balances: Balances | None
    standing: GroupStanding | None
    sheets: tuple[SheetListing, ...]
    unreadable: int
    away: bool
    more: int | None
    games: tuple[GameCard, ...]
    people: tuple[str, ...]
    imported: int | None
    put_away: PutAwaySheet | None
    saved: GroupSaved | None


def group_page(
    account: Account,
    states: Iterable[SheetState],
    people: Mapping[int, str],
    messages: Messages,
    *,
    last: SheetState | None,
    results: Sequence[SheetResult],
    are_all_results: bool,
    places_in_day: Mapping[int, int],
    unreadable: int,
    away: bool,
    more: int | None,
    imported: int | None,
    put_away: PutAwaySheet | None,
    saved: GroupSaved | None,
) -> GroupPage:
    """The page of a group with these sheets, in their order.

    *results* are what all sheets of the group add to its standing, or some of them where not
    *are_all_results*; *people* are the names by id.
    *last* is the sheet that the next one continues. *places_in_day* are those of untitled sheets
    among the ones of their day, by number.
    """
    return GroupPage(
        id=account.state.row.id,
        name=account.state.name,
        next_sheet=None if last is None or away else _next_sheet(last, messages),
        balances=None if away or not account.is_used else balances_part(account, messages),
        standing=group_standing(
            results,
            people,
            messages,
            is_open=last is not None and last.is_over,
            complete=are_all_results,
        ),
        sheets=tuple(
            _listing(state, messages, places_in_day.get(state.row.number, 1)) for state in states
        ),
        unreadable=unreadable,
        away=away,
        more=more,
        games=game_cards(messages),
        people=tuple(dict.fromkeys(people.values())),
        imported=imported,
        put_away=put_away,
        saved=saved,
    )


def _next_sheet(last: SheetState, messages: Messages) -> NextSheet:
    slug = last.row.game
    names = messages.listed(last.seated[-1])
    text = messages.text("group.next", game=messages.text(f"{slug}.name"), names=names)
    return NextSheet(slug, text, last.is_over)


def _listing(state: SheetState, messages: Messages, place: int) -> SheetListing:
    own = messages.of_game(state.row.game)
    played = own.text("group.deals", count=state.ledger.deals)
    return SheetListing(
        state.row.number,
        title_of(state, own, place),
        state.day.isoformat(),
        *own.day_and_month(state.day),
        own.text(f"{state.row.game}.name"),
        side_totals(state, own, in_column=False),
        own.text(
            "group.state",
            deals=played,
            state=result_of(state, own) if state.is_over else own.text("group.open"),
        ),
    )
