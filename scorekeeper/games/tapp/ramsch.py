"""Who a Ramsch is about: whoever had the most Augen, and the Jungfern, named or counted."""

from collections.abc import Sequence

from scorekeeper.games.tapp.rules import Ramsch


def most_of(observation: Ramsch) -> tuple[int, ...]:
    """Who had the most Augen, in seat order."""
    if observation.points is None:
        return tuple(sorted(observation.most or ()))
    return tuple(
        seat for seat, augen in enumerate(observation.points) if augen == max(observation.points)
    )


def jungfern_of(observation: Ramsch, playing: Sequence[int]) -> tuple[int, ...]:
    """Who of the seats *playing* had no trick, in seat order."""
    if observation.tricks is None:
        return tuple(sorted(observation.jungfern or ()))
    return tuple(
        seat for seat, tricks in enumerate(observation.tricks) if not tricks and seat in playing
    )
