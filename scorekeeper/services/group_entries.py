"""The types of entries that a group is made of beside its people and sheets.

A new type is one member of `GroupEntryType` with the shape of its data. `group_state` says what it
changes, and the history needs words for it.
"""

from scorekeeper.files.archive import GROUP_NAME
from scorekeeper.services.stored_types import StoredType


class GroupEntryType(StoredType):
    """What an entry of a group is about."""

    NAME = "name", GROUP_NAME
