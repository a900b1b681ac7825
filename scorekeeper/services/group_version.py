"""Whether anything of a group has changed, for phones that have seen it before."""

from collections.abc import Sequence

from scorekeeper.store.rows import GroupRow, SheetRow


def group_version(group: GroupRow, sheets: Sequence[SheetRow]) -> str:
    """A short text, another one after every change of a group or of one of its *sheets*.

    A sheet is never taken from its group, and no revision ever becomes less.
    """
    return f"{group.revision}-{len(sheets)}-{sum(sheet.revision for sheet in sheets)}"
