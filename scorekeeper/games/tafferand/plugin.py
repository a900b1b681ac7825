"""Tafferand as a plug-in: its form, and on screen the square of its 24 games."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.core.seats import side_of
from scorekeeper.games.plugin import Count, GamePlugin, Section, SideMark, Tag
from scorekeeper.games.tafferand import rules
from scorekeeper.games.tafferand.form import DealForm
from scorekeeper.games.tafferand.game import TAFFERAND
from scorekeeper.games.tafferand.paper import paper
from scorekeeper.games.tafferand.rules import Observation

HOURS_AT_LEAST, HOURS_AT_MOST = 4, 6  # that all 24 games take

EXAMPLES = {
    "king": {"kind": "tafferand", "declarer": 0, "king": 3},
    "stiche": {"kind": "stiche", "declarer": 0, "tricks": [4, 9]},
    "durchmarsch": {
        "kind": "herz",
        "declarer": 0,
        "hearts": [0, 13],
        "durchmarsch": {"hearts": 1},
    },
    "general": {
        "kind": "general",
        "declarer": 0,
        "king": 0,
        "tricks": [4, 9],
        "hearts": [13, 0],
        "queens": [1, 3],
        "durchmarsch": {"hearts": 0},
    },
    "elferraus": {"kind": "elferraus", "declarer": 0, "first": 1, "second": 2},
}


class Square(NamedTuple):
    """Who has declared which game: a row per game, a column per seat; *turn* is who declares next.

    *hours* says how long the *left* games may take, as people write it: ½ or 3½–5.
    """

    rows: tuple[tuple[str, tuple[bool, ...]], ...]
    turn: int | None
    left: int
    hours: str


def sections(ledger: Ledger) -> tuple[Section, ...]:
    """The square, until every game in it was played."""
    if ledger.finished:
        return ()
    past, table = ledger.table.past, ledger.table
    left = rules.GAMES - sum(map(len, past))
    square = Square(
        rows=tuple((kind, tuple(kind in had for had in past)) for kind in rules.KINDS),
        turn=None
        if table.house.declarer_order is rules.DeclarerOrder.FREE
        else rules.seat_after(table.dealer),
        left=left,
        hours=hours_left(left),
    )
    return (Section("games/tafferand/square.html", square),)


def hours_left(left: int) -> str:
    """What so many games take, in hours: from the shortest to the longest, or both in one."""
    times = (_hours(left, of_all) for of_all in (HOURS_AT_LEAST, HOURS_AT_MOST))
    return "–".join(dict.fromkeys(times))


def _hours(left: int, of_all: int) -> str:
    """What so many games take when all 24 take so many hours: ½, 1, 1½, to half an hour."""
    halves = max(1, (4 * left * of_all + rules.GAMES) // (2 * rules.GAMES))
    return f"{halves // 2 or ''}{'½' * (halves % 2)}"


def marks(played: LedgerRound) -> tuple[SideMark, ...]:
    """The Spielmacher and their game, at their side."""
    observation: Observation = played.round.observation
    declarer = rules.declarer_of(observation, played.table)
    return (SideMark(side_of(declarer), declarer, tags=(Tag(rules.KIND_OF[type(observation)]),)),)


Worths = tuple[tuple[str, int], ...]
ALL_OF = {group: rules.TOTAL[group] * worth for group, worth in rules.EACH.items()}


@dataclass(frozen=True, slots=True)
class RulePage:
    """What a side writes: for the games in which one loses, a Durchmarsch, a General, a race.

    It is the same under any house rules.
    """

    costs: Worths = (
        ("tafferand", -rules.KING),
        ("stiche", -rules.EACH[rules.TRICKS]),
        ("herz", -rules.EACH[rules.HEARTS]),
        ("damen", -rules.EACH[rules.QUEENS]),
    )
    durchmarsch: Worths = tuple((f"all_{group}", worth) for group, worth in ALL_OF.items())
    general: Worths = (("king", -rules.KING), *((name, -worth) for name, worth in durchmarsch))
    together: int = sum(worth for _, worth in general)
    race: Worths = (("first", rules.FIRST_OUT), ("second", rules.SECOND_OUT))
    games: int = rules.GAMES


def counts(played: LedgerRound) -> Iterator[Count]:
    """What was declared, with the points of the side of who did; and who took all of a group."""
    observation: Observation = played.round.observation
    declarer = rules.declarer_of(observation, played.table)
    points = played.score.points[side_of(declarer)]
    yield Count(rules.KIND_OF[type(observation)], declarer, points=points)
    if isinstance(observation, rules.Counted):
        for _, holder in observation.durchmarsch:
            if holder is not None:
                yield Count("durchmarsch", holder)


PLUGIN = GamePlugin(
    game=TAFFERAND,
    forms=(DealForm,),
    examples=EXAMPLES,
    rule_page=lambda house: RulePage(),
    sections=sections,
    paper=paper,
    marks=marks,
    counts=counts,
    count_codes=(*rules.KINDS, "durchmarsch"),
)
