"""The playing order and the numbers of rounds, however they were put in, in linear time."""

from collections.abc import Mapping
from random import Random
from types import SimpleNamespace
from typing import Any

from scorekeeper.services.sheet.entries_to_sheet import playing_order
from scorekeeper.services.sheet.state import numbers_after


def put_in(after: Mapping[int, int]) -> Any:
    return {each: SimpleNamespace(after=behind) for each, behind in after.items()}


def inserted_one_by_one(after: Mapping[int, int]) -> list[int]:
    """The same by the words of the rule: every round is put right after the one it names."""
    order: list[int] = []
    for each, behind in after.items():
        order.insert(order.index(behind) + 1 if behind else 0, each)
    return order


def test_rounds_stand_right_after_the_one_that_each_was_put_after() -> None:
    random = Random(7)
    for _ in range(200):
        after = {each: random.randrange(each) for each in range(1, 30)}
        assert playing_order(put_in(after)) == inserted_one_by_one(after)
    assert playing_order(put_in({})) == []


class Compared(int):
    """An id that counts how often ids are compared."""

    times = 0

    def __eq__(self, other: object) -> bool:
        Compared.times += 1
        return int(self) == other

    __hash__ = int.__hash__


def comparisons(rounds: int) -> int:
    """How many ids are compared to find the order of so many rounds, all put in between."""
    after: dict[int, int] = {Compared(each): Compared(each // 2) for each in range(1, rounds + 1)}
    Compared.times = 0
    playing_order(put_in(after))
    return Compared.times


def test_ten_times_as_many_rounds_take_ten_times_as_long_to_put_in_order() -> None:
    assert 0 < comparisons(2_000) < 15 * comparisons(200)


def test_a_round_put_in_has_the_number_after_those_that_stand_before_it() -> None:
    numbers = numbers_after([4, 1, 3, 2], [4, 3, 2])
    assert numbers == {0: 1, 4: 2, 1: 2, 3: 3, 2: 4}
