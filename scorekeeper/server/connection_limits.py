"""How long a client may take, and how many connections there may be, waiting or at all."""

import resource
import socket
from dataclasses import dataclass

HEADER_BYTES_AT_MOST = 65_536
CHUNK_LINE_BYTES_AT_MOST = 4_096
REFUSED_BYTES_AT_MOST = 100_000_000  # of a body too large, taken in so that the refusal is read

FILES_AT_MOST = 8_192  # as many as the system allows, up to this
OTHER_FILES = 256  # the database, templates, printing
FILES_OF_A_CONNECTION = 2  # the socket, and a large body or answer that lies in a file meanwhile

# A phone that walked out of range is noticed after 90 seconds also where nothing is sent to it.
PROBING = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}  # seconds, and how often


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a client has time for; every *bytes_for_a_second* that got through give a second more.

    *request_seconds* are for a whole request from its first byte on, *answer_seconds* for taking an
    answer from where the network first held it up, *idle_seconds* for the next request on a
    connection and for the first one. *waiting_at_most* are the unfinished and idle connections of
    one address, *body_at_most* the bytes of the largest body. Deadlines are looked at every
    *look_every_seconds*. *behind_proxy* is whether all clients call from the address of a proxy.
    """

    body_at_most: int
    behind_proxy: bool = False
    request_seconds: float = 30
    answer_seconds: float = 30
    idle_seconds: float = 60
    bytes_for_a_second: int = 16 * 1024
    waiting_at_most: int = 64
    look_every_seconds: float = 1

    def seconds_for(self, size: int) -> int:
        """The seconds that *size* bytes give to whoever sends or takes them."""
        return size // self.bytes_for_a_second


def have_silent_probed(listener: socket.socket) -> None:
    """Have all connections that it takes probed while they are silent, as far as the system can."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in PROBING.items():
        if hasattr(socket, name):
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def connections_at_most(at_least: int) -> int:
    """How many connections there is room for; raises this process's limit of open files first."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES_AT_MOST if hard == resource.RLIM_INFINITY else min(hard, FILES_AT_MOST)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(at_least, (most - OTHER_FILES) // FILES_OF_A_CONNECTION)
