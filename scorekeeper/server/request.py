"""One request as it arrives, and the answer to it."""

import re
from typing import Any

from waitress.parser import HTTPRequestParser, ParsingError
from waitress.receiver import ChunkedReceiver
from waitress.task import WSGITask
from waitress.utilities import BadRequest, RequestEntityTooLarge

from scorekeeper.server.connection_limits import CHUNK_LINE_BYTES_AT_MOST

ON_DISCONNECT = "scorekeeper.on_disconnect"  # in the environment: what to call, with a callback

START = re.compile(
    rb"[!#$%&'*+.^_`|~0-9A-Z-]+ (?:/[!-~]*|https?://[!-~]+|(?<=OPTIONS )\*) HTTP/1\.[01]\r\n"
)
# Control characters, ends of lines that are half, lines that go on in the next one, and so many
# blanks that waitress takes seconds to look at them.
ODD = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|(?<!\r)\n|\n[ \t]|[ \t]{32}")
CODING = re.compile(rb"\ntransfer-encoding:([^\r]*)", re.IGNORECASE)
CHUNKED = b"chunked"
LINE_END = b"\r\n"
SIZE = re.compile(rb"(?P<size>[0-9A-Fa-f]{1,15})(;[\t -~\x80-\xff]*)?")  # of a chunk
TRAILER = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t -~\x80-\xff]*")


class RequestParser(HTTPRequestParser):
    """A request that grows out of what is received.

    One whose body is larger than any may be is handed on as soon as that shows, without its rest:
    the application refuses it by its length, in words. One that a proxy might read in another way,
    so that it sees its end elsewhere, is refused (RFC 9112); nothing is read behind it.
    """

    headers: dict[str, str]
    proxy_netloc: str
    body_rcv: Any
    is_cut = False

    @property
    def ends_connection(self) -> bool:
        """Whether what comes behind it on its connection is nobody's request."""
        return self.is_cut or self.error is not None or self.connection_close

    def received(self, data: bytes) -> int:
        """Take what belongs to this request; returns how many bytes that were."""
        consumed = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.error, self.is_cut = None, True
            size = max(self.content_length, self.body_bytes_received)
            self.headers["CONTENT_LENGTH"] = str(size)
        if self.completed:  # nothing to continue with: told so, waitress would take it up again
            self.expect_continue = False
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head; raises ParsingError."""
        check_head(header_plus)
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # a length of thousands of digits, a host that is none
            raise ParsingError(str(error)) from error
        headers = self.headers
        if self.proxy_netloc:  # it says where to, not the header beside it
            headers["HOST"] = self.proxy_netloc
        if self.version == "1.1" and "HOST" not in headers:
            raise ParsingError("Host is missing")
        options = headers.get("CONNECTION", "").lower().split(",")
        if "close" in (option.strip(" \t") for option in options):
            self.connection_close = True
        if self.chunked:
            self.body_rcv = ChunkedBody(self.body_rcv.getbuf())
            # A length beside chunks means nothing; who sent it may see another end than we do.
            if "CONTENT_LENGTH" in headers:
                self.connection_close = True
                if not headers["CONTENT_LENGTH"].isdecimal():
                    raise ParsingError("Content-Length is invalid")


def check_head(head: bytes) -> None:
    """Raise ParsingError for one that is not written as RFC 9112 has it."""
    start = START.match(head)
    if start is None:
        raise ParsingError("Start line is invalid")
    if ODD.search(head):
        raise ParsingError("Invalid header")
    named = CODING.findall(head)
    if not named:
        return
    codings = [coding.strip(b" \t") for coding in b",".join(named).lower().split(b",")]
    if start[0].endswith(b"0\r\n"):
        raise ParsingError("HTTP/1.0 has no Transfer-Encoding")
    if codings[-1] != CHUNKED or codings.count(CHUNKED) > 1 or b"" in codings:
        raise ParsingError("Transfer-Encoding is invalid")


class ChunkedBody(ChunkedReceiver):
    """A body as RFC 9112, 7.1 writes it, and nothing that others might read in another way.

    The receiver of waitress, in whose place it stands, takes line feeds within lines, empty lines
    between chunks, and anything for a trailer.
    """

    def __init__(self, buf: Any) -> None:
        super().__init__(buf)
        self._line = b""  # the beginning of one that has not ended
        self._rest = 0  # bytes of the chunk that are still to come
        self._read_line = self._read_size
        self._trailer_bytes = 0

    def received(self, data: bytes) -> int:
        """Take what belongs to the body; returns how many bytes that were."""
        size = len(data)
        while data and not self.completed and self.error is None:
            if self._rest:
                self.buf.append(data[: self._rest])
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
        size = SIZE.fullmatch(line)
        if size is None:
            self.error = BadRequest("this is no size of a chunk")
            return
        self._rest = int(size["size"], 16)
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


class ResponseTask(WSGITask):
    """The answer of the application, written to the connection."""

    channel: Any
    request: RequestParser  # type: ignore[assignment]

    def get_environment(self) -> dict[str, Any]:
        """What the application is told; also how a long answer hears that its client has left."""
        environment: dict[str, Any] = super().get_environment()
        environment[ON_DISCONNECT] = self.channel.notice_disconnect
        return environment

    def finish(self) -> None:
        """Send the end of the answer."""
        self.channel.ignore_disconnect()
        super().finish()

    def start(self) -> None:
        """Begin; where nothing else can be read from the connection, say so."""
        super().start()
        if self.request.ends_connection:
            self.set_close_on_finish()

    def set_close_on_finish(self) -> None:
        """Close the connection at the end of the answer, unless it needs no such end.

        An answer without a body (204, 304) ends with its header, whatever waitress thinks.
        """
        needs_end = self.has_body or self.wrote_header or self.version != "1.1"
        if needs_end or self.request.ends_connection:
            super().set_close_on_finish()
