"""A mark that a process shares with all that it has started."""

import mmap
import os


class SharedMark:
    """Made before the others are started; once it is set, it is set for all of them, for good."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 1)
        self._token, given = os.pipe()  # one letter: the first to take it was the first
        os.write(given, b"1")
        os.close(given)

    @property
    def is_set(self) -> bool:
        """Whether any of them has set it."""
        return self._memory[0] != 0

    def set(self) -> bool:
        """Set it; whether this was the first time."""
        self._memory[0] = 1
        return bool(os.read(self._token, 1))  # empty from then on

    def __del__(self) -> None:
        os.close(self._token)
