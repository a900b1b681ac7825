"""Tests of the games; what each of them has in common stands here."""

import pytest

pytest.register_assert_rewrite("tests.games.worked_examples")
