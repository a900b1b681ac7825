"""One request as it arrives, and the answer to it."""

from typing import Any

from waitress.parser import HTTPRequestParser
from waitress.receiver import ChunkedReceiver
from waitress.task import WSGITask
from waitress.utilities import BadRequest, RequestEntityTooLarge

from scorekeeper.server.limits import CHUNK_LINE_BYTES_AT_MOST

ON_DISCONNECT = "scorekeeper.on_disconnect"  # in the environment: what to call, with a callback


class RequestParser(HTTPRequestParser):
    """A request that grows out of what is received.

    One whose body is larger than any may be is handed on as soon as that shows, without its rest:
    the application refuses it by its length, in words.
    """

    headers: dict[str, str]
    is_cut = False

    def received(self, data: bytes) -> int:
        """Take what belongs to this request; returns how many bytes that were."""
        consumed = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self._cut()
        elif isinstance(self.body_rcv, ChunkedReceiver) and not self.completed:
            self._check_chunk_lines(self.body_rcv)
        if self.completed:  # nothing to continue with: told so, waitress would take it up again
            self.expect_continue = False
        return consumed

    def _cut(self) -> None:
        self.error = None
        self.is_cut = True
        size = max(self.content_length, self.body_bytes_received)
        self.headers["CONTENT_LENGTH"] = str(size)

    def _check_chunk_lines(self, receiver: ChunkedReceiver) -> None:
        """Refuse lines around chunks that never end: every byte more would copy all of them."""
        if len(receiver.control_line) + len(receiver.trailer) > CHUNK_LINE_BYTES_AT_MOST:
            self.error = BadRequest("the line of a chunk is too long")
            self.completed = True


class ResponseTask(WSGITask):
    """The answer of the application, written to the connection."""

    request: RequestParser  # type: ignore[assignment]

    def get_environment(self) -> dict[str, Any]:
        """That of any server, and a way for long answers to hear that their client has left."""
        environment: dict[str, Any] = super().get_environment()
        connection: Any = self.channel
        environment[ON_DISCONNECT] = connection.notice_disconnect
        return environment

    def finish(self) -> None:
        """Send the end of the answer."""
        connection: Any = self.channel
        connection.ignore_disconnect()
        super().finish()

    def start(self) -> None:
        """Begin; after a request that was cut nothing else can be read from its connection."""
        super().start()
        if self.request.is_cut:
            self.set_close_on_finish()

    def set_close_on_finish(self) -> None:
        """Close the connection at the end of the answer, unless it needs no such end.

        An answer without a body (204, 304) ends with its header, whatever waitress thinks.
        """
        asked = self.request.is_cut or self.request.connection_close
        if asked or self.has_body or self.wrote_header or self.version != "1.1":
            super().set_close_on_finish()
