"""What stands on a sheet now, made of everything that was ever written on it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game, Round, Table, Unreadable
from scorekeeper.core.ledger import Ledger, first_table
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import round_of
from scorekeeper.files.sheet import Head, Sheet
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.store import group_queries as people
from scorekeeper.store import sheet_queries as store
from scorekeeper.store.sheet_queries import EntryRow, SheetRow

ROUND, SEATING, SUBSTITUTE = "round", "seating", "substitute"
ABOUT, HOUSE, CLOSED = "about", "house", "closed"
NAMING_PEOPLE = (SEATING, SUBSTITUTE)  # entries that may bring somebody new into the group


@dataclass(frozen=True, slots=True)
class StruckRound:
    """A round that was struck out: its last observation, and how many rounds stand before it."""

    id: int
    round: Round[Any]
    behind: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A substitute: from round *number* on, *player* sits at *seat*."""

    subject: int
    number: int
    seat: int
    player: str


@dataclass(frozen=True)
class SheetState:
    """A sheet as it stands: its content as a file would hold it, and the ids behind it."""

    row: SheetRow
    entries: tuple[EntryRow, ...]
    players: Mapping[int, str]
    sheet: Sheet
    round_ids: tuple[int, ...]
    struck: tuple[StruckRound, ...]
    substitutes: tuple[Seated, ...]

    @cached_property
    def ledger(self) -> Ledger:
        """Every score and total, replayed."""
        return self.sheet.ledger

    @cached_property
    def seated(self) -> tuple[tuple[str, ...], ...]:
        """Who sits where in every round, and in the one to come."""
        return self.sheet.seated

    @property
    def side_names(self) -> tuple[str, ...]:
        """The heads of the columns, with the names of those who sit there now."""
        return self.sheet.game.side_names(self.seated[-1])

    @property
    def day(self) -> date:
        """The day it was played: the one that was written on it, or the one it was opened."""
        return self.sheet.head.date or self.row.created_at.astimezone().date()

    @property
    def plugin(self) -> GamePlugin:
        """The room of the game that is played."""
        return PLUGINS[self.row.game]

    @property
    def is_over(self) -> bool:
        """Whether the sheet has reached its end, or the table stopped."""
        return self.sheet.head.closed or self.ledger.finished

    @cached_property
    def corrected(self) -> frozenset[int]:
        """The rounds of which there is more than one edition."""
        return frozenset(
            each.subject for each in self.entries if each.type == ROUND and each.edition > 1
        )

    @property
    def last_round_id(self) -> int:
        """The round that stands last, struck out or not; 0 before the first."""
        order = _order(self._rounds())
        return order[-1] if order else 0

    def _rounds(self) -> dict[int, EntryRow]:
        return {each.subject: each for each in self.entries if each.type == ROUND}

    def was_written(self, round_id: int) -> bool:
        """Whether there ever was such a round, struck out since or not."""
        return round_id in self._rounds()

    def last_seen(self, round_id: int) -> Round[Any]:
        """What was last written about a round, also if it was struck out since."""
        if round_id in self.round_ids:
            return self.sheet.rounds[self.round_ids.index(round_id)]
        return next(each.round for each in self.struck if each.id == round_id)

    def table_of(self, round_id: int) -> Table[Any] | None:
        """The table as the rotation left it for that round; None where it is not on the sheet."""
        if round_id not in self.round_ids:
            return None
        return self.ledger.rounds[self.round_ids.index(round_id)].found

    def table_saved_at(self, key: str) -> Table[Any] | None:
        """The table of the round that this key has written, if it stands on the sheet."""
        written = (each.subject for each in self.entries if each.type == ROUND and each.key == key)
        return self.table_of(next(written, 0))

    def table_behind(self, round_id: int) -> Table[Any]:
        """The table as a round put in behind that one would find it (0: at the front)."""
        number = self.number_behind(round_id)
        if number > len(self.round_ids):
            return self.ledger.table
        if number == 1:
            return first_table(self.sheet.game, self.sheet.setup)
        return self.ledger.rounds[number - 1].found

    def number_behind(self, round_id: int) -> int:
        """The number that a round put in behind that one would have (0: at the front)."""
        order = _order(self._rounds())
        return _number_behind(round_id, order, frozenset(self.round_ids))

    def with_entries(self, drafts: Sequence[EntryRow]) -> "SheetState":
        """The sheet as it would be with more entries."""
        return state_of(self.row, [*self.entries, *drafts], self.players)


