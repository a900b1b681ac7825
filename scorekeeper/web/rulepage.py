"""The rules of a game in words, with the house rules of a table marked and worked examples."""

from dataclasses import dataclass
from typing import Any

from flask import render_template

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Round
from scorekeeper.core.ledger import Setup, replay
from scorekeeper.games.room import Room
from scorekeeper.sheetreading import round_of
from scorekeeper.web.language import current
from scorekeeper.web.pages import Sum
from scorekeeper.web.switches import switches
from scorekeeper.web.telling import sum_page
from scorekeeper.words import Names

PLAYERS = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz")


@dataclass(frozen=True, slots=True)
class Example:
    """A worked round: what happened, and what it is worth."""

    reason: str
    sum: Sum


def rules_page(room: Room, house: Any, seats: int, back: str) -> str:
    """The page for a table of so many *seats* under these house rules."""
    words, game = current(), room.game
    chosen = record_of(game.house).write(house)
    return render_template(
        f"games/{game.slug}/rules.html",
        house=house,
        switches=switches(game, chosen, words),
        differs=set(chosen),
        name=words.text(f"{game.slug}.name"),
        examples=[_example(room, data, house, seats) for data in room.examples],
        back=back,
    )


def _example(room: Room, data: Any, house: Any, seats: int) -> Example:
    words, game = current(), room.game
    dealt: Round[Any] | None = round_of(data, game, seats, [])
    if dealt is None:
        raise ValueError(f"an example of {game.slug} is no round at a table of {seats}")
    (played,) = replay(game, Setup(seats, house, seats - 1), [dealt]).rounds
    names = Names.at(game, house, PLAYERS[:seats])
    reason = words.reason(game, dealt.seen, played.table, names)
    return Example(reason, sum_page(played.score, game.slug, names, words))
