"""What a game of Tafferand is worth to both sides, and the game in one line."""

from collections.abc import Iterator

from scorekeeper.core.game import Line, Phrase, RoundScore, Table, side_of, sum_of
from scorekeeper.games.tafferand.rules import (
    EACH,
    FIRST_OUT,
    HEARTS,
    KING,
    SECOND_OUT,
    SIDES,
    TOTAL,
    TRICKS,
    Counted,
    Damen,
    DurchmarschBy,
    Elferraus,
    General,
    Herz,
    House,
    Seen,
    Stiche,
    Tafferand,
    counts_of,
    declarer_of,
)


def score(seen: Seen, table: Table[House]) -> RoundScore:
    """What both sides write, line by line."""
    return sum_of(_lines(seen, table.house), SIDES)


def _lines(seen: Seen, house: House) -> Iterator[Line]:
    if isinstance(seen, Elferraus):
        yield Line(side_of(seen.first), FIRST_OUT, "first", {"seat": seen.first})
        yield Line(side_of(seen.second), SECOND_OUT, "second", {"seat": seen.second})
        return
    if isinstance(seen, Tafferand | General):
        yield Line(side_of(seen.king), -KING, "king", {"seat": seen.king})
    for group, counts in counts_of(seen).items():
        for side, count in enumerate(counts):
            if count:
                yield _line(group, side, count, is_durchmarsch(group, side, seen, house))


def is_durchmarsch(group: str, side: int, seen: Seen, house: House) -> bool:
    """Whether a side took all of a group, and as this table wants it: alone, or between them."""
    if counts_of(seen)[group][side] != TOTAL[group]:
        return False
    return house.durchmarsch_by is DurchmarschBy.PARTY or _holder(group, seen) is not None


def _holder(group: str, seen: Seen) -> int | None:
    return _claims(seen).get(group)


def _claims(seen: Seen) -> dict[str, int | None]:
    return dict(seen.durchmarsch) if isinstance(seen, Counted) else {}


def _line(group: str, side: int, count: int, turned: bool) -> Line:
    each = EACH[group] if turned else -EACH[group]
    numbers = {"all" if turned else "count": count, "each": each}
    if group == TRICKS:
        return Line(side, count * each, "durchmarsch_tricks" if turned else "tricks", numbers)
    if group == HEARTS:
        return Line(side, count * each, "durchmarsch_hearts" if turned else "hearts", numbers)
    return Line(side, count * each, "durchmarsch_queens" if turned else "queens", numbers)


# ---- A game in one line --------------------------------------------------------------------


def reason(seen: Seen, table: Table[House]) -> Iterator[Phrase]:
    """Who declared what, the counts column by column, and who made a Durchmarsch."""
    yield _declared(seen, declarer_of(seen, table))
    if isinstance(seen, Elferraus):
        yield Phrase("first", {"seat": seen.first})
        yield Phrase("second", {"seat": seen.second})
    if isinstance(seen, Tafferand | General):
        yield Phrase("king", {"seat": seen.king})
    counted = counts_of(seen)
    for group, counts in counted.items():
        yield _count(group if len(counted) > 1 else None, counts)
        if TOTAL[group] in counts:
            side = counts.index(TOTAL[group])
            turned = is_durchmarsch(group, side, seen, table.house)
            if turned or group in _claims(seen):
                yield _whole(side, _holder(group, seen), turned)


def _declared(seen: Seen, declarer: int) -> Phrase:
    seat = {"seat": declarer}
    match seen:
        case Tafferand():
            return Phrase("tafferand", seat)
        case Stiche():
            return Phrase("stiche", seat)
        case Herz():
            return Phrase("herz", seat)
        case Damen():
            return Phrase("damen", seat)
        case General():
            return Phrase("general", seat)
        case Elferraus():
            return Phrase("elferraus", seat)


def _count(group: str | None, counts: tuple[int, int]) -> Phrase:
    columns = dict(zip(("left", "right"), counts, strict=True))
    match group:
        case "tricks":
            return Phrase("tricks", columns)
        case "hearts":
            return Phrase("hearts", columns)
        case "queens":
            return Phrase("queens", columns)
    return Phrase("count", columns)


def _whole(side: int, holder: int | None, turned: bool) -> Phrase:
    """How a side came to have all of a group."""
    if holder is not None:
        return Phrase("durchmarsch", {"seat": holder})
    return Phrase("durchmarsch_of_both", {"side": side}) if turned else Phrase("shared")
