"""What an error says about the database."""

from pathlib import Path

import pytest

from scorekeeper.store.errors import StoreUnavailableError, as_unavailable


def test_a_full_disk_is_unavailable_wherever_it_is_noticed() -> None:
    with (
        pytest.raises(OSError, match="No space left") as full,
        Path("/dev/full").open("wb") as file,
    ):
        file.write(b"x" * 100_000)
    assert isinstance(as_unavailable(full.value), StoreUnavailableError)
    assert as_unavailable(FileNotFoundError(2, "No such file")) is None
