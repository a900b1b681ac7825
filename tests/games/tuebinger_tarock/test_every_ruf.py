"""Every result of a Ruf, for every way the cards can fall: tried one after the other."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

from scorekeeper.core.game import Table
from scorekeeper.core.ledger import score_of
from scorekeeper.core.phrases import HalfPoints, NamedSeats, Problem, Values
from scorekeeper.games.tuebinger_tarock import checks
from scorekeeper.games.tuebinger_tarock.game import TUEBINGER_TAROCK
from scorekeeper.games.tuebinger_tarock.rules import HouseRules, Ruf, Ski, Strafe, What

ALL = 182  # half points
SIDES = (0, 1)
SEATS_OF = ((0, 1), (2, 3))  # caller and called, and the others
FATES = (None, What.FEIN, What.EINSER_GEFASST, What.EINSER_FEIN_GEFASST)
LAID = list(combinations_with_replacement((1, 3, 5, 7), 2))

Told = tuple[int, int, bool]  # whose Ski, who won its trick, was it the last: by side
Claim = tuple[What | None, int, bool]  # what became of whose Einser; was it a Skimon?
Facts = tuple[int, Told | None, Claim]


@cache
def sums(laid: tuple[int, int], cards: int, honours: int) -> int:
    """The half points of so many cards without Ski, Einser and what was laid: a bit for each.

    There are so many *honours* among all of them: four kings, and the 21 unless it lies elsewhere.
    """
    found = [1] + [0] * cards
    pool = [9] * honours + [7] * 4 + [5] * 4 + [3] * 4
    for card in laid:
        if card > 1:
            pool.remove(card)
    for card in pool:
        for held in range(cards, 0, -1):
            found[held] |= found[held - 1] << card
    plain = 59 - laid.count(1)
    return sum(
        {
            bit
            for held, bits in enumerate(found)
            if cards - held <= plain
            for bit in shifted(bits, cards - held)
        }
    )


def shifted(bits: int, by: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest << by
        bits ^= lowest


def tricks() -> Iterator[tuple[int, int, bool, bool, bool]]:
    """Who won the trick with the Ski and that with the Einser; were they last, were they one?"""
    for ski, einser, ski_last, einser_last in product(SIDES, SIDES, (False, True), (False, True)):
        if ski_last and einser_last:
            if ski == einser:
                yield ski, einser, True, True, True
        elif ski_last or einser_last:
            yield ski, einser, ski_last, einser_last, False
        else:
            yield ski, einser, False, False, False
            if ski == einser:
                yield ski, einser, False, False, True


@cache
def possible() -> dict[Facts, int]:
    """For all that a table can tell: the half points of the caller's side, a bit for each."""
    found: dict[Facts, int] = defaultdict(int)
    tops = (None, *SIDES)  # the side of a Skimon, whose 21 has won a trick of its own
    for dealers, laid, won, fall, top in product(SIDES, LAID, range(20), tricks(), tops):
        there, fell, ski_last, einser_last, together = fall
        needed = [0, 0]
        needed[there] += 1
        needed[fell] += not together
        if top is not None:
            needed[top] += 1
        if needed[0] > won or needed[1] > 19 - won:
            continue
        special = (there == 0) + (fell == 0) + (top == 0)
        if 4 * won < special:
            continue
        honours = 5 if top is None else 4
        before = sums(laid, 4 * won - special, honours) << 9 * special + sum(laid) * (dealers == 0)
        for home, owner in product(SIDES, SIDES):
            for claim in claims(owner, home, fell, einser_last, together):
                if claim[2] != (top is not None) or (claim[2] and top != owner):
                    continue
                found[dealers, (home, there, ski_last), claim] |= before
                for after in at_home(before, home, there, ski_last, (won, 19 - won)):
                    found[dealers, None, claim] |= after
    return found


def claims(owner: int, home: int, fell: int, last: bool, together: bool) -> Iterator[Claim]:
    """What may be claimed where the Einser of side *owner* fell to side *fell*."""
    may_be_skimon = owner == home and not together  # one player plays one card to a trick
    for skimon in (False, True)[: 1 + may_be_skimon]:
        yield None, owner, skimon
        if owner != fell:
            yield (
                What.EINSER_FEIN_GEFASST if last else What.EINSER_GEFASST,
                owner,
                skimon,
            )
        elif last:
            yield What.FEIN, owner, skimon


