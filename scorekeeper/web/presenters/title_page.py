"""The page for the title and date of a sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import Messages
from scorekeeper.web.forms.new_sheet import TitleForm
from scorekeeper.web.presenters.form_fields import FieldValue, texts_by_field


@dataclass(frozen=True, slots=True)
class TitlePage:
    """Everything on the page."""

    title: FieldValue
    date: FieldValue
    key: str
    based_on: int


def title_page(
    form: TitleForm,
    messages: Messages,
    problems: Sequence[Problem] = (),
    *,
    key: str,
    based_on: int,
) -> TitlePage:
    """The page with what stands in *form* and every problem at its field."""
    texts = texts_by_field(problems, "", messages)
    return TitlePage(
        FieldValue(form.title.data or "", texts.get("title", ())),
        FieldValue(form.date.data or "", texts.get("date", ())),
        key,
        based_on,
    )
