"""Carries the remarks for translators from the English catalogue into every other one.

A remark is a comment "#. …" above a sentence; it is written in English alone. Nothing else of a
catalogue changes: neither the order of the keys nor how lines are broken.
"""

import re

from scorekeeper.paths import TRANSLATIONS

ENGLISH = "en"
REMARK = "#. "
KEY = re.compile(r'^msgid "(.+)"$', re.MULTILINE)


def main() -> None:
    """Rewrite the catalogues of all languages but English."""
    remarks = remarks_in(_text(ENGLISH))
    for path in sorted(TRANSLATIONS.glob("*/messages.po")):
        if path.parent.name != ENGLISH:
            text = path.read_text(encoding="utf-8")
            path.write_text(with_remarks(text, remarks), encoding="utf-8")


def remarks_in(text: str) -> dict[str, list[str]]:
    """The lines of the remark above every sentence of a catalogue, by its key."""
    return {key: _remark(block) for block in _blocks(text) if (key := _key(block))}


def with_remarks(text: str, remarks: dict[str, list[str]]) -> str:
    """The text of a catalogue with these remarks; those of other keys are dropped."""
    blocks = (_with_remark(block, remarks.get(_key(block), [])) for block in _blocks(text))
    return "\n\n".join(blocks) + "\n"


def _with_remark(block: str, remark: list[str]) -> str:
    if not _key(block):
        return block
    others = [line for line in block.split("\n") if not line.startswith(REMARK)]
    return "\n".join([*remark, *others])


def _blocks(text: str) -> list[str]:
    """The entries of a catalogue, which blank lines part."""
    return re.split(r"\n{2,}", text.strip("\n"))


def _key(block: str) -> str:
    found = KEY.search(block)
    return found[1] if found else ""


def _remark(block: str) -> list[str]:
    return [line for line in block.split("\n") if line.startswith(REMARK)]


def _text(language: str) -> str:
    return (TRANSLATIONS / language / "messages.po").read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
