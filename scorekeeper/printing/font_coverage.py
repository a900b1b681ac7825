"""Which letters paper has a font for: one of ours, or one of this machine in its place."""

import re
import subprocess
import sys
from functools import cache
from unicodedata import category

from scorekeeper.paths import FONTS

CHARSET = "--format=%{charset}\n"  # "20-7e a0 …": code points in hexadecimal
SPAN = re.compile("([0-9a-f]+)(?:-([0-9a-f]+))?")
SECONDS = 10.0


def uncovered_letters(text: str) -> str:
    """The letters and digits of a text that paper would leave out, each once, in their order.

    Other signs, as emoji are, may be missing.
    """
    letters = (each for each in dict.fromkeys(text) if category(each)[0] in "LN")
    return "".join(letter for letter in letters if not is_covered(letter))


@cache
def is_covered(letter: str) -> bool:
    """Whether there is a font for a letter."""
    return any(ord(letter) in span for span in covered_code_points())


@cache
def covered_code_points() -> frozenset[range]:
    """The code points that have a font; all of them where nobody can say."""
    ours = map(str, FONTS.glob("*.ttf"))
    try:
        told = _told("fc-query", CHARSET, *ours) + _told("fc-list", CHARSET, ":scalable=True")
    except (OSError, subprocess.SubprocessError):
        return frozenset({range(sys.maxunicode + 1)})
    spans = set(SPAN.findall(told))
    return frozenset(range(int(first, 16), int(last or first, 16) + 1) for first, last in spans)


def _told(*command: str) -> str:
    """What a command of fontconfig, which comes with Pango, writes."""
    return subprocess.check_output(  # noqa: S603 - nothing that anybody has typed
        command, stderr=subprocess.DEVNULL, text=True, timeout=SECONDS
    )
