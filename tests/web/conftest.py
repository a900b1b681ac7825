"""The tests of all pages, and in the long version once more below a path of the host."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.prefixed import PREFIX, UnawareClient, prefixed

# Their tests have further phones of their own, set cookies, or read codes, in which a prefix stays.
AWARE = {
    "account_work", "kept_pages", "known_groups", "limits", "looking", "money_machine",
    "odd_requests", "phone_holder", "phone_writing", "previews", "printed_links", "printing",
    "results", "sharing",
}  # fmt: skip
WHERE = (
    pytest.param("", id=pytest.HIDDEN_PARAM),
    pytest.param(PREFIX, id="below a path", marks=pytest.mark.soak),
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test that asks for a client by that name alone."""
    if "prefix_of_host" in metafunc.fixturenames:
        room, _, module = metafunc.module.__name__.rpartition(".test_")
        is_aware = module in AWARE or room.endswith(".request")
        metafunc.parametrize("prefix_of_host", WHERE[:1] if is_aware else WHERE)


@pytest.fixture
def client(app: Flask, client: FlaskClient, prefix_of_host: str) -> FlaskClient:
    """A phone that speaks English."""
    return prefixed(app, UnawareClient) if prefix_of_host else client
