"""Why a form was refused, in words: at each field, and all together at the head of the form."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.names import NAME, NAME_LENGTH, name_key
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError
from scorekeeper.core.typed_text import typed_text
from scorekeeper.i18n.catalogue import gaps
from scorekeeper.i18n.messages import NOBODY, Messages, Names


@dataclass(frozen=True, slots=True)
class FoldLink:
    """A button that leads to a folded part of a form: the id of that, and what the button says."""

    fold: str
    text: str


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A refusal at its field, where it has the id *place* in the page; "" where it has none.

    *fold* leads to the part of the form in which more can be told about it.
    """

    text: str
    place: str
    fold: FoldLink | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal at the head of a form: with the name of its field, and a link there.

    *place* is the id of the text at the field; "" where there is none.
    """

    text: str
    place: str = ""
    fold: FoldLink | None = None


def placed_text(
    problem: Problem,
    slug: str,
    messages: Messages,
    names: Names = NOBODY,
    fields: Container[str] | None = None,
) -> PlacedText:
    """A problem in words, with the id it has at its field; *fields* are those of the form."""
    is_shown = problem.field is not None and (fields is None or problem.field in fields)
    place = f"problem-{problem.field}-{problem.code}" if is_shown else ""
    return PlacedText(messages.form_problem(slug, problem, names), place)


def refusal(
    problem: Problem, text: PlacedText, slug: str, label: str, messages: Messages
) -> Refusal:
    """The *text* of a problem as the head of the form says it.

    *label* is the key of the name of its field. What a game says in words of its own names
    everything already, and a label with gaps is no name.
    """
    is_own = messages.has(f"{slug}.problem.{problem.code}") or not messages.has(label)
    name = "" if is_own else messages.text(label)
    if not name or gaps(name):
        return Refusal(text.text, text.place, text.fold)
    marked = messages.text("text.marked", field=name, problem=text.text)
    return Refusal(marked, text.place, text.fold)


def name_texts(
    names: Sequence[str], messages: Messages, problems: Sequence[Problem] = ()
) -> Mapping[int, tuple[PlacedText, ...]]:
    """What is wrong with single names, by seat: missing, too long, not printable, there already.

    Of the *problems*, those that name the other name of somebody are placed where it was typed.
    """
    others = {
        name_key(str(each.values["name"])): messages.problem("", each)
        for each in problems
        if each.code == "same_person"
    }
    found: dict[int, tuple[PlacedText, ...]] = {}
    known: set[str] = set()
    for seat, typed in enumerate(names):
        text = _name_text(seat, typed, messages)
        name = typed_text(typed)
        if not text and name_key(name) in known:
            text = messages.problem("", Problem("same_name", {"name": name}))
        text = text or others.get(name_key(name), "")
        known.add(name_key(name))
        if text:
            found[seat] = (PlacedText(text, f"problem-name_{seat}"),)
    return found


def _name_text(seat: int, typed: str, messages: Messages) -> str:
    if not typed_text(typed):
        return messages.text("new.no_name", number=seat + 1)
    try:
        NAME.read(typed, 0)
    except MalformedError as malformed:
        if malformed.found.code == "characters":
            return messages.text("new.odd_name", number=seat + 1)
        return messages.text("new.long_name", number=seat + 1, high=NAME_LENGTH)
    return ""
