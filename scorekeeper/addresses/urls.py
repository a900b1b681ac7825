"""Where this program can be reached: by phones, and on the machine itself."""

import re
import socket
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from urllib.parse import urlsplit

from cachetools import TTLCache, cached

from scorekeeper.addresses.hosts import address_in
from scorekeeper.settings import Settings, UnusableSettingError

LOOPBACK = "127.0.0.1"
ADDRESS_SECONDS = 5  # for so long the system is not asked again which address it has
PREFIX = re.compile(r"(?!.*/\.\.?(/|$))(/[A-Za-z0-9._~-]{1,100}){0,10}")
PORT = re.compile(":[0-9]+$")  # behind a host; none is in brackets
# Libraries list all addresses of a machine; which of them leads out, only its system knows. It is
# asked which one it would use to go there, and nothing is sent. The first finds the way out; the
# others find a network without one, by the usual places of its router.
ELSEWHERE = ("192.0.2.1", "192.168.1.1", "192.168.0.1", "192.168.178.1", "10.0.0.1", "172.20.10.1")


class UnusablePrefixError(UnusableSettingError):
    """A prefix that is no path, or would be taken for an address of ours: a code says which."""


def checked_prefix(text: str) -> str:
    """A path as somebody has given it, without a slash at its end; raises UnusablePrefixError."""
    prefix = text.rstrip("/")
    if not PREFIX.fullmatch(prefix):
        raise UnusablePrefixError("prefix_no_path", value=repr(text))
    return prefix


def phones_url(settings: Settings) -> str:
    """The address that phones in this house can open; raises UnusablePrefixError.

    Behind a proxy it is the first name with https and no port, as the proxy is asked for it.
    """
    prefix, names = checked_prefix(settings.prefix_path), settings.hosts
    if settings.proxies and names:
        return f"https://{_bracketed(names[0])}{prefix}/"
    return url(_phones_host(settings.host, names), settings.port, prefix)


def machine_url(host: str, port: int, prefix: str = "") -> str:
    """The address on this machine."""
    return url(LOOPBACK if is_everywhere(host) else host, port, prefix)


def group_url(base: str, link: str) -> str:
    """The full link of a group."""
    return f"{base}g/{link}/"


def sheet_url(base: str, link: str, number: int) -> str:
    """The full link of a sheet."""
    return f"{base}g/{link}/{number}/"


def url(host: str, port: int, prefix: str = "") -> str:
    """The address of a start page."""
    return f"http://{_bracketed(host)}:{port}{prefix}/"


def for_phones(address: str, listens_at: str, names: Sequence[str] = ()) -> str:
    """An address of this machine with the host that phones reach it by; scheme and port stay.

    *listens_at* is the host that the server listens at, *names* are those it answers to where it
    does not answer to all. The address is unchanged where it names another machine already, and
    where no phone can reach this one.
    """
    if not is_loopback(address):
        return address
    parts = urlsplit(address)
    port = PORT.search(parts.netloc)
    netloc = _bracketed(_phones_host(listens_at, names)) + (port.group() if port else "")
    reachable = parts._replace(netloc=netloc).geturl()
    return address if is_loopback(reachable) else reachable


@lru_cache(maxsize=1000)
def is_loopback(address: str) -> bool:
    """Whether an address leads to this machine alone, whoever opens it."""
    host = (urlsplit(address).hostname or "").rstrip(".")
    named = address_in(host)
    if named is None:
        return host == "localhost" or host.endswith(".localhost")
    return named.is_loopback or named.is_unspecified


@lru_cache(maxsize=1000)
def is_everywhere(host: str) -> bool:
    """Whether a server that listens at this host listens at every address of its machine."""
    address = address_in(host)
    return address is not None and address.is_unspecified


@cached(TTLCache(1, ADDRESS_SECONDS), lock=Lock())
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


def _phones_host(listens_at: str, names: Sequence[str]) -> str:
    if names:
        return names[0]
    return lan_address() if is_everywhere(listens_at) else listens_at


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
