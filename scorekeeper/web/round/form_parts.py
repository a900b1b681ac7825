"""The style sheet that shows and hides the parts of a form where no script does.

A part (macro `part` of templates/_fields.html) names the field it hangs on and the answers it
belongs to, parted by blanks. What is chosen decides at once, by `:has()`; a number cannot be read
by a style sheet, so there it stays as the server has drawn it.
"""

from collections.abc import Iterable, Iterator

from wtforms import Form, RadioField

NO_ANSWER = ('[data-values=""]', '[data-values^=" "]', '[data-values$=" "]', '[data-values*="  "]')


def parts_style(form: Form) -> str:
    """The style sheet for a form: a part is there while its answer is chosen.

    A part with a problem in it is always there, and so is every part of a field with an answer that
    the form does not offer. A browser that does not know `:has()` shows them all.
    """
    rules = [
        "[data-when][data-off]{display:none}",
        "html:not(.script) .withscript:has(>[data-when]){display:block}",
        "form [data-when]:has(.problem){display:block!important}",
    ]
    for field in form:
        if isinstance(field, RadioField):
            rules += _rules(field.name, [str(value) for value in field.choices or () if value])
    return "\n".join(("@supports selector(:has(*)){", *rules, "}\n"))


def _rules(name: str, answers: Iterable[str]) -> Iterator[str]:
    """What is shown by each answer to a field, by none, and by one that is not among *answers*."""
    chosen, part = f"[name={quoted(name)}]:checked", f"[data-when={quoted(name)}]"
    yield f"{part}{{display:none}}"
    unknown = f'{chosen}:not([value=""])'
    for answer in map(quoted, answers):
        yield f"form:has({chosen}[value={answer}]) {part}[data-values~={answer}]{{display:block}}"
        unknown += f":not([value={answer}])"
    yield f"form:has({unknown}) {part}{{display:block}}"
    answered = f'{chosen}:not([value=""])'
    yield f"form:not(:has({answered})) {part}:is({','.join(NO_ANSWER)}){{display:block}}"


def quoted(text: str) -> str:
    """A text as a string of a style sheet: all but letters, digits, _ and - are escaped."""
    plain = (char if char.isalnum() or char in "_-" else f"\\{ord(char):x} " for char in text)
    return f'"{"".join(plain)}"'
