"""What this version of the program can read in a database."""

from scorekeeper.games.registry import PLUGINS
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.sheet.entries import EntryType
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
