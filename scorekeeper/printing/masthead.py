"""The head of a printed page: how large its name is, and how high all of it, in millimetres."""

from scorekeeper.i18n.messages import Messages
from scorekeeper.printing import paper_format as em
from scorekeeper.printing.paper_format import PaperFormat
from scorekeeper.printing.sheet_texts import SheetTexts
from scorekeeper.printing.text_width import KERNING, Face, line_count, text_width

TITLE = 1.15  # em: the size of the title
GAME_SIZE = 2.6  # em
SPACED, SUITS = 0.06, 2.1  # em of that size: between its letters, and for two suits
BETWEEN = 1.2  # em between title and day


def name_lengths(form: PaperFormat, name: str, *, has_code: bool = False) -> tuple[str, str]:
    """The size of the name, which has suits on both sides and one line, and what is free beside it.

    As CSS writes them, without their unit.
    """
    letters = text_width(name.upper(), Face.BOLD_FIGURES) + len(name) * SPACED  # in em of its size
    room = form.width - 2 * em.CODE * has_code
    size = min(GAME_SIZE * form.em, room / (letters + 2 * SUITS))
    beside = (form.width - size * (letters / KERNING + 2 * SUITS)) / 2
    return f"{size:.2f}", f"{beside:.2f}"


def masthead_height(texts: SheetTexts, form: PaperFormat) -> float:
    """The name of the game, the title with the day beside it, the notes, and the rule below.

    On a blank sheet there are lines for date and title, and no notes.
    """
    if texts.is_blank:
        return (em.GAME + em.WRITTEN_FACTS + em.BELOW_HEAD) * form.em
    room = form.width / form.em - text_width(texts.day, Face.WORDS) - BETWEEN
    titles = line_count(texts.title, Face.BOLD_WORDS, room / TITLE)
    lines = sum(line_count(note, Face.WORDS, form.width / form.em) for note in texts.notes)
    return (em.GAME + em.FACT * titles + em.NOTE * lines + em.BELOW_HEAD) * form.em


def numbering(messages: Messages) -> tuple[str, ...]:
    """What stands around the number of a page and that of all."""
    return tuple(messages.text("print.page", page="\0", pages="\0").split("\0"))
