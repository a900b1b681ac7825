"""How many of something there are, in any sentence."""

from scorekeeper.cli.sentence import Sentence


def people_counted(count: int) -> Sentence:
    """So many people."""
    return Sentence("cli.count.people", count=count)


def groups_counted(count: int) -> Sentence:
    """So many groups."""
    return Sentence("cli.count.groups", count=count)


def sheets_counted(count: int) -> Sentence:
    """So many sheets."""
    return Sentence("cli.count.sheets", count=count)


def rounds_counted(count: int) -> Sentence:
    """So many rounds."""
    return Sentence("cli.count.rounds", count=count)
