"""What this version of the program can read in a database."""

from scorekeeper.games.registry import PLUGINS
from scorekeeper.services.entries import EntryType
from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.store.backend import SupportedVersions
from scorekeeper.store.migrate import revisions


def known_to_this_version() -> SupportedVersions:
    """Its migrations, types of entries and games."""
    return SupportedVersions(
        frozenset(revisions()),
        frozenset(map(str, EntryType)),
        frozenset(map(str, GroupEntryType)),
        frozenset(PLUGINS),
    )