def at_home(bits: int, home: int, there: int, last: bool, won: tuple[int, int]) -> list[int]:
    """The same once the Ski is home; kept without a trick it is counted as 4.5 or as 4."""
    if home == there or last:
        return [bits]
    moves = (8,) if won[home] else (9, 8)
    return [bits << each if home == 0 else bits >> each for each in moves]


def observation(points: int, told: Told | None, claim: Claim) -> Ruf:
    """A Ruf of seats 0 and 1 that says so much."""
    what, owner, skimon = claim
    seat = SEATS_OF[owner][0]
    strafen = [] if what is None else [Strafe(seat=seat, what=what)]
    if skimon:
        strafen.append(Strafe(seat=seat, what=What.SKIMON))
    ski = None
    if told is not None:
        home, there, last = told
        holder = seat if skimon else SEATS_OF[home][1]
        winner = next(each for each in SEATS_OF[there] if each != holder)
        ski = Ski(owner=holder, trick=winner, last_trick=last)
    return Ruf(caller=0, called=1, points=points, ski=ski, strafen=tuple(strafen))


def every_fact() -> Iterator[Facts]:
    tellings: list[Told | None] = [None, *product(SIDES, SIDES, (False, True))]
    for dealers, told, what, owner, skimon in product(SIDES, tellings, FATES, SIDES, (False, True)):
        if not (skimon and told is not None and told[0] != owner):  # that is another problem
            yield dealers, told, (what, owner, skimon)


def test_every_result_is_accepted_exactly_where_the_cards_make_it() -> None:
    made, judged = possible(), {True: 0, False: 0}
    for dealers, told, claim in every_fact():
        table = Table(4, HouseRules(), SEATS_OF[dealers][0])
        bits = made.get((dealers, told, claim), 0)
        if claim[0] is None and not claim[2]:  # nothing tells whose the Einser was
            bits |= made.get((dealers, told, (None, 1 - claim[1], False)), 0)
        for points in range(ALL + 1):
            found = list(checks.check(observation(points, told, claim), table))
            assert (not found) == bool(bits >> points & 1), (dealers, told, claim, points, found)
            judged[not found] += 1
    assert min(judged.values()) > 10_000


def test_every_result_without_more_is_one_of_few_exceptions() -> None:
    """What the problems say: 1 and 0, their counterparts, and the halves."""
    for dealers in SIDES:
        table = Table(4, HouseRules(), SEATS_OF[dealers][0])
        refused = {
            points / 2
            for points in range(ALL + 1)
            if list(checks.check(Ruf(caller=0, called=1, points=points), table))
        }
        whole = {each for each in refused if each == int(each)}
        assert whole == ({0, 90} if dealers == 0 else {1, 91})
        halves = {points / 2 for points in range(1, ALL, 2)} - refused
        own = {4.5} if dealers == 1 else {5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5}
        others = {86.5} if dealers == 0 else {79.5, 80.5, 81.5, 82.5, 83.5, 84.5, 85.5}
        assert halves == own | others


# ---- What they are worth ---------------------------------------------------------------------

NETS: dict[int, tuple[Strafe, ...]] = {
    0: (),
    10: (Strafe(seat=0, what=What.FEIN),),
    38: (Strafe(seat=1, what=What.OBERE, count=19),),
    -5: (Strafe(seat=1, what=What.EINSER_GEFASST),),
    -40: (
        Strafe(seat=2, what=What.FAMILIE), Strafe(seat=2, what=What.FAMILIE),
        Strafe(seat=2, what=What.FAMILIE), Strafe(seat=3, what=What.SKIMON),
    ),
}  # fmt: skip


def written(points: int, net: int, stops: bool) -> tuple[int, int]:
    """What caller and called write, worked out by cases."""
    if points >= 46:
        gain = points - 23 + net
        if stops and gain < 0:
            gain = 0
        return gain, gain
    lost = (91 - points) - 23 - net
    return (-2 * lost if lost > 0 else 0), 0


