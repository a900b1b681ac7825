"""A body that comes in chunks."""

import re
from typing import Any

from waitress.utilities import BadRequest

from scorekeeper.server.limits import CHUNK_LINE_BYTES_AT_MOST

LINE_END = b"\r\n"
SIZE = re.compile(rb"(?P<size>[0-9A-Fa-f]{1,15})(;[\t -~\x80-\xff]*)?")
TRAILER = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t -~\x80-\xff]*")


class ChunkedBody:
    """A body as RFC 9112, 7.1 writes it, and nothing that others might read in another way.

    It stands in for the receiver of waitress, which takes line feeds within lines, empty lines
    between chunks, and anything for a trailer.
    """

    def __init__(self, buffer: Any) -> None:
        self._buffer = buffer
        self._line = b""  # the beginning of one that has not ended
        self._rest = 0  # bytes of the chunk that are still to come
        self._read_line = self._read_size
        self._trailer_bytes = 0
        self.completed = False
        self.error: BadRequest | None = None

    def received(self, data: bytes) -> int:
        """Take what belongs to the body; returns how many bytes that were."""
        size = len(data)
        while data and not self.completed and self.error is None:
            if self._rest:
                self._buffer.append(data[: self._rest])
                taken = min(len(data), self._rest)
                self._rest -= taken
                data = data[taken:]
            else:
                data = self._take_line(data)
        return size - len(data)

    def _take_line(self, data: bytes) -> bytes:
        """What follows the line; a line that never ends is refused: each byte would copy it all."""
        line, end, data = (self._line + data).partition(LINE_END)
        self._line = b"" if end else line
        if len(line) + self._trailer_bytes > CHUNK_LINE_BYTES_AT_MOST:
            self.error = BadRequest("the line of a chunk is too long")
        elif end:
            self._read_line(line)
        return data

    def _read_size(self, line: bytes) -> None:
        found = SIZE.fullmatch(line)
        if found is None:
            self.error = BadRequest("this is no size of a chunk")
            return
        self._rest = int(found["size"], 16)
        self._read_line = self._read_end if self._rest else self._read_trailer

    def _read_end(self, line: bytes) -> None:
        self._read_line = self._read_size
        if line:
            self.error = BadRequest("a chunk is longer than its size")

    def _read_trailer(self, line: bytes) -> None:
        self._trailer_bytes += len(line)
        if not line:
            self.completed = True
        elif not TRAILER.fullmatch(line):
            self.error = BadRequest("this is no trailer")

    def __len__(self) -> int:
        """Bytes of the body so far."""
        return len(self._buffer)

    def getfile(self) -> Any:
        """What the application reads."""
        return self._buffer.getfile()

    def getbuf(self) -> Any:
        """What is closed in the end."""
        return self._buffer
