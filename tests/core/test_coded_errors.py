"""An error with a code has words for the log, whoever says it in which language."""

import pytest

from scorekeeper.core.phrases import CodedError


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (CodedError("hosts", value="'a b'", low=1), "hosts: 'a b', 1"),
        (CodedError("foreign", "this is no database", path="x"), "this is no database"),
        (CodedError("", "locked"), "locked"),
    ],
)
def test_its_own_words_stand_in_the_log(error: CodedError, words: str) -> None:
    assert str(error) == words


def test_code_and_values_are_kept_for_the_catalogues() -> None:
    error = CodedError("port", low=1, high=9)
    assert (error.code, error.values) == ("port", {"low": 1, "high": 9})
