"""The house rules and the stake with which a group begins its sheets of a game."""

from collections.abc import Iterable, Iterator, Mapping

from scorekeeper.core.codec import record_of
from scorekeeper.files.archive import ArchivedRules
from scorekeeper.games.registry import GAMES
from scorekeeper.services.group.entries import GroupEntryType, GroupRules
from scorekeeper.services.group.state import GroupState
from scorekeeper.services.group.writing import write_on_group
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.store.errors import reading


def rules_by_game(state: GroupState) -> Mapping[str, GroupRules]:
    """What a group has agreed on, by game; raises DamagedDatabaseError."""
    agreed = {rules.game: rules for rules in state.standing(GroupEntryType.RULES).values()}
    with reading(f"the house rules of group {state.row.id}"):
        for slug, rules in agreed.items():
            game = GAMES[slug]
            record_of(game.house).read(rules.house, max(game.seat_counts))
    return agreed


def set_rules(state: GroupState, slug: str, rules: GroupRules | None, token: FormToken) -> None:
    """Have new sheets of a game begin with these, or as the last one did (None).

    Nothing is written where that is so already; raises what `write_on_group` does.
    """
    if rules is None and slug not in rules_by_game(state):
        return
    draft = GroupEntryType.RULES.draft(rules, _subjects(state).get(slug))
    write_on_group(state, [draft], token)


def archived_rules(state: GroupState) -> tuple[ArchivedRules, ...]:
    """What a group has agreed on, as its file holds it."""
    return tuple(
        ArchivedRules(game=slug, house=rules.house, stake=rules.stake)
        for slug, rules in rules_by_game(state).items()
    )


def rules_changes(rules: Iterable[ArchivedRules], state: GroupState) -> Iterator[Draft]:
    """What a group takes over of those in a file: of games for which it never had any."""
    known = _subjects(state)
    for slug, archived in {archived.game: archived for archived in rules}.items():
        if slug not in known:
            house = GroupRules(game=slug, house=archived.house, stake=archived.stake)
            yield GroupEntryType.RULES.draft(house)


def _subjects(state: GroupState) -> Mapping[str, int]:
    """The subject under which every game's rules are written, which an entry taken back is of."""
    return {said.game: entry.subject for entry, said in state.said if isinstance(said, GroupRules)}
