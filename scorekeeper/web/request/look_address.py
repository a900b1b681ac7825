"""The address by which others look at the sheet of a request, and at nothing else."""

from flask import g

from scorekeeper.addresses.urls import is_loopback
from scorekeeper.web.request.addresses import link_for_phones


def look_address() -> str | None:
    """The full look-only address of this request's sheet as phones can open it.

    None where no phone can open it.
    """
    address = link_for_phones("sheets.show", sheet_link=g.sheet.look_link)
    return None if is_loopback(address) else address
