"""What templates see of form fields: what stands in them, and in words what is wrong with it.

A refusal stands at its field, and together with all others at the head of the form.
"""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from wtforms import Form

from scorekeeper.core.names import NAME, NAME_LENGTH, name_key
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError, Text
from scorekeeper.i18n.catalogue import gaps
from scorekeeper.i18n.messages import NOBODY, Messages, Names
from scorekeeper.web.shared.forms import PageForm

ROOM = 2  # times what a text may have can be typed: what is too long is told, and not cut off
NAMES_AT_MOST = 200  # offered: more is no help, and every page that offers them would carry them

Offered = TypeVar("Offered")


class FoldLink(NamedTuple):
    """A button that leads to a folded part of a form: the id of that, and what the button says."""

    fold: str
    text: str


class Refusal(NamedTuple):
    """What is wrong, in words: at its field, or at the head of the form with a link to the field.

    *place* is the id of the text at the field; "" where there is none. *fold* leads to the part of
    the form in which more can be told about it. *named* is the text with the name of its field, ""
    where that is told already; *field* is the key of the field, None for what is at none.
    """

    text: str
    place: str = ""
    fold: FoldLink | None = None
    named: str = ""
    field: str | None = None

    def __str__(self) -> str:
        return self.text

    @property
    def at_head(self) -> str:
        """The text as the head of the form says it."""
        return self.named or self.text


Texts = tuple[Refusal, ...]
TextsByField = Mapping[str | None, Texts]  # None: at no field


class FieldValue(NamedTuple):
    """A field for text, into which *at_most* so many characters can be typed if that is limited."""

    value: str
    problems: Texts = ()
    at_most: int | None = None


class Option(NamedTuple):
    """Something to choose, as it is sent and as it is called."""

    value: str | int
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ShownForm:
    """A *form* as a page shows it; *texts* say what is wrong at which of its fields."""

    form: Form
    texts: TextsByField

    def field(self, name: str) -> FieldValue:
        """The field of this name with what was typed, and what is wrong with it."""
        field = self.form[name]
        shape = getattr(field, "shape", None)
        at_most = ROOM * shape.high if isinstance(shape, Text) else None
        return FieldValue(field.data or "", self.texts_at(name), at_most)

    def texts_at(self, *names: str) -> Texts:
        """What is wrong at the fields of these names."""
        return tuple(text for name in names for text in self.texts.get(name, ()))

    def texts_elsewhere(self, *names: str) -> Texts:
        """What is wrong at none of the fields of these names."""
        return tuple(text for name, at in self.texts.items() if name not in names for text in at)

    def is_used(self, *names: str) -> bool:
        """Whether something stands in one of these fields, or is wrong with it."""
        return any(self.form[name].data or self.texts.get(name) for name in names)


def shown_form(form: PageForm, messages: Messages, slug: str = "") -> ShownForm:
    """A form with its problems in words; *slug* is that of the game that it is about."""
    texts = (placed_text(problem, slug, messages) for problem in form.problems)
    return ShownForm(form, grouped(texts))


def offered(
    known: Collection[Offered], wanted: Container[object], at_most: int = NAMES_AT_MOST
) -> tuple[Offered, ...]:
    """Those *known* in their order; where they are too many, the *wanted* and the last others."""
    others = [each for each in known if each not in wanted]
    left_out = frozenset(others[: max(0, len(known) - at_most)])
    return tuple(each for each in known if each not in left_out)


def placed_text(
    problem: Problem,
    slug: str,
    messages: Messages,
    names: Names = NOBODY,
    fields: Container[str] | None = None,
    label: str = "",
) -> Refusal:
    """A problem in words, with the id it has at its field; *fields* are those of the form.

    *label* is the key of the name of its field, "" where that is not to be told. What a game says
    in words of its own names everything already, and a label with gaps is no name.
    """
    is_shown = problem.field is not None and (fields is None or problem.field in fields)
    place = f"problem-{problem.field}-{problem.code}" if is_shown else ""
    text = messages.form_problem(slug, problem, names)
    is_own = messages.has(f"{slug}.problem.{problem.code}") or not messages.has(label)
    name = "" if is_own else messages.text(label)
    is_named = name and not gaps(name)
    named = messages.text("text.marked", field=name, problem=text) if is_named else ""
    return Refusal(text, place, named=named, field=problem.field)


def grouped(texts: Iterable[Refusal]) -> TextsByField:
    """The *texts* of problems under the key of the field they are at."""
    at: dict[str | None, Texts] = {}
    for text in texts:
        at[text.field] = (*at.get(text.field, ()), text)
    return MappingProxyType(at)


def name_texts(
    names: Sequence[str], messages: Messages, problems: Sequence[Problem]
) -> Mapping[int, Texts]:
    """What is wrong with single names: missing, too long, not printable, there already.

    The *names* are as `typed_text` reads them. Of the *problems*, those that name the other name of
    somebody are placed where it was typed.
    """
    others = {
        name_key(str(problem.values["name"])): messages.problem("", problem)
        for problem in problems
        if problem.code == "same_person"
    }
    texts: dict[int, Texts] = {}
    known: set[str] = set()
    for seat, name in enumerate(names):
        text, key = _name_text(seat, name, messages), name_key(name)
        if not text and key in known:
            text = messages.problem("", Problem("same_name", {"name": name}))
        known.add(key)
        text = text or others.get(key, "")
        if text:
            texts[seat] = (Refusal(text, f"problem-name_{seat}"),)
    return texts


def _name_text(seat: int, name: str, messages: Messages) -> str:
    if not name:
        return messages.text("new.no_name", number=seat + 1)
    try:
        NAME.read(name, 0)
    except MalformedError as malformed:
        if malformed.found.code == "characters":
            return messages.text("new.odd_name", number=seat + 1)
        return messages.text("new.long_name", number=seat + 1, high=NAME_LENGTH)
    return ""
