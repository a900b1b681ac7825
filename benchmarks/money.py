"""Files of much money: what they cost by the payment, and how long everybody else has to wait."""

from collections.abc import Iterator

from benchmarks.importing import timed
from benchmarks.report import Measured
from benchmarks.sizes import Sizes
from scorekeeper.core.account import Payment, Settlement, Transfer
from scorekeeper.files.archive import Archive
from scorekeeper.services.account.state import group_account
from scorekeeper.services.files.archives import import_archive
from scorekeeper.services.group.state import group_state
from scorekeeper.store.group_queries import group_by_id

PEOPLE, PER_LIST = 60, 50
RUNS = 3
MORE = 4  # times as many
GROWTH_AT_MOST = 1.5  # of what one of them costs


def money(sizes: Sizes) -> Iterator[Measured]:
    """Milliseconds of some ticks and payments, of more of them, and what each costs: the least."""
    for name, archive in (("ticked lines", ticks), ("payments", payments)):
        spent: dict[str, list[float]] = {"imported": [], "others wait": [], "the account": []}
        for count in (sizes.payments, MORE * sizes.payments):
            took, waited, looked = list[float](), list[float](), list[float]()
            for _ in range(RUNS):
                held, made = list[float](), archive(count)
                with timed(took, held):
                    group, _ = import_archive(made, None)
                waited.append(max(held))
                with timed(looked, []):
                    now = group_by_id(group.id) or group
                    group_account(group_state(now)).transfers  # noqa: B018 - worked out when asked for
            for what, each in zip(spent, (took, waited, looked), strict=True):
                spent[what].append(min(each))
        for what, (one, more) in spent.items():
            growth = more / MORE / one
            yield Measured(
                f"{MORE * sizes.payments:,} {name}: {what}", (more, growth), GROWTH_AT_MOST
            )


def ticks(count: int) -> Archive:
    """A group with so many paid lines of settlements."""
    names = _names()
    lines = tuple(
        Transfer(payer=names[each], payee=names[each + 1], cents=10, paid=5)
        for each in range(PER_LIST)
    )
    lists = (Settlement(id=f"{each}", transfers=lines) for each in range(count // PER_LIST))
    return Archive(people=names, sheets=(), settlements=tuple(lists))


def payments(count: int) -> Archive:
    """A group with so many payments."""
    names = _names()
    paid = (Payment(payer=names[0], payee=names[1], cents=1 + each) for each in range(count))
    return Archive(people=names, sheets=(), payments=tuple(paid))


def _names() -> tuple[str, ...]:
    return tuple(f"Player {number}" for number in range(PEOPLE))
