"""How a sheet of Tapp comes to its end: the stage it is at, who deals next, how many are left."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.core.game import Progress, Table
from scorekeeper.core.phrases import Problem
from scorekeeper.games.tapp.rules import HouseRules, Observation, Ramsch


class Stage(StrEnum):
    """How near the end is: not announced, the last free round, or only forced Ramsch to come."""

    FREE = "free"
    LAST_FREE = "last_free"
    FORCED = "forced"


class Closing(NamedTuple):
    """What a round must know of those before: the stage, and who has dealt a forced Ramsch."""

    stage: Stage = Stage.FREE
    dealt: tuple[int, ...] = ()

    def forced_left(self, seats: int) -> int:
        """How many of so many players have not dealt a forced Ramsch yet."""
        return seats - len(self.dealt)


def remember(observation: Observation | None, table: Table[HouseRules]) -> Closing:
    """The stage after this round, and who has dealt a forced Ramsch.

    In a deal that was settled by agreement (None) nobody announced anything.
    """
    past: Closing = table.past
    stage, dealt = past.stage, past.dealt
    if isinstance(observation, Ramsch) and observation.forced:
        stage = Stage.FORCED
        dealt = dealt if table.dealer in dealt else (*dealt, table.dealer)
    elif stage is Stage.LAST_FREE:
        stage = Stage.FORCED
    elif observation is not None and observation.ace_of_hearts is not None:
        stage = Stage.LAST_FREE
    return Closing(stage, dealt)


def check_settled_deal(table: Table[HouseRules]) -> Iterator[Problem]:
    """No forced Ramsch is settled by agreement: every player deals one."""
    if table.past.stage is Stage.FORCED:
        yield Problem("only_forced", field="deal")


def next_dealer(observation: Observation, table: Table[HouseRules]) -> int:
    """The next seat; but whoever held the ace of hearts deals the last free round.

    In the closing rounds seats that have dealt their forced Ramsch are passed over.
    """
    if observation.ace_of_hearts is not None:
        return observation.ace_of_hearts
    following = [(table.dealer + step) % table.seats for step in range(1, table.seats)]
    dealt = remember(observation, table).dealt
    return next((seat for seat in following if seat not in dealt), following[0])


def progress(table: Table[HouseRules]) -> Progress:
    """The number of the next round; of how many, once the ace was held or a forced Ramsch dealt."""
    past: Closing = table.past
    if past.stage is Stage.FREE:
        return Progress(table.number)
    left = past.forced_left(table.seats) + (past.stage is Stage.LAST_FREE)
    return Progress(table.number, table.number - 1 + left)
