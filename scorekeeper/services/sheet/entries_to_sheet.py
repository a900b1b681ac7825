"""From the entries of a sheet to its rounds in playing order, those struck out, and its head."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game, Round, Unreadable
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import round_of
from scorekeeper.files.sheet import Head, Substitution
from scorekeeper.services.sheet.entries import AgreedRules, Details, EntryType, SeatChange, Seating
from scorekeeper.store.rows import EntryRow

Latest = Mapping[tuple[str, int], EntryRow]  # by type and subject: the newest edition
Editions = Mapping[tuple[int, int], Round[Any]]  # rounds read so far, by subject and edition
NOTHING_READ: Editions = {}


@dataclass(frozen=True, slots=True)
class StruckRound:
    """A round that was struck out: its last observation, and how many rounds stand before it."""

    id: int
    round: Round[Any]
    rounds_before: int


@dataclass(frozen=True, slots=True)
class Substitute:
    """From round *number* on, *player* sits at *seat*; *subject* is the entry that says so."""

    subject: int
    number: int
    seat: int
    player: str


def read_editions(
    entries: Iterable[EntryRow], game: Game[Any, Any], seats: int, known: Editions
) -> Editions:
    """Every version of every round, those of *known* taken over; struck-out ones have none."""
    return {
        (each.subject, each.edition): known.get((each.subject, each.edition))
        or read_round(each.data, game, seats)
        for each in entries
        if each.type == EntryType.ROUND and each.data is not None
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


def numbers_after(order: Sequence[int], standing: Sequence[int]) -> Mapping[int, int]:
    """By its id, the number of a round put in after that one (0: at the front)."""
    alive, numbers, number = frozenset(standing), {0: 1}, 1
    for round_id in order:
        number += round_id in alive
        numbers[round_id] = number
    return numbers


def struck_rounds(
    editions: Editions, order: Sequence[int], standing: Sequence[int]
) -> tuple[StruckRound, ...]:
    """The rounds that are in the order but no longer stand, each with its last version."""
    alive = set(standing)
    if len(alive) == len(order):
        return ()
    last = {subject: dealt for (subject, _), dealt in editions.items()}
    found, behind = [], 0
    for round_id in order:
        if round_id in alive:
            behind += 1
        else:
            found.append(StruckRound(round_id, last[round_id], behind))
    return tuple(found)


def substitutes_in(
    latest: Latest,
    players: Mapping[int, str],
    order: Sequence[int],
    standing: Sequence[int],
    beside: Container[int],
) -> tuple[Substitute, ...]:
    """The changes of seats that hold, by the number of the round from which they do.

    Who was seated on a page sits down with a deal: the rounds *beside* the deals (their ids) that
    stand right before it are still those of who sat there until then. One of a file sits down with
    the very round that the file names. Where all rounds between two changes of a seat were struck
    out, the later change is the one.
    """
    numbers = numbers_after(order, standing)
    place = {round_id: position for position, round_id in enumerate(order)}
    found: dict[tuple[int, int], tuple[int, Substitute]] = {}
    for (kind, subject), entry in latest.items():
        if kind != EntryType.SUBSTITUTE or entry.data is None:
            continue
        change: SeatChange = EntryType.SUBSTITUTE.read(entry.data)
        if entry.after is None and change.round is not None:
            number, since = change.round, len(order)
        else:
            behind = entry.after or 0
            number, since = numbers.get(behind, 1), place.get(behind, -1)
            if change.round is None:
                number = _next_deal(number, standing, beside)
        known = found.get((number, change.seat))
        if known is None or known[0] <= since:
            player = players[change.player]
            substitute = Substitute(subject, number, change.seat, player)
            found[number, change.seat] = (since, substitute)
    return tuple(sorted((each for _, each in found.values()), key=lambda each: each.number))


def _next_deal(number: int, standing: Sequence[int], beside: Container[int]) -> int:
    """The number of the first round from this number on that is a deal, or is still to come."""
    while number <= len(standing) and standing[number - 1] in beside:
        number += 1
    return number


def agreed_in(latest: Latest) -> AgreedRules:
    """The house rules and the stake that stand."""
    rules: AgreedRules = EntryType.HOUSE.read(latest[EntryType.HOUSE, 0].data)
    return rules


def head_in(latest: Latest, first_dealer: int, substitutes: Sequence[Substitute]) -> Head:
    """What belongs to the sheet as a whole."""
    details: Details = EntryType.ABOUT.read(latest[EntryType.ABOUT, 0].data)
    closed = latest.get((EntryType.CLOSED, 0))
    return Head(
        title=details.title or None,
        date=details.date,
        first_dealer=first_dealer,
        stake=agreed_in(latest).stake,
        closed=closed is not None and bool(EntryType.CLOSED.read(closed.data)),
        seating=tuple(Substitution(each.number, each.seat, each.player) for each in substitutes),
    )


def check_entries(
    entries: Iterable[EntryRow], game: Game[Any, Any], seats: int, players: Mapping[int, str]
) -> None:
    """Raise ValueError or LookupError for an entry that nobody can have written on the sheet.

    Rounds are left out: one that this program does not understand stands on its sheet and says so.
    """
    if seats not in game.seat_counts:
        raise ValueError(f"{seats} players")
    for entry in entries:
        kind = EntryType(entry.type)
        if kind != EntryType.ROUND and entry.data is not None:
            _check(kind.read(entry.data), game, seats, players)


def _check(value: Any, game: Game[Any, Any], seats: int, players: Mapping[int, str]) -> None:
    match value:
        case Seating():
            _check_people(value.players, players)
            _check_seat(value.first_dealer, seats)
            if len(value.players) != seats:
                raise ValueError(f"{len(value.players)} of {seats} players")
        case SeatChange():
            _check_people((value.player,), players)
            _check_seat(value.seat, seats)
        case AgreedRules():
            record_of(game.house).read(value.house, seats)


def _check_people(ids: Iterable[int], players: Mapping[int, str]) -> None:
    for player in ids:
        if player not in players:
            raise LookupError(f"player {player}")


def _check_seat(seat: int, seats: int) -> None:
    if not 0 <= seat < seats:
        raise ValueError(f"seat {seat}")
