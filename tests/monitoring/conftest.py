"""An application of its own for each of these tests: they have it watched."""

from pathlib import Path

import pytest


@pytest.fixture
def database_url(database: Path) -> str:
    """The address of a database of one's own, and so no application that others share."""
    return f"sqlite:///{database}"
