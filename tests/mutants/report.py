"""What a run tells: a line for each module, every fault nobody noticed, every entry out of date."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tests.mutants.accepted import entry_for, outdated
from tests.mutants.planting import Place
from tests.mutants.running import Outcome

Tried = tuple[Place, Outcome]


def show(tried: Sequence[Tried], listed: Mapping[Place, str], *, every_fault: bool) -> int:
    """Print it all; 1 where somebody has to do something, else 0.

    *every_fault*: all mutants of their modules were tried, so that an entry without one is wrong.
    """
    survived = [place for place, outcome in tried if outcome is Outcome.SURVIVED]
    unnoticed = [place for place in dict.fromkeys(survived) if place not in listed]
    modules = {place.module for place, _ in tried} if every_fault else set()
    wrong = outdated(listed, survived, modules)
    print("\n".join(table(tried, listed)))
    if unnoticed:
        print("\nNo test notices these. Test them, or list those that change nothing, and why,")
        print("in tests/mutants/equivalent.toml:\n")
        print("\n\n".join(map(entry_for, unnoticed)))
    if wrong:
        print("\nThese are listed there, but noticed, or no longer in the code:\n")
        print("\n\n".join(map(entry_for, wrong)))
    return 1 if unnoticed or wrong else 0


def table(tried: Sequence[Tried], listed: Mapping[Place, str]) -> Iterable[str]:
    """A line for each module, and one for all of them."""
    modules = sorted({place.module for place, _ in tried})
    width = max(map(len, modules), default=0)
    yield f"{'':{width}}  killed  too long  accepted  survived"
    for module in [*modules, "all"]:
        rows = [each for each in tried if module in (each[0].module, "all")]
        counts = Counter(_column(*each, listed) for each in rows)
        numbers = [counts[each] for each in ("killed", "too long", "accepted", "survived")]
        yield f"{module:{width}}  {numbers[0]:6}  {numbers[1]:8}  {numbers[2]:8}  {numbers[3]:8}"


def _column(place: Place, outcome: Outcome, listed: Mapping[Place, str]) -> str:
    return "accepted" if outcome is Outcome.SURVIVED and place in listed else str(outcome)
