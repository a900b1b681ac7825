"""What was worked out for a group is kept until it changes."""

from dataclasses import dataclass

from flask import Flask

from scorekeeper.services.sheet.lookup import kept_for_group
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state_cache import RESULTS_AT_MOST
from tests.web.counting import sheet


@dataclass
class Large:
    """As large a result as that of very many people over very many evenings."""

    weight: int = 10 * RESULTS_AT_MOST
    are_all: bool = True


def test_one_that_is_larger_than_all_that_is_kept_is_kept_alone(app: Flask) -> None:
    with app.app_context():
        row = open_sheet(sheet(2), None)

        def found() -> Large:
            return kept_for_group("large", row.group, [row], Large)

        assert found() is found()
