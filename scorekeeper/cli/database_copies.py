"""What `backup` and `restore` have in common: how they fail, and what they say."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.cli.errors import CommandError
from scorekeeper.store.errors import (
    ForeignDatabaseError,
    NewerDatabaseError,
    StoreUnavailableError,
)
from scorekeeper.store.sqlite.backup import BusyFileError, OccupiedError
from scorekeeper.store.sqlite.verification import Content

NOTHING = "nothing was written"


@contextmanager
def copy_errors(source: Path, target: Path) -> Iterator[None]:
    """Turn whatever hinders a copy into a CommandError."""
    try:
        yield
    except (OccupiedError, BusyFileError) as refusal:
        raise CommandError(str(refusal)) from refusal
    except (NewerDatabaseError, ForeignDatabaseError) as refusal:
        raise CommandError(f"{source}: {refusal}") from refusal
    except StoreUnavailableError as error:
        raise CommandError(f"{source} cannot be copied to {target}: {error}\n{NOTHING}") from error
    except OSError as error:
        raise CommandError(f"{target} cannot be written: {error.strerror}\n{NOTHING}") from error


def summary(content: Content) -> str:
    """What is in a database, in numbers."""
    found = ((content.groups, "group"), (content.sheets, "sheet"), (content.rounds, "round"))
    return ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for count, word in found)
