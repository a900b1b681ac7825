"""What a version of the program understands of what is stored."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SupportedVersions:
    """Migrations, types of entries and games, by their words; None: whatever is there."""

    revisions: frozenset[str]
    types: frozenset[str] | None = None
    group_types: frozenset[str] | None = None
    games: frozenset[str] | None = None
