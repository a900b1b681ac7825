"""The account of a group with many long sheets, held against a bare page."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import median

from benchmarks.client import Client, Page, Request
from benchmarks.deals import evening_for_money, sheet
from benchmarks.pages import FILLED_IN, SAVED, headers
from benchmarks.report import Measured
from benchmarks.server import BARE_PAGE
from benchmarks.sizes import Sizes
from scorekeeper.core.stake import Stake
from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import Head
from scorekeeper.games.registry import GAMES
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.sheet.opening import open_sheet

STAKE = Stake(10, 100)
IN_A_ROW = 6
ACCOUNT_AT_MOST, DRAWN_AT_MOST = 5, 30  # times a bare page: drawn before, and drawn anew


@dataclass(frozen=True, slots=True)
class AccountPaths:
    """The account of a group, and a sheet of it to save rounds on."""

    account: str
    to_save: str


def opened_group(sizes: Sizes) -> AccountPaths:
    """A group with as many sheets of Tapp as of Klaverjassen with a stake."""
    sheets, deals = sizes.account
    tapp = parsed(evening_for_money(deals), GAMES)
    klaverjassen = replace(sheet(deals), head=Head(stake=STAKE))
    rows = [open_sheet(tapp, None)]
    for number in range(1, sheets):
        rows.append(open_sheet(klaverjassen if number % 2 else tapp, rows[0].group))
    group = f"/g/{rows[0].link}/"
    return AccountPaths(f"{group}account/", f"{group}{rows[1].number}/")


def accounts(client: Client, paths: AccountPaths, sizes: Sizes) -> Iterator[Measured]:
    """Milliseconds of the account and how many times a bare page that is; the first look first.

    The account and the bare page are asked for in turns, a few times each, and in every turn once
    more right after somebody saved a round.
    """
    first = _seconds(client, paths.account)
    of_bare, of_account, after_a_round = list[float](), list[float](), list[float]()
    for _ in range(sizes.turns):
        of_bare += [_seconds(client, BARE_PAGE) for _ in range(IN_A_ROW)][1:]
        of_account += [_seconds(client, paths.account) for _ in range(IN_A_ROW)][1:]
        _save_a_round(client, paths.to_save)
        after_a_round.append(_seconds(client, paths.account))
    floor = median(of_bare)
    for what, seconds, bound in (
        ("a bare Flask page", floor, None),
        ("account", median(of_account), ACCOUNT_AT_MOST),
        ("account, after a round was saved", median(after_a_round), DRAWN_AT_MOST),
        ("account, the first look", first, None),
    ):
        yield Measured(what, (1000 * seconds, seconds / floor), bound)


def _seconds(client: Client, path: str) -> float:
    return client.ask(Request(path, headers())).seconds


def _save_a_round(client: Client, path: str) -> None:
    page = Page(client.ask(Request(path)).body)
    form = page.fields | FILLED_IN | {"key": new_key()}
    sent = headers() | {"Sec-Fetch-Site": "same-origin"}
    client.ask(Request(page.action, sent, form, SAVED))
