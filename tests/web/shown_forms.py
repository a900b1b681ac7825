"""The forms and links that a page shows, as a browser sees them."""

from dataclasses import dataclass, replace
from urllib.parse import urljoin

from tests.web.element import Element, page_of

Pairs = list[tuple[str, str]]
# What is disabled cannot be chosen, and is not sent.
PARTS = "button:not([type=button]), input[name]:not([disabled]), select[name], textarea[name]"


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


class ShownPage:
    """The forms and links of a page of this site at *address*."""

    def __init__(self, html: str, address: str) -> None:
        page = page_of(html)
        led = [link["href"] for link in page.select("a[href^='/'], [href^='?']")]
        self.links = [urljoin(address, each).split("#")[0] for each in led]
        self.forms = [_shown(form, address) for form in page.select("form")]


def _shown(form: Element, address: str) -> ShownForm:
    action = urljoin(address, form.get("action") or address)
    shown = ShownForm(action, (form.get("method") or "get").lower())
    for part in form.select(PARTS):
        name = part.get("name") or ""
        if part.name == "button":
            shown = replace(shown, buttons=(*shown.buttons, (name, part.get("value") or "")))
        elif part.name == "input" and part.get("type") == "file":
            shown = replace(shown, files=(*shown.files, name))
        else:
            shown = shown.with_field(_field(part, name))
    return shown


def _field(part: Element, name: str) -> Field:
    if part.name == "textarea":
        return Field(name, "text", part.text)
    if part.name == "select":
        return _list(part, name)
    kind, value = part.get("type") or "text", part.get("value") or ""
    if kind not in ("radio", "checkbox"):
        return Field(name, kind, value)
    return Field(name, kind, value if part.has("checked") else None, (value,))


def _list(part: Element, name: str) -> Field:
    """A select: the first option is chosen unless another one is."""
    options = part.select("option")
    offered = tuple(str(each.get("value", each.text)) for each in options)
    chosen = [value for value, each in zip(offered, options, strict=True) if each.has("selected")]
    return Field(name, "select", [*offered[:1], *chosen][-1] if offered else "", offered)
