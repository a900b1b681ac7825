"""What `make soak` runs for long, `make test` runs for a moment."""

import pytest

from tests.soak import WITHOUT_SHORT_RUN, without_short_run


def test_every_soak_test_has_a_short_run(pytestconfig: pytest.Config) -> None:
    """Of all that were collected with this test."""
    assert pytestconfig.stash[WITHOUT_SHORT_RUN] == []


@pytest.mark.soak(short="test_every_soak_test_has_a_short_run")
def test_one_that_names_another_is_found_where_that_one_is_not(
    request: pytest.FixtureRequest,
) -> None:
    assert list(without_short_run([request.node])) == [request.node.nodeid]


@pytest.mark.parametrize("found", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_one_with_a_short_case_is_found_where_that_case_is_not(
    request: pytest.FixtureRequest, found: int
) -> None:
    assert len(list(without_short_run([request.node]))) == found
