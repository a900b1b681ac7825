"""Whatever this machine speaks, the commands of the tests speak English."""

import pytest

from scorekeeper.cli.sentences import LOCALE
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.store.db import close


def make_database(address: str | None = None) -> None:
    """An empty one, where commands look unless they are told another address."""
    close(create_ready_app(address))


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LOCALE[0], "C.UTF-8")
