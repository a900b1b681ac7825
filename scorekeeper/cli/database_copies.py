"""What `backup` and `restore` have in common: how they fail, and what they say."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.cli.errors import CommandError, reason_of
from scorekeeper.cli.numbers import groups_counted, rounds_counted, sheets_counted
from scorekeeper.cli.sentence import Sentence
from scorekeeper.store.errors import (
    ForeignDatabaseError,
    NewerDatabaseError,
    StoreUnavailableError,
)
from scorekeeper.store.sqlite.backup import BusyFileError, OccupiedError
from scorekeeper.store.sqlite.verification import Content


@contextmanager
def copy_errors(source: Path, target: Path) -> Iterator[None]:
    """Turn whatever hinders a copy into a CommandError."""
    try:
        yield
    except (OccupiedError, BusyFileError) as refusal:
        raise CommandError(refusal) from refusal
    except (NewerDatabaseError, ForeignDatabaseError) as refusal:
        raise CommandError(Sentence("text.pair", name=source, value=refusal)) from refusal
    except StoreUnavailableError as error:
        why = Sentence("cli.backup.failed", source=source, target=target, reason=error)
        raise CommandError(why, Sentence("cli.backup.nothing_written")) from error
    except OSError as error:
        why = Sentence("cli.backup.unwritable", target=target, reason=reason_of(error))
        raise CommandError(why, Sentence("cli.backup.nothing_written")) from error


def summary(place: str | Path, content: Content) -> Sentence:
    """What is in a database, in numbers."""
    return Sentence(
        "cli.backup.content",
        place=place,
        groups=groups_counted(content.groups),
        sheets=sheets_counted(content.sheets),
        rounds=rounds_counted(content.rounds),
    )
