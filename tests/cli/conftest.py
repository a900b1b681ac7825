"""Whatever this machine speaks, the commands of the tests speak English."""

import pytest

from scorekeeper.cli.sentences import LOCALE


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LOCALE[0], "C.UTF-8")
