"""From the entries of a sheet to how it stands: its rounds in playing order, its seats and head."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from scorekeeper.core.agreed_points import is_beside_deals
from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game, Round, Unreadable
from scorekeeper.core.phrases import Problem
from scorekeeper.core.stake import Stake
from scorekeeper.files.reading import round_of
from scorekeeper.files.sheet import AgreedRules, Details, Head, Sheet, Substitution
from scorekeeper.games.registry import PLUGINS
from scorekeeper.services.sheet.entries import EntryType, SeatChange, Seating, seated_in
from scorekeeper.services.sheet.state import Editions, SheetState, numbers_after
from scorekeeper.store.errors import reading
from scorekeeper.store.rows import EntryRow, SheetRow

Latest = Mapping[tuple[str, int], EntryRow]  # by type and subject: the newest edition


def read_editions(
    entries: Iterable[EntryRow], game: Game[Any, Any], seats: int, known: Editions
) -> Editions:
    """Every version of every round, those of *known* taken over; struck-out ones have none."""
    return {
        (entry.subject, entry.edition): known.get((entry.subject, entry.edition))
        or read_round(entry.data, game, seats)
        for entry in entries
        if entry.type == EntryType.ROUND and entry.data is not None
    }


def read_round(data: Any, game: Game[Any, Any], seats: int) -> Round[Any]:
    """A stored round; one that this program no longer understands keeps its problems."""
    problems: list[Problem] = []
    dealt = round_of(data, game, seats, problems)
    return Round(Unreadable(data, tuple(problems))) if dealt is None else dealt


def playing_order(rounds: Mapping[int, EntryRow]) -> list[int]:
    """The ids in playing order: each was put right after the round its first edition names.

    A linked list, so that it is linear however they were put in.
    """
    following: dict[int, int | None] = {0: None}
    for round_id in sorted(rounds):
        behind = rounds[round_id].after or 0
        following[round_id], following[behind] = following[behind], round_id
    order, at = list[int](), following[0]
    while at is not None:
        order.append(at)
        at = following[at]
    return order


def substitutes_in(
    latest: Latest,
    players: Mapping[int, str],
    numbers: Mapping[int, int],
    dealt: Sequence[Round[Any]],
) -> dict[int, Substitution]:
    """The changes of seats that hold by their subject, in the order in which they sit down.

    *numbers* are as of `numbers_after`, and *dealt* the rounds that stand. Who was seated on a page
    sits down with a deal: the points beside the deals that stand right before it are still those of
    who sat there until then. One of a file sits down with the very round that the file names. Where
    all rounds between two changes of a seat were struck out, the later change is the one.
    """
    place = {round_id: position for position, round_id in enumerate(numbers)}
    changes: dict[tuple[int, int], tuple[int, int, Substitution]] = {}
    for (kind, subject), entry in latest.items():
        if kind != EntryType.SUBSTITUTE or entry.data is None:
            continue
        change: SeatChange = EntryType.SUBSTITUTE.read(entry.data)
        if entry.after is None and change.round is not None:
            number, since = change.round, len(numbers)
        else:
            behind = entry.after or 0
            number, since = numbers.get(behind, 1), place.get(behind, 0)
            if change.round is None:
                number = _next_deal(number, dealt)
        known = changes.get((number, change.seat))
        if known is None or known[0] <= since:
            sits_down = Substitution(number, change.seat, players[change.player])
            changes[number, change.seat] = (since, subject, sits_down)
    by_round = sorted(changes.values(), key=lambda kept: kept[2].round)
    return {subject: sits_down for _, subject, sits_down in by_round}


def players_in(state: SheetState, round_id: int) -> tuple[str, ...]:
    """Who sits where in a round; in one that was struck out, who would if it stood."""
    number = state.place_of(round_id)
    if not (state.substitutes and state.is_struck_out(round_id)):
        return state.seated[number - 1]
    standing = [each for each in state.order if each == round_id or state.number_of(each)]
    dealt = tuple(map(state.last_edition, standing))
    numbers = numbers_after(state.order, standing)
    seating = substitutes_in(state.latest_entries, state.players, numbers, dealt).values()
    head = replace(state.sheet.head, seating=tuple(seating))
    return replace(state.sheet, rounds=dealt, head=head).seated[number - 1]


def _next_deal(number: int, dealt: Sequence[Round[Any]]) -> int:
    """The number of the first round from this number on that is a deal, or is still to come."""
    while number <= len(dealt) and is_beside_deals(dealt[number - 1].observation):
        number += 1
    return number


def head_in(
    latest: Latest, first_dealer: int, stake: Stake | None, seating: Iterable[Substitution]
) -> Head:
    """What belongs to the sheet as a whole."""
    details: Details = EntryType.ABOUT.read(latest[EntryType.ABOUT, 0].data)
    closed = latest.get((EntryType.CLOSED, 0))
    return Head(
        **{name: said or None for name, said in asdict(details).items()},
        first_dealer=first_dealer,
        stake=stake,
        closed=closed is not None and bool(EntryType.CLOSED.read(closed.data)),
        seating=tuple(seating),
    )


def check_entries(state: SheetState) -> None:
    """Raise ValueError or LookupError for an entry that nobody can have written on the sheet.

    A round is any object: one that is not understood stands on its sheet and says so.
    """
    game, seats = state.sheet.game, len(state.sheet.players)
    if seats not in game.seat_counts:
        raise ValueError(f"{seats} players")
    for entry in state.entries:
        kind = EntryType(entry.type)
        value = kind.read(entry.data, seats)
        if kind == EntryType.ROUND and not isinstance(value, dict | None):
            raise ValueError(f"round {entry.subject}")
        for player in seated_in(value):
            if player not in state.players:
                raise LookupError(f"player {player}")
        if isinstance(value, Seating) and len(value.players) != seats:
            raise ValueError(f"{len(value.players)} of {seats} players")
        if isinstance(value, AgreedRules):
            record_of(game.house).read(value.house, seats)
    if not all(map(state.was_written, state.order)):
        raise LookupError("a round that was struck out before it was written")


def state_of(
    row: SheetRow,
    entries: Iterable[EntryRow],
    players: Mapping[int, str],
    before: SheetState | None = None,
) -> SheetState:
    """The sheet that these entries, first to last, amount to.

    *before* is the same sheet with fewer entries, if there is one at hand: rounds that are the
    same in it are neither read nor replayed again.
    """
    kept = tuple(entries)
    latest = {(entry.type, entry.subject): entry for entry in kept}
    game = PLUGINS[row.game].game
    seating: Seating = EntryType.SEATING.read(latest[EntryType.SEATING, 0].data)
    names = tuple(players[player] for player in seating.players)
    editions = read_editions(kept, game, len(names), before.editions if before else {})
    rounds = {entry.subject: entry for entry in kept if entry.type == EntryType.ROUND}
    order = playing_order(rounds)
    standing = tuple(round_id for round_id in order if rounds[round_id].data is not None)
    dealt = tuple(editions[round_id, rounds[round_id].edition] for round_id in standing)
    substitutes = substitutes_in(latest, players, numbers_after(order, standing), dealt)
    agreed: AgreedRules = EntryType.HOUSE.read(latest[EntryType.HOUSE, 0].data)
    house = record_of(game.house).read(agreed.house, len(names))
    head = head_in(latest, seating.first_dealer, agreed.stake, substitutes.values())
    sheet = Sheet(game, names, house, dealt, head)
    if before is not None:
        sheet.replayed_like(before.sheet)
    return SheetState(
        row=row,
        entries=kept,
        players=players,
        sheet=sheet,
        order=tuple(order),
        round_ids=standing,
        substitutes=substitutes,
        editions=editions,
    )


def with_entries(
    state: SheetState, rows: Sequence[EntryRow], players: Mapping[int, str] | None, rounds: Editions
) -> SheetState:
    """The sheet as it is with more entries, and perhaps other names in its group.

    *rounds* are those of the rows that have been read already.
    """
    if players is None and len(rows) == 1 and state.is_appended(rows[0]):
        dealt = rounds.get((rows[0].subject, 1))
        if dealt and not (state.substitutes and is_beside_deals(dealt.observation)):
            return _with_appended(state, rows[0], dealt)
    before = replace(state, editions={**state.editions, **rounds})
    known = state.players if players is None else players
    return state_of(state.row, [*state.entries, *rows], known, before)


def _with_appended(state: SheetState, row: EntryRow, dealt: Round[Any]) -> SheetState:
    """The sheet with one more round; no substitute sits down elsewhere because of it."""
    return replace(
        state,
        entries=(*state.entries, row),
        sheet=state.sheet.with_round(dealt),
        order=(*state.order, row.subject),
        round_ids=(*state.round_ids, row.subject),
        editions={**state.editions, (row.subject, 1): dealt},
    )


def stored_state(
    row: SheetRow,
    entries: Iterable[EntryRow],
    players: Mapping[int, str],
    before: SheetState | None = None,
) -> SheetState:
    """The sheet of entries that come out of the database; raises DamagedDatabaseError."""
    with reading(f"sheet {row.id}"):
        state = state_of(row, entries, players, before)
        check_entries(state)
    return state
