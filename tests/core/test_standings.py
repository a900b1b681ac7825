"""Seasons as clubs count them: examples worked out by hand, and an independent model."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Unit
from scorekeeper.core.phrases import Problem
from scorekeeper.core.season import (
    LOWEST,
    USUAL_PLACES,
    Counts,
    Season,
    Tiebreak,
    Ties,
    Total,
    all_points,
    name_problems,
    rule_problems,
)
from scorekeeper.core.standings import (
    Cut,
    Evening,
    FinishedSheet,
    Standing,
    StandingRow,
    count_left_out,
    evenings_of,
    hundredths,
    known_unit,
    latest_sheet,
    standing_over,
    unit_of,
    values_of,
)

FIRST = date(2026, 1, 5)
SUM, MEAN = Total.SUM, Total.MEAN
ALL = all_points("tapp")


def season(total: Total = SUM, counts: Counts = Counts.POINTS, **more: Any) -> Season:
    return Season(name="2026", game="tapp", from_=FIRST, total=total, counts=counts, **more)


def played(*evenings: Mapping[str, int]) -> list[Evening[str]]:
    """Evenings a week apart with the points of everybody who was there."""
    return [
        Evening(
            day=FIRST + timedelta(weeks=week),
            sheets=(),
            points=points,
            cents={person: 10 * value for person, value in points.items()},
            won={person: int(value == max(points.values())) for person, value in points.items()},
        )
        for week, points in enumerate(evenings)
    ]


def finished(
    day: date | None,
    points: Mapping[str, int],
    cents: Mapping[str, int],
    winners: str,
    unit: Unit = Unit.POINTS,
) -> FinishedSheet[str]:
    return FinishedSheet(
        number=1,
        game="tapp",
        unit=unit,
        day=day,
        points=points,
        cents=cents,
        winners=frozenset(winners),
    )


def of_everybody(**points: Sequence[int | None]) -> list[Evening[str]]:
    """The same, from what everybody had on each evening; None for an absence."""
    rows = zip(*points.values(), strict=True)
    return played(
        *({name: p for name, p in zip(points, row, strict=True) if p is not None} for row in rows)
    )


def totals(standing: Standing[str]) -> list[tuple[Any, ...]]:
    return [(row.place, row.person, row.total) for row in standing.rows]


def counted(standing: Standing[str], person: str) -> list[int]:
    """Which evenings stand in the total of somebody, from 1."""
    (row,) = (row for row in standing.rows if row.person == person)
    return [value.place + 1 for value in row.values if value.counted]


# ---- What clubs publish, worked out by hand ------------------------------------------------------


def test_the_best_six_of_eight_and_at_least_six_to_be_ranked() -> None:
    evenings = of_everybody(
        Anna=(10, 20, 30, 40, 50, 60, 70, 80),
        Bert=(90, 90, 90, 90, 90, None, None, None),
        Clara=(50, 50, 50, 50, 50, 50, None, None),
        Dirk=(-10, 100, 0, 100, 0, 100, 0, None),
    )
    found = standing_over(evenings, season(best=6, minimum=6))
    assert totals(found) == [
        (1, "Anna", 330),
        (2, "Clara", 300),
        (2, "Dirk", 300),
        (None, "Bert", 450),
    ]
    assert counted(found, "Anna") == [3, 4, 5, 6, 7, 8]
    assert counted(found, "Dirk") == [2, 3, 4, 5, 6, 7]
    assert counted(found, "Bert") == [1, 2, 3, 4, 5]
    assert [row.evenings for row in found.rows] == [8, 6, 7, 5]
    assert [row.average for row in found.rows] == [55, 50, 50, 90]


def test_the_sum_of_the_best_five_of_seven() -> None:
    evenings = of_everybody(
        Anna=(100, -50, 80, 20, 60, 40, 0), Bert=(-100, 50, -80, -20, -60, -40, 0)
    )
    found = standing_over(evenings, season(best=5))
    assert totals(found) == [(1, "Anna", 300), (2, "Bert", -70)]
    assert counted(found, "Anna") == [1, 3, 4, 5, 6]
    assert counted(found, "Bert") == [2, 4, 5, 6, 7]


def test_the_best_three_of_four_with_a_double_final_and_points_for_places() -> None:
    evenings = of_everybody(
        Anna=(300, 10, 200, 90), Bert=(200, 20, 100, 100), Clara=(100, 30, None, 80)
    )
    found = standing_over(evenings, season(counts=Counts.PLACES, best=3, last_double=True))
    # Anna 25 15 25 2 × 18, Bert 18 18 18 2 × 25, Clara 15 25 – 2 × 15
    assert totals(found) == [(1, "Anna", 86), (1, "Bert", 86), (3, "Clara", 70)]
    assert counted(found, "Anna") == [1, 3, 4]
    assert counted(found, "Bert") == [1, 2, 4]
    by_evenings = replace(season(counts=Counts.PLACES, best=3), last_double=True)
    won = standing_over(evenings, replace(by_evenings, tiebreak=(Tiebreak.EVENINGS_WON,)))
    assert totals(won) == [(1, "Anna", 86), (2, "Bert", 86), (3, "Clara", 70)]


def test_the_worst_of_four_dropped_and_a_tie_decided_by_the_highest_single_round() -> None:
    evenings = of_everybody(Anna=(40, 40, 40, -99), Bert=(20, 90, 10, 5), Clara=(0, 0, 0, 0))
    found = standing_over(evenings, season(drop=1, tiebreak=(Tiebreak.BEST_EVENING,)))
    assert totals(found) == [(1, "Bert", 120), (2, "Anna", 120), (3, "Clara", 0)]
    assert counted(found, "Anna") == [1, 2, 3]
    assert counted(found, "Bert") == [1, 2, 3]


def test_an_absence_that_counts_a_fixed_number() -> None:
    evenings = of_everybody(Anna=(1600, None, 1500), Bert=(1400, 1500, None))
    found = standing_over(evenings, season(MEAN, absence=1450, minimum=2))
    assert totals(found) == [(1, "Anna", Fraction(4550, 3)), (2, "Bert", 1450)]
    assert [row.evenings for row in found.rows] == [2, 2]
    assert counted(found, "Anna") == [1, 2, 3]
    too_few = standing_over(evenings, season(MEAN, absence=1450, minimum=3))
    assert {row.place for row in too_few.rows} == {None}, "an absence is no evening that was played"


# ---- One rule at a time --------------------------------------------------------------------------


def test_the_lowest_value_of_an_evening_is_what_an_absence_counts_and_it_may_be_dropped() -> None:
    evenings = of_everybody(Anna=(50, 10), Bert=(-20, 30), Clara=(7, None))
    assert totals(standing_over(evenings, season(absence=LOWEST)))[1:] == [
        (2, "Clara", 17),
        (3, "Bert", 10),
    ]
    dropped = standing_over(evenings, season(absence=LOWEST, drop=1))
    assert counted(dropped, "Clara") == [2]
    doubled = standing_over(evenings, season(absence=LOWEST, last_double=True))
    assert ("Clara", 27) in [each[1:] for each in totals(doubled)]


def test_who_shares_a_place_gets_the_better_number_or_the_mean_and_the_rest_the_last_one() -> None:
    (evening,) = played({"Anna": 5, "Bert": 9, "Clara": 5, "Dirk": 1, "Eva": 0, "Fritz": 0})
    table = season(counts=Counts.PLACES, places=(10, 6, 3))
    assert values_of(evening, table) == {"Bert": 10, "Anna": 6, "Clara": 6} | dict.fromkeys(
        ("Dirk", "Eva", "Fritz"), 0
    )
    mean = values_of(evening, replace(table, ties=Ties.MEAN, rest=True))
    assert mean == {"Bert": 10, "Anna": Fraction(9, 2), "Clara": Fraction(9, 2)} | dict.fromkeys(
        ("Dirk", "Eva", "Fritz"), 3
    )


def test_without_a_table_places_count_as_in_motor_racing_as_it_once_was() -> None:
    (evening,) = played({name: -place for place, name in enumerate("ABCDEFGHIJKL")})
    assert [*values_of(evening, season(counts=Counts.PLACES)).values()] == [
        25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 0, 0,
    ]  # fmt: skip


def test_an_absence_from_the_evening_that_counts_double_counts_double() -> None:
    evenings = of_everybody(Anna=(0, 0, 0), Bert=(1, None, 1), Clara=(1, 1, None))
    found = standing_over(evenings, season(absence=-3, last_double=True))
    assert totals(found) == [(1, "Anna", 0), (1, "Bert", 0), (3, "Clara", -4)]
    single = standing_over(evenings, season(absence=-3))
    assert totals(single)[1:] == [(2, "Bert", -1), (2, "Clara", -1)]


def test_who_is_not_ranked_comes_last_the_highest_first() -> None:
    evenings = of_everybody(Anna=(-9, -9), Bert=(3, None), Clara=(None, 5))
    found = standing_over(evenings, season(minimum=2))
    assert totals(found) == [(1, "Anna", -18), (None, "Clara", 5), (None, "Bert", 3)]


def days_of(evenings: Sequence[Evening[str]]) -> list[int | None]:
    """Which days these are of, as days behind the first."""
    return [None if each.day is None else (each.day - FIRST).days for each in evenings]


def test_a_season_and_a_cut_have_both_of_their_ends() -> None:
    days = [FIRST + timedelta(days=days) for days in range(-1, 4)]
    sheets = [finished(day, {"A": 1}, {}, "A") for day in (*reversed(days), None)]
    assert days_of(evenings_of(sheets, ALL)) == [None, -1, 0, 1, 2, 3]
    assert days_of(evenings_of(sheets, all_points("klaverjassen"))) == []
    assert days_of(evenings_of(sheets, season())) == [0, 1, 2, 3]
    assert days_of(evenings_of(sheets, replace(season(), game="klaverjassen"))) == []
    assert days_of(evenings_of(sheets, season(to=days[3]))) == [0, 1, 2]
    assert days_of(evenings_of(sheets, season(), Cut(last=3))) == [1, 2, 3]
    assert days_of(evenings_of(sheets, ALL, Cut(last=6))) == [None, -1, 0, 1, 2, 3]
    assert days_of(evenings_of(sheets, ALL, Cut(last=7))) == [None, -1, 0, 1, 2, 3]
    assert days_of(evenings_of(sheets, ALL, Cut(last=9))) == [None, -1, 0, 1, 2, 3]
    assert days_of(evenings_of(sheets, ALL, Cut(first_day=days[2]))) == [1, 2, 3]
    assert days_of(evenings_of(sheets, ALL, Cut(last_day=days[1]))) == [-1, 0]
    narrow = Cut(last=1, first_day=days[1], last_day=days[3])
    assert days_of(evenings_of(sheets, ALL, narrow)) == [2]


def test_the_latest_sheet_of_a_day_is_the_one_that_comes_last() -> None:
    sheets = [
        finished(FIRST, {"A": 1}, {}, ""),
        finished(FIRST, {"A": 2}, {}, ""),
        finished(None, {"A": 3}, {}, ""),
        finished(FIRST, {}, {}, ""),
    ]
    assert latest_sheet(sheets) is sheets[1]
    assert latest_sheet(sheets[2:]) is sheets[2]
    assert latest_sheet(sheets[3:]) is None


def test_of_two_who_met_the_one_with_more_on_these_evenings_comes_first() -> None:
    evenings = of_everybody(Anna=(10, 0, 5), Bert=(None, 5, 10), Clara=(-50, -50, -50))
    meeting = season(tiebreak=(Tiebreak.MEETING,))
    assert totals(standing_over(evenings, meeting))[:2] == [(1, "Bert", 15), (2, "Anna", 15)]
    three = of_everybody(Anna=(10, 0, 5), Bert=(None, 5, 10), Clara=(15, 0, 0))
    assert {row.place for row in standing_over(three, meeting).rows} == {1}
    never_met = of_everybody(Anna=(5, None), Bert=(None, 5))
    assert {row.place for row in standing_over(never_met, meeting).rows} == {1}


def test_the_sheets_of_a_day_are_one_evening_whoever_played_on_which() -> None:
    def sheet(day: date | None, winners: str, **points: int) -> FinishedSheet[str]:
        cents = {person: -value for person, value in points.items()}
        return finished(day, points, cents, winners)

    later = FIRST + timedelta(days=1)
    sheets = [
        sheet(later, "A", A=3, B=-3),
        sheet(None, "B", A=1, B=2),
        sheet(FIRST, "A", A=10, C=0),
        sheet(FIRST, "AC", A=5, C=7),
        sheet(FIRST, ""),
    ]
    undated, first, second = evenings_of(sheets, ALL)
    assert (undated.day, first.day, second.day) == (None, FIRST, later)
    assert (first.points, first.won) == ({"A": 15, "C": 7}, {"A": 2, "C": 1})
    assert first.cents == {"A": -15, "C": -7}
    by_money = standing_over([first, second], season(counts=Counts.MONEY))
    assert totals(by_money) == [(1, "B", 3), (2, "C", -7), (3, "A", -18)]
    assert [row.won for row in by_money.rows] == [0, 1, 3]
    assert totals(standing_over([first, second], season(counts=Counts.WON)))[0] == (1, "A", 3)


def test_chips_and_cents_are_not_added_up() -> None:
    chips = finished(FIRST, {"A": 100}, {}, "A", Unit.CHIPS)
    money = finished(FIRST, {"A": -20}, {"A": -20}, "", Unit.CENTS)
    (evening,) = evenings_of([chips, money], ALL)
    assert (evening.points, standing_over([evening], ALL).unit) == ({"A": -20}, "cents")
    (evening,) = evenings_of([money, chips], ALL)
    assert (evening.points, unit_of(ALL, [evening])) == ({"A": 100}, "points")
    assert unit_of(season(counts=Counts.PLACES), [evening]) == "places"
    (evening,) = evenings_of([money, chips], season(counts=Counts.WON))
    assert evening.won == {"A": 1}
    assert evening.cents == {"A": -20}, "chips are worth none"
    assert unit_of(season(counts=Counts.MONEY), [evening]) == "cents"
    assert len(evening.sheets) == 2
    later = replace(money, day=FIRST + timedelta(days=1))
    (evening,) = evenings_of([chips, later], season(to=FIRST))
    assert evening.points == {"A": 100}, "the latest of the period"


def test_places_go_by_the_unit_of_each_day() -> None:
    by_places = season(counts=Counts.PLACES)
    chips = finished(FIRST, {"A": 100, "B": -100}, {}, "A", Unit.CHIPS)
    money = finished(FIRST, {"A": -20, "B": 20}, {}, "B", Unit.CENTS)
    next_day = replace(chips, day=FIRST + timedelta(days=1))
    sheets = [chips, money, next_day]
    first, second = evenings_of(sheets, by_places)
    assert (first.points, second.points) == ({"A": -20, "B": 20}, {"A": 100, "B": -100})
    assert (count_left_out(sheets, by_places), count_left_out(sheets, season())) == (1, 1)


def test_what_does_not_count_because_of_its_unit_is_counted_within_the_time_asked_for() -> None:
    chips = finished(FIRST, {"A": 100}, {}, "A", Unit.CHIPS)
    money = replace(chips, unit=Unit.CENTS)
    days = [
        replace(each, day=FIRST + timedelta(days=day))
        for day, each in enumerate([chips, chips, money, money])
    ]
    assert count_left_out([], ALL) == 0
    assert count_left_out(days, ALL) == count_left_out(days, season()) == 2
    assert count_left_out(days, season(counts=Counts.WON)) == 0
    assert count_left_out(days, replace(season(), from_=FIRST + timedelta(days=1))) == 1
    assert count_left_out(days, season(to=FIRST + timedelta(days=1))) == 0
    assert [count_left_out(days, ALL, Cut(last=last)) for last in (2, 3, 4)] == [0, 1, 2]
    between = [money, *days[:2], replace(money, day=FIRST + timedelta(days=2))]
    assert count_left_out(between, ALL, Cut(last=2)) == 2, "those between the days that count"


def test_in_what_a_season_counts_only_its_evenings_say() -> None:
    (evening,) = evenings_of([finished(FIRST, {"A": 100}, {}, "A", Unit.CENTS)], ALL)
    assert [known_unit(season(), some) for some in ([], [evening])] == ["", "cents"]
    assert known_unit(season(counts=Counts.MONEY), []) == "cents"


def test_equal_people_stand_in_the_order_of_the_group() -> None:
    found = standing_over(played({"Anna": 1, "Bert": 1}), ALL, ("Bert", "Anna"))
    assert totals(found) == [(1, "Bert", 1), (1, "Anna", 1)]


@pytest.mark.parametrize(
    ("value", "shown"),
    [("-0.125", -12), ("0.125", 13), ("0.115", 12), ("-0.115", -11), ("1/3", 33), ("-7", -700)],
)
def test_half_a_hundredth_is_written_upwards(value: str, shown: int) -> None:
    assert hundredths(Fraction(value)) == shown


def test_what_cannot_be_agreed_on_together_is_told() -> None:
    backwards = season(to=FIRST - timedelta(days=1))
    assert [*rule_problems(backwards)] == [Problem("season_ends_before", field="to")]
    no_places = season(counts=Counts.PLACES, places=())
    assert [*rule_problems(no_places)] == [Problem("season_places", field="places")]
    assert not [*rule_problems(season(to=FIRST, places=()))]
    cup = replace(season(), name="cup")
    taken = Problem("season_name_taken", {"name": "cup"}, "name")
    assert [*name_problems(cup, [replace(cup, name="Cup")])] == [taken]
    assert not [*name_problems(cup, [season()])]


def test_a_season_in_a_file_has_from_as_the_name_of_its_first_day() -> None:
    written = {
        "name": "Liga", "game": "tapp", "from": "2026-01-05", "counts": "places", "total": "mean",
        "places": [3, 2, 1], "rest": True, "ties": "mean", "best": 6, "drop": 1, "minimum": 4,
        "absence": "lowest", "last_double": True, "tiebreak": ["meeting", "best_evening"],
    }  # fmt: skip
    read = record_of(Season).read(written, 0)
    assert read.from_ == FIRST
    assert read.tiebreak == (Tiebreak.MEETING, Tiebreak.BEST_EVENING)
    assert record_of(Season).write(read) == written
    for wrong in ({"absence": "often"}, {"absence": 0.5}, {"from": None}, {"from_": "2026-01-05"}):
        found = list[Problem]()
        record_of(Season).collect(written | wrong, 0, found)
        assert found, wrong


# ---- An independent model ------------------------------------------------------------------------

PEOPLE = "ABCDE"
evening = st.dictionaries(st.sampled_from(PEOPLE), st.integers(-9, 9), min_size=1)
rules = st.builds(
    season,
    total=st.sampled_from(Total),
    counts=st.sampled_from(Counts),
    places=st.none() | st.lists(st.integers(0, 9), min_size=1, max_size=4).map(tuple),
    rest=st.booleans(),
    ties=st.sampled_from(Ties),
    best=st.none() | st.integers(1, 5),
    drop=st.none() | st.integers(0, 4),
    minimum=st.none() | st.integers(0, 4),
    absence=st.none() | st.just(LOWEST) | st.integers(-9, 9),
    last_double=st.booleans(),
    tiebreak=st.lists(st.sampled_from(Tiebreak), max_size=3, unique=True).map(tuple),
)


def modelled_value(person: str, evening: Evening[str], rule: Season) -> Fraction | None:
    """What an evening is worth: None for an absence that is none; from the words of the rules."""
    points = evening.points
    if person not in points:
        if rule.absence == LOWEST:
            there = [modelled_value(each, evening, rule) for each in points]
            return min(value for value in there if value is not None)
        return None if rule.absence is None else Fraction(rule.absence)
    if rule.counts is not Counts.PLACES:
        kept = {"points": points, "money": evening.cents, "won": evening.won}[rule.counts]
        return Fraction(kept[person])
    table = list(rule.places or USUAL_PLACES)
    table += [table[-1] if rule.rest else 0] * len(PEOPLE)
    above = sum(each > points[person] for each in points.values())
    level = sum(each == points[person] for each in points.values())
    shared = table[above : above + level]
    return Fraction(max(shared)) if rule.ties is Ties.BEST else Fraction(sum(shared), level)


def modelled_total(values: Sequence[Fraction], rule: Season) -> tuple[Fraction, Fraction]:
    """The total and the average: of all ways to choose the values that count, the best."""
    size = min(max(1, len(values) - (rule.drop or 0)), rule.best or len(values))
    total = max(sum(chosen, Fraction()) for chosen in combinations(values, size))
    return (total / size if rule.total is MEAN else total), total / size


def comes_before(
    one: StandingRow[str], other: StandingRow[str], evenings: Any, rule: Season
) -> Any:
    """Above 0 where the first tie-break that tells these two apart is for *one*."""
    for tiebreak in rule.tiebreak:
        scores = []
        for row, against in ((one, other), (other, one)):
            own = {v.place: v.value for v in row.values if v.attended}
            if tiebreak is Tiebreak.EVENINGS_WON:
                scores.append(sum(own[at] == max(evenings[at].values()) for at in own))
            elif tiebreak is Tiebreak.BEST_EVENING:
                scores.append(max(own.values()))
            else:
                met = {v.place for v in against.values if v.attended}
                scores.append(sum(own[place] for place in own if place in met))
        if scores[0] != scores[1]:
            return scores[0] - scores[1]
    return 0


@given(st.lists(evening, min_size=1, max_size=5), rules)
def test_a_standing_is_what_an_independent_model_of_the_rules_says(
    points: list[dict[str, int]], rule: Season
) -> None:
    evenings = played(*points)
    found = standing_over(evenings, rule, PEOPLE)
    assert {row.person for row in found.rows} == {each for there in points for each in there}
    last = len(evenings) - 1
    for row in found.rows:
        expected = [modelled_value(row.person, each, rule) for each in evenings]
        worth = [
            None if value is None else value * (2 if rule.last_double and at == last else 1)
            for at, value in enumerate(expected)
        ]
        held = [value for value in worth if value is not None]
        assert [each.value for each in row.values] == held
        assert row.evenings == sum(row.person in there for there in points)
        assert (row.total, row.average) == modelled_total(held, rule)
        kept = [each.value for each in row.values if each.counted]
        assert sum(kept) / len(kept) == row.average
        assert (row.place is not None) == (row.evenings >= (rule.minimum or 0))
    ranked = [row for row in found.rows if row.place is not None]
    doubled = [
        {
            p: v * (2 if rule.last_double and at == last else 1)
            for p, v in values_of(e, rule).items()
        }
        for at, e in enumerate(evenings)
    ]
    for at, row in enumerate(ranked):
        above = [each for each in ranked if each.place < row.place]  # type: ignore[operator]
        assert row.place == len(above) + 1
        assert all(each.total >= row.total for each in above)
        level = [each for each in ranked if each.total == row.total]
        if len(level) == 1:
            assert [each.person for each in ranked if each.place == row.place] == [row.person]
        elif len(level) == 2 and at + 1 < len(ranked) and ranked[at + 1].total == row.total:
            decided = comes_before(row, ranked[at + 1], doubled, rule)
            assert decided >= 0
            assert (row.place == ranked[at + 1].place) == (decided == 0)
