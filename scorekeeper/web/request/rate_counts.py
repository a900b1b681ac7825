"""Where Flask-Limiter counts requests: in the memory of this process, one request at a time."""

from threading import Lock

from limits.storage import MemoryStorage


class RequestCounts(MemoryStorage):
    """The library's own, with a lock: it starts a thread that forgets what is over.

    Of two requests that do so at one moment, one fails: "threads can only be started once".
    """

    STORAGE_SCHEME = ["locked-memory"]  # noqa: RUF012 - the library declares it so

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: str):
        self._counting = Lock()
        super().__init__(uri, wrap_exceptions, **options)

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """How often the key was counted with this one; it is forgotten after *expiry* seconds."""
        with self._counting:
            return super().incr(key, expiry, amount)
