"""The files named on the command line: read, and their faults told one a line."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.cli.sentences import sentence
from scorekeeper.core.phrases import Problem
from scorekeeper.files.faults import Fault, FaultyFileError
from scorekeeper.files.sheet import SIZE_AT_MOST
from scorekeeper.files.sheet_link import is_link
from scorekeeper.i18n.messages import Messages

REASONS = (  # for which a file cannot be read, and the keys of what is said
    (FileNotFoundError, "unreadable.missing"),
    (PermissionError, "unreadable.forbidden"),
    (IsADirectoryError, "unreadable.folder"),
)
UNREADABLE = "unreadable_file"  # the code of all of them
GROUP_AT_MOST = 1_000_000_000  # bytes: whoever hosts may bring more than a page takes
UNREAD_BYTE = re.compile("[\udc80-\udcff]")  # as the interpreter keeps it in a path


@dataclass(frozen=True, slots=True)
class UnreadableFile(Fault):
    """Why a file cannot be read at all, for which *reason*: the key of its sentence."""

    reason: str = field(kw_only=True)

    def message(self, messages: Messages) -> str:
        """What it is."""
        return messages.text(self.reason)


def content_of(path: str, at_most: int = SIZE_AT_MOST) -> bytes:
    """What is in the file, a byte too many if it holds more than that; raises FaultyFileError.

    A link with a sheet inside is no path, but its own content.
    """
    if is_link(path.encode(errors="replace")) and not os.path.exists(path):
        return path.encode()
    try:
        with open(path, "rb") as file:
            return file.read(at_most + 1)
    except (OSError, ValueError) as error:  # a ValueError is a path that can be none
        reason = next((key for kind, key in REASONS if isinstance(error, kind)), "unreadable.other")
    raise FaultyFileError([UnreadableFile(Problem(UNREADABLE), reason=reason)])


def shown(path: str) -> str:
    """The path as given; bytes that this locale cannot read are tried as UTF-8."""
    if UNREAD_BYTE.search(path):
        return os.fsencode(path).decode("utf-8", "surrogateescape")
    return path


def errors_in(path: str, refusal: FaultyFileError, messages: Messages) -> dict[str, Any]:
    """What is wrong with a file, as it is printed for programs."""
    errors = [
        {
            "round": fault.round,
            "field": fault.problem.field,
            "code": fault.problem.code,
            "message": fault.message(messages),
        }
        for fault in refusal.faults
    ]
    return {"file": shown(path), "errors": errors}


def faults_in_words(path: str, refusal: FaultyFileError, messages: Messages) -> Iterator[str]:
    """Everything that is wrong with a file, one line each: what it is in the words of *messages*.

    Where it is stands in those of the environment.
    """
    for fault in refusal.faults:
        where = [path]
        if fault.round is not None:
            where.append(sentence("cli.round", number=fault.round))
        if fault.problem.field is not None:
            where.append(fault.problem.field)
        yield f"{': '.join(where)}: {fault.message(messages)}"