def test_every_result_is_worth_what_the_text_says() -> None:
    for dealer, points, stops in product((0, 3), range(92), (False, True)):
        table = Table(4, HouseRules(won_clamp=stops), dealer)
        for net, strafen in NETS.items():
            ruf = Ruf(caller=0, called=1, points=2 * points, strafen=strafen)
            if list(checks.check(ruf, table)):
                continue
            caller, called = written(points, net, stops)
            assert score_of(TUEBINGER_TAROCK, ruf, table).points == (caller, called, 0, 0), (
                points,
                net,
            )


def test_every_exchange_moves_four_points() -> None:
    table = Table(4, HouseRules(), 3)
    for points, owner, trick, last in product(range(92), range(4), range(4), (False, True)):
        ski = Ski(owner=owner, trick=trick, last_trick=last)
        ruf = Ruf(caller=0, called=1, points=2 * points, ski=ski)
        if list(checks.check(ruf, table)):
            continue
        moved = 0 if last or (owner < 2) == (trick < 2) else 4 if owner < 2 else -4
        caller, called = written(points + moved, 0, False)
        assert score_of(TUEBINGER_TAROCK, ruf, table).points == (caller, called, 0, 0), ruf


def test_every_kept_ski_is_four_points() -> None:
    for dealer, half in product((0, 3), range(1, ALL, 2)):
        table, ruf = Table(4, HouseRules(), dealer), Ruf(caller=0, called=1, points=half)
        if list(checks.check(ruf, table)):
            continue
        means = half // 2 if half < ALL // 2 else half // 2 + 1
        caller, called = written(means, 0, False)
        assert score_of(TUEBINGER_TAROCK, ruf, table).points == (caller, called, 0, 0), half


def test_half_points_that_no_ski_explains_are_dropped() -> None:
    """Nobody can enter them; but whatever is scored gets a score."""
    table = Table(4, HouseRules(), 3)
    for half in range(1, ALL, 2):
        ruf = Ruf(caller=0, called=1, points=half)
        if list(checks.check(ruf, table)):
            own, others = half // 2, (ALL - half) // 2
            won, lost = (own - 23,) * 2, (-2 * max(0, others - 23), 0)
            wanted = won if own >= 46 else lost
            assert score_of(TUEBINGER_TAROCK, ruf, table).points == (*wanted, 0, 0), half


# ---- Nothing to give for the Ski ---------------------------------------------------------------


def of_pictures_alone(laid: tuple[int, ...]) -> set[int]:
    """The half points of the Ski beside whole tricks of kings, 21, Einser and pictures."""
    pool = [9] * 6 + [7] * 4 + [5] * 4 + [3] * 4
    for card in laid:
        if card > 1:
            pool.remove(card)
    found = {(0, 0)}
    for card in pool:
        found |= {(held + 1, worth + card) for held, worth in found}
    return {9 + worth + sum(laid) for held, worth in found if held and held % 4 == 0}


def test_a_side_that_had_nothing_to_give_for_its_ski_is_told_so() -> None:
    beside_laid = set[int]().union(*map(of_pictures_alone, LAID))
    piles = (beside_laid, of_pictures_alone(()))
    codes = set()
    for dealer, half in product((0, 3), range(1, ALL, 2)):
        wrong = list(
            checks.check(Ruf(caller=0, called=1, points=half), Table(4, HouseRules(), dealer))
        )
        by_side = zip(
            SEATS_OF, (half, ALL - half), piles if dealer == 0 else piles[::-1], strict=True
        )
        lacking = [(seats, own) for seats, own, possible in by_side if own in possible]
        if wrong and lacking:
            (seats, own), *_ = lacking
            values: Values = {
                "seats": NamedSeats(seats),
                "count": len(seats),
                "half_points": HalfPoints(own),
            }
            assert wrong == [Problem("exchange_impossible", values, "points")]
        codes |= {problem.code for problem in wrong}
        assert ("no_such_halves" in [each.code for each in wrong]) == bool(wrong and not lacking)
    assert codes == {"exchange_impossible", "no_such_halves"}
