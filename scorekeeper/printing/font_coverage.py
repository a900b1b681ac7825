"""Which letters paper has a font for: one of ours, or one of this machine in its place."""

import re
import subprocess
from functools import cache
from unicodedata import category

from scorekeeper.paths import FONTS

CHARSET = "--format=%{charset}\n"  # "20-7e a0 …": code points in hexadecimal
CODE_POINT = re.compile("[0-9a-f]+")
NOTHING = re.compile("(?!)")
SECONDS = 10.0


def uncovered_letters(text: str) -> str:
    """The letters and digits of a text that paper would leave out, each once, in their order.

    Other signs, as emoji are, may be missing.
    """
    missing = dict.fromkeys(uncovered_characters().findall(text))
    return "".join(each for each in missing if category(each)[0] in "LN")


@cache
def uncovered_characters() -> re.Pattern[str]:
    """The pattern of every character that no font covers; of none where nobody can say."""
    ours = map(str, FONTS.glob("*.ttf"))
    try:
        told = _told("fc-query", CHARSET, *ours) + _told("fc-list", CHARSET, ":scalable=True")
    except (OSError, subprocess.SubprocessError):
        return NOTHING
    spans = {*CODE_POINT.sub(lambda number: f"\\U{number[0]:0>8}", told).split()}
    return re.compile(f"[^{''.join(spans)}]")


def _told(*command: str) -> str:
    """What a command of fontconfig, which comes with Pango, writes."""
    return subprocess.check_output(  # noqa: S603 - nothing that anybody has typed
        command, stderr=subprocess.DEVNULL, text=True, timeout=SECONDS
    )
