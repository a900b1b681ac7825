"""The secret links of a group and its sheets: who may know which, and replacing one."""

from typing import NamedTuple

from scorekeeper.services.group.entries import GroupEntryType, LinkKind, ReplacedLink
from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import write_on_group
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.store import secret_links
from scorekeeper.store.group_queries import group_by_link, group_with_entry
from scorekeeper.store.rows import Access, EntryRow, GroupRow, SheetRow


class Links(NamedTuple):
    """The links that a phone may know; None for one that it may not, or where there is no sheet."""

    write: str | None
    look: str | None
    sheet: str | None


def links_known(group: GroupRow, sheet: SheetRow | None = None) -> Links:
    """What a phone may know that came by the link of this group, or of this sheet of it.

    Who may write knows all, and who may look all that look; the link of a sheet gives none away.
    """
    if sheet is not None and sheet.is_alone:
        return Links(None, None, sheet.link)
    links = Links(*secret_links.links_of(group.id, None if sheet is None else sheet.number))
    return links if group.access is Access.WRITE else links._replace(write=None)


def replace_link(
    group: GroupRow, kind: LinkKind, token: FormToken, sheet: int | None = None
) -> EntryRow:
    """Make one of the links of a group another one, once per key; the old one is dead at once.

    *sheet* is the number of the sheet if it is the one that looks at a sheet alone. What the form
    was based on does not matter, but nobody may write between *group* and this: who has replaced
    a link at the same moment keeps the new one, and no dead link leads to it. Returns the entry
    that says so; raises what `write_on_group` raises.
    """
    drafts = [GroupEntryType.LINK.draft(ReplacedLink(kind=kind, sheet=sheet))]
    return write_on_group(group_state(group), drafts, token._replace(based_on=group.revision))


def link_now(link: str, key: str) -> str:
    """The link that writes in place of a dead one, for the form that has replaced that one.

    A form that is sent twice comes by the dead link the second time; its *key* says that it is the
    same. For any other form it is the link itself.
    """
    if group_by_link(link) is not None:
        return link
    group = group_with_entry(key, GroupEntryType.LINK)
    return link if group is None else group.link
