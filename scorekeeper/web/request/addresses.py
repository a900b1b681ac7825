"""Where this program can be reached: by the phones in the house, and on the machine itself."""

import socket
from urllib.parse import urlsplit

LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - recognised, not bound to
# Asked only which of our own addresses would be used to go there, so nothing is sent. The first
# finds the way out; the others find a network without one, by the usual places of its router.
ELSEWHERE = ("192.0.2.1", "192.168.1.1", "192.168.0.1", "192.168.178.1", "10.0.0.1", "172.20.10.1")


def phones_url(host: str, port: int) -> str:
    """The address that phones in this house can open."""
    return url(lan_address() if host in EVERYWHERE else host, port)


def machine_url(host: str, port: int) -> str:
    """The address on this machine."""
    return url(LOOPBACK if host in EVERYWHERE else host, port)


def is_loopback(address: str) -> bool:
    """Whether an address is for this machine alone."""
    host = urlsplit(address).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def sheet_url(base: str, link: str, number: int) -> str:
    """The full link of a sheet."""
    return f"{base}g/{link}/{number}/"


def group_url(base: str, link: str) -> str:
    """The full link of a group."""
    return f"{base}g/{link}/"


def url(host: str, port: int) -> str:
    """The address of a start page."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


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
