"""The people that a change of seats names, before and while they are written down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.services.sheet_state import SheetState
from scorekeeper.store import group_queries
from scorekeeper.store.people import ids_by_name
from scorekeeper.store.rows import SheetRow


@dataclass(frozen=True, slots=True)
class People:
    """Ids by name; somebody new in the group has one below 0 until it is written.

    *players* are all names of the group by id, as they would be; None where nothing changes.
    """

    ids: Mapping[str, int]
    players: Mapping[int, str] | None
    respells: bool

    @classmethod
    def of(cls, state: SheetState, names: Sequence[str], *, respells: bool) -> "People":
        """The people of these names in the group of a sheet, told apart regardless of case."""
        if not names:
            return cls({}, None, respells)
        known = ids_by_name(group_queries.people_rows(state.row.group_id))
        players, ids = dict(state.players), dict[str, int]()
        for name in names:
            player = known.setdefault(name.casefold(), -1 - len(ids))
            is_own = players.get(player, "").casefold() == name.casefold()
            if player not in players or (respells and is_own):
                players[player] = name
            ids[name] = player
        return cls(ids, players, respells)

    @property
    def are_changed(self) -> bool:
        """Whether anybody is named: then the group changes with the sheet."""
        return self.players is not None

    def written(self, row: SheetRow) -> Mapping[str, int]:
        """The ids once everybody is written into the group of the sheet; for a transaction."""
        group_queries.advance_group(row.group_id)
        return group_queries.player_ids(row.group_id, list(self.ids), respell=self.respells)
