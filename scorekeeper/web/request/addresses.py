"""Where this program can be reached: by phones, on the machine itself, and on its host."""

import re
import socket
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from flask import current_app, g, request, url_for

from scorekeeper.web.request.hosts import address_in

LOOPBACK = "127.0.0.1"
PORT = re.compile(":[0-9]+$")  # behind a host; none is in brackets
# Asked only which of our own addresses would be used to go there, so nothing is sent. The first
# finds the way out; the others find a network without one, by the usual places of its router.
ELSEWHERE = ("192.0.2.1", "192.168.1.1", "192.168.0.1", "192.168.178.1", "10.0.0.1", "172.20.10.1")


def phones_url(
    host: str,
    port: int,
    names: Sequence[str] = (),
    *,
    behind_proxy: bool = False,
    prefix: str = "",
) -> str:
    """The address that phones in this house can open; *names* are those that are answered.

    Behind a proxy it is the first name with https and no port, as the proxy is asked for it.
    """
    if behind_proxy and names:
        return f"https://{_bracketed(names[0])}{prefix}/"
    return url(_phones_host(host, names), port, prefix)


def machine_url(host: str, port: int, prefix: str = "") -> str:
    """The address on this machine."""
    return url(LOOPBACK if is_everywhere(host) else host, port, prefix)


def root() -> str:
    """The path below which the pages of this request lie on their host: `/`, or `/cards/`."""
    return f"{request.script_root}/"


def address_here(*, query: str = "") -> str:
    """The address of this request without its host, and with this *query* instead of its own."""
    path = quote(root() + request.path.lstrip("/"))
    return f"{path}?{query}" if query else path


def address_sent_to() -> str:
    """The address of this request with its query: where its form is sent once more."""
    return address_here(query=urlencode([*request.args.items(multi=True)]))


def is_loopback(address: str) -> bool:
    """Whether an address leads to this machine alone, whoever opens it."""
    host = (urlsplit(address).hostname or "").rstrip(".")
    address_of_host = address_in(host)
    if address_of_host is None:
        return host == "localhost" or host.endswith(".localhost")
    return address_of_host.is_loopback or address_of_host.is_unspecified


def is_everywhere(host: str) -> bool:
    """Whether a server that listens at this host listens at every address of its machine."""
    address = address_in(host)
    return address is not None and address.is_unspecified


def link_for_phones(endpoint: str, **values: Any) -> str:
    """The full address of a page as the phones in this house can open it.

    Behind a proxy it is the requested one. It is a loopback address where no phone can open it.
    """
    address = url_for(endpoint, **values, _external=True)
    config = current_app.config
    if config["PROXIES"]:
        return address
    return for_phones(address, config["HOST"], config["HOSTS"])


def look_address() -> str | None:
    """The look-only address of this request's sheet; None where no phone can open it."""
    address = link_for_phones("sheets.show", sheet_link=g.sheet.look_link)
    return None if is_loopback(address) else address


def for_phones(address: str, listens_at: str, names: Sequence[str] = ()) -> str:
    """An address of this machine with the host that phones reach it by; scheme and port stay.

    *listens_at* is the host that the server listens at, *names* are those it answers to where it
    does not answer to all. The address is unchanged where it names another machine already, and
    where no phone can reach this one.
    """
    parts = urlsplit(address)
    port = PORT.search(parts.netloc)
    netloc = _bracketed(_phones_host(listens_at, names)) + (port.group() if port else "")
    reachable = parts._replace(netloc=netloc).geturl()
    return reachable if is_loopback(address) and not is_loopback(reachable) else address


def sheet_url(base: str, link: str, number: int) -> str:
    """The full link of a sheet."""
    return f"{base}g/{link}/{number}/"


def group_url(base: str, link: str) -> str:
    """The full link of a group."""
    return f"{base}g/{link}/"


def url(host: str, port: int, prefix: str = "") -> str:
    """The address of a start page."""
    return f"http://{_bracketed(host)}:{port}{prefix}/"


def _phones_host(listens_at: str, names: Sequence[str]) -> str:
    if names:
        return names[0]
    return lan_address() if is_everywhere(listens_at) else listens_at


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def lan_address() -> str:
    """This machine's address in its network, or the loopback address where there is none."""
    for place in ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((place, 9))
            except OSError:
                continue
            return str(probe.getsockname()[0])
    return LOOPBACK
