"""The forms and links that a page shows, as a browser sees them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from urllib.parse import urljoin

Pairs = list[tuple[str, str]]
Attributes = Sequence[tuple[str, str | None]]


@dataclass(frozen=True)
class Field:
    """A field that can be filled in: what it is, what stands in it, and what it offers."""

    name: str
    kind: str
    value: str | None
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownForm:
    """A form of a page: where it goes, its fields in their order, and its buttons."""

    action: str
    method: str
    fields: tuple[Field, ...] = ()
    buttons: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()

    def untouched(self) -> Pairs:
        """What a browser sends where nobody touches anything."""
        return [(each.name, each.value) for each in self.fields if each.value is not None]

    def with_field(self, field: Field) -> "ShownForm":
        """The form with one more field; radio buttons of one name are one field."""
        known = next((each for each in self.fields if each.name == field.name), None)
        if field.kind != "radio" or known is None:
            return replace(self, fields=(*self.fields, field))
        value = known.value if field.value is None else field.value
        both = replace(known, value=value, options=(*known.options, *field.options))
        return replace(self, fields=tuple(both if each is known else each for each in self.fields))


class ShownPage(HTMLParser):
    """Reads a page of this site at *address*; several times as quick as a tree of all it has."""

    def __init__(self, html: str, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[ShownForm] = []
        self.links: list[str] = []
        self._inside: ShownForm | None = None
        self._list: Field | None = None  # the select whose options are read
        self._text: list[str] | None = None  # of the textarea or option that is read
        self._held: dict[str, str] = {}
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        held = {name: value or "" for name, value in attrs}
        if (tag == "a" and held.get("href", "#")[:1] == "/") or held.get("href", "").startswith(
            "?"
        ):
            self.links.append(urljoin(self.address, held["href"]).split("#")[0])
        elif tag == "form":
            action = urljoin(self.address, held.get("action") or self.address)
            self._inside = ShownForm(action, held.get("method", "get").lower())
        elif self._inside is not None:
            self._part_of_form(tag, held, self._inside)

    def _part_of_form(self, tag: str, held: dict[str, str], form: ShownForm) -> None:
        name, value = held.get("name", ""), held.get("value", "")
        if tag == "button" and held.get("type") != "button":
            self._inside = replace(form, buttons=(*form.buttons, (name, value)))
        elif tag == "input" and name:
            self._inside = self._with_input(form, name, held)
        elif tag == "select":
            self._list = Field(name, "select", None)
        elif tag in ("option", "textarea"):
            self._text, self._held = [], held

    def _with_input(self, form: ShownForm, name: str, held: dict[str, str]) -> ShownForm:
        kind, value = held.get("type", "text"), held.get("value", "")
        if "disabled" in held:
            return form  # nobody can choose it, and it is not sent
        if kind == "file":
            return replace(form, files=(*form.files, name))
        if kind not in ("radio", "checkbox"):
            return form.with_field(Field(name, kind, value))
        return form.with_field(Field(name, kind, value if "checked" in held else None, (value,)))

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._inside is not None:
            self.forms.append(self._inside)
            self._inside = None
        elif tag == "textarea" and self._inside is not None:
            text = "".join(self._text or ()).removeprefix("\n")
            self._inside = self._inside.with_field(Field(self._held["name"], "text", text))
            self._text = None
        elif tag == "option" and self._list is not None:
            self._list = self._with_option(self._list)
            self._text = None
        elif tag == "select" and self._list is not None and self._inside is not None:
            first = next(iter(self._list.options), "")
            shown = self._list if self._list.value is not None else replace(self._list, value=first)
            self._inside, self._list = self._inside.with_field(shown), None

    def _with_option(self, field: Field) -> Field:
        value = self._held.get("value", "".join(self._text or ()))
        chosen = value if "selected" in self._held else field.value
        return replace(field, value=chosen, options=(*field.options, value))
