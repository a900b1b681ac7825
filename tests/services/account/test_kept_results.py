"""What was worked out for a group is kept until it changes."""

from dataclasses import dataclass

from flask import Flask

from scorekeeper.services.account.state import Account, group_account, kept_for_group
from scorekeeper.services.group.state import group_state
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.services.sheet.state_cache import RESULTS_AT_MOST
from tests.web.counting import sheet


@dataclass
class Large:
    """As large a result as that of very many people over very many evenings."""

    weight: int = 10 * RESULTS_AT_MOST
    are_all: bool = True


@kept_for_group
def found(_account: Account, _of: str) -> Large:
    return Large()


def test_one_that_is_larger_than_all_that_is_kept_is_kept_alone(app: Flask) -> None:
    with app.app_context():
        account = group_account(group_state(open_sheet(sheet(2), None).group))
        assert found(account, "one") is found(account, "one")
        assert found(account, "one") is not found(account, "other")
