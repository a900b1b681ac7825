"""A type of entry comes with a migration, so that no version writes beside one that cannot read it.

CONTRIBUTING, "What never changes", says why.
"""

from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.store.migrate import revisions

# The types of sheets and of groups by the migration they came with, if an empty one. What there
# was before this list was begun stands at the latest of that day.
CAME_WITH = {
    "0012": (
        "round seating substitute about house closed away",
        "name currency person same_as rules cost payment settlement paid link season figures",
    ),
}


def test_every_type_of_entry_came_with_a_migration() -> None:
    assert CAME_WITH.keys() <= set(revisions())
    for kinds, told in zip(
        (EntryType, GroupEntryType), zip(*CAME_WITH.values(), strict=True), strict=True
    ):
        assert set(" ".join(told).split()) == set(kinds)
