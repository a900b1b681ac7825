"""What a request names as the machine that it asks: a name or an address, and a port."""

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple

# Werkzeug compares hosts as text, so one address written in two ways would be two hosts.
HOST = re.compile(
    r"(?:(?P<name>[\w-]{1,63}(\.[\w-]{1,63})*)\.?|\[(?P<address>[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)\])(:(?P<port>[1-9][0-9]{0,4}))?",
    re.ASCII,
)
LONGEST_HOST = 255
PORT_AT_MOST = 65535
DEFAULT_PORTS = {"http": 80, "https": 443}


class Host(NamedTuple):
    """A name or an address in the one form by which it is compared, and a port."""

    name: str
    port: int


def host_of(text: str, scheme: str) -> Host | None:
    """What is named behind a *scheme*; None where no machine is, or not by http or https."""
    return _host_of(text, scheme) if len(text) <= LONGEST_HOST else None


@lru_cache(maxsize=1000)  # every request names the one that it asks
def _host_of(text: str, scheme: str) -> Host | None:
    parts = HOST.fullmatch(text)
    if parts is None or scheme not in DEFAULT_PORTS:
        return None
    name, port = parts["name"] or parts["address"], int(parts["port"] or DEFAULT_PORTS[scheme])
    must_be_address = bool(parts["address"]) or name.rpartition(".")[2].isdigit()
    if port > PORT_AT_MOST or (must_be_address and address_in(name) is None):
        return None
    return Host(comparable(name), port)


def origin_of(text: str) -> tuple[str, Host] | None:
    """The scheme and host of an origin, as a browser writes it; None where it is none."""
    scheme, _, named = text.partition("://")
    host = host_of(named, scheme)
    return None if host is None else (scheme, host)


def comparable(name: str) -> str:
    """The one form of a name, or of an address; an IPv6 address can be written in many."""
    return str(address_in(name) or name.casefold())


def address_in(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text is, if it is one; an IPv4 address within IPv6 is that address."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
