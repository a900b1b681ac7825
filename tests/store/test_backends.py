"""Databases by their addresses."""

import pytest

from scorekeeper.store.db import backend_at
from scorekeeper.store.errors import UnusableDatabaseError


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://somebody:hush@db.example.org/cards",
        "postgresql://somebody@db.example.org/cards?password=hush",
        "postgres://somebody:hush@/cards?host=/run/postgresql&sslpassword=hush",
        "postgresql+psycopg2://somebody:hush@db.example.org/cards",
    ],
)
def test_an_address_is_shown_without_its_password(url: str) -> None:
    backend = backend_at(url)
    assert backend.place.startswith("postgresql://somebody")
    assert "hush" not in backend.place
    assert backend.url.drivername == "postgresql+psycopg"


def test_what_an_address_asks_of_the_server_is_kept_beside_our_own_limits() -> None:
    backend = backend_at("postgresql://db.example.org/cards?options=-csearch_path%3Dours")
    options = backend.engine_options["connect_args"]["options"]
    assert options.startswith("-c timezone=UTC -c lock_timeout=5000")
    assert options.endswith(" -csearch_path=ours")


@pytest.mark.parametrize("url", ["mysql://db.example.org/cards", "postgresql://db.example.org", ""])
def test_no_other_database_can_be_used(url: str) -> None:
    with pytest.raises(UnusableDatabaseError):
        backend_at(url)