def read(sheet: SheetRow) -> SheetState:
    """The sheet as it stands in the database."""
    return state_of(sheet, store.entries_of(sheet.id), people.players_of(sheet.group_id))


def state_of(row: SheetRow, entries: Iterable[EntryRow], players: Mapping[int, str]) -> SheetState:
    """The sheet that these entries, first to last, amount to."""
    kept = tuple(entries)
    latest = {(each.type, each.subject): each for each in kept}
    game = GAMES[row.game]
    seating = latest[SEATING, 0].data
    names = tuple(players[player] for player in seating["players"])
    house = latest[HOUSE, 0].data
    rounds = {each.subject: each for each in kept if each.type == ROUND}
    order = _order(rounds)
    standing = tuple(each for each in order if rounds[each].data is not None)
    substitutes = _substitutes(latest, players, order, standing)
    head = record_of(Head).read(
        latest[ABOUT, 0].data
        | {"first_dealer": seating["first_dealer"]}
        | ({"stake": house["stake"]} if "stake" in house else {})
        | {
            "closed": bool(latest[CLOSED, 0].data) if (CLOSED, 0) in latest else False,
            "seating": [
                {"round": each.number, "seat": each.seat, "player": each.player}
                for each in substitutes
            ],
        },
        len(names),
    )
    return SheetState(
        row,
        kept,
        players,
        Sheet(
            game,
            names,
            record_of(game.house).read(house["house"], len(names)),
            tuple(_stored(rounds[each].data, game, len(names)) for each in standing),
            head,
        ),
        standing,
        _struck(kept, order, standing, game, len(names)),
        substitutes,
    )


def _order(rounds: Mapping[int, EntryRow]) -> list[int]:
    """The ids in playing order: each was put right behind the round its first edition names."""
    order: list[int] = []
    for round_id in sorted(rounds):
        behind = rounds[round_id].after
        if not behind:
            order.insert(0, round_id)
        elif order[-1] == behind:
            order.append(round_id)
        else:
            order.insert(order.index(behind) + 1, round_id)
    return order


def _number_behind(round_id: int, order: Sequence[int], alive: frozenset[int]) -> int:
    before = order[: order.index(round_id) + 1] if round_id in order else []
    return 1 + sum(each in alive for each in before)


def _stored(data: Any, game: Game[Any, Any], seats: int) -> Round[Any]:
    problems: list[Problem] = []
    dealt = round_of(data, game, seats, problems)
    return Round(Unreadable(data, tuple(problems))) if dealt is None else dealt


def _struck(
    entries: Iterable[EntryRow],
    order: Sequence[int],
    standing: Sequence[int],
    game: Game[Any, Any],
    seats: int,
) -> tuple[StruckRound, ...]:
    alive = set(standing)
    if len(alive) == len(order):
        return ()
    last_seen = {
        each.subject: each.data for each in entries if each.type == ROUND and each.data is not None
    }
    found, behind = [], 0
    for round_id in order:
        if round_id in alive:
            behind += 1
        else:
            found.append(StruckRound(round_id, _stored(last_seen[round_id], game, seats), behind))
    return tuple(found)


def _substitutes(
    latest: Mapping[tuple[str, int], EntryRow],
    players: Mapping[int, str],
    order: Sequence[int],
    standing: Sequence[int],
) -> tuple[Seated, ...]:
    alive = frozenset(standing)
    place = {round_id: position for position, round_id in enumerate(order)}
    found: dict[tuple[int, int], tuple[int, Seated]] = {}
    for (kind, subject), each in latest.items():
        if kind == SUBSTITUTE and each.data is not None:
            number = each.data.get("round") or _number_behind(each.after or 0, order, alive)
            player = players[each.data["player"]]
            seated = Seated(subject, number, each.data["seat"], player)
            since = len(order) if "round" in each.data else place.get(each.after or 0, -1)
            # Where rounds between two changes were struck out, the later change is the one.
            if found.get((number, seated.seat), (-2, seated))[0] <= since:
                found[number, seated.seat] = (since, seated)
    return tuple(sorted((each for _, each in found.values()), key=lambda each: each.number))
