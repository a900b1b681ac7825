"""What can be said of a deal while it is being filled in, beside its score."""

from scorekeeper.core.phrases import HalfPoints, Phrase
from scorekeeper.games.french_tarot.rules import NEEDED, above_target, margin


def hints_of(bouts: int, half_points: int | None, moved: int) -> tuple[Phrase, ...]:
    """What the attack needs with so many bouts, or how it stands with these half points.

    *half_points* are those typed, None where none are yet; *moved* are the half points that the
    Excuse brings the attack on its way home.
    """
    if half_points is None:
        return (Phrase("needed", {"count": bouts, "points": NEEDED[bouts]}),)
    home = half_points + moved
    stands = _stands(above_target(home, bouts))
    if not moved:
        return (stands,)
    told = {"before_half_points": HalfPoints(half_points), "half_points": HalfPoints(home)}
    return (Phrase("excuse_gained" if moved > 0 else "excuse_lost", told), stands)


def _stands(above: int) -> Phrase:
    """How the attack stands, so many half points above what it needs: in the points that count."""
    if not above:
        return Phrase("made")
    return Phrase("made_by" if above > 0 else "down_by", {"points": margin(above)})
