"""The style sheet of a form's parts: what it shows for which answer."""

import pytest
from wtforms import Form, StringField

from scorekeeper.games.choices import FormChoice
from scorekeeper.games.fields import ChoiceField
from scorekeeper.web.round.routes import parts_style, quoted


class SmallForm(Form):
    """A question with two answers, and a number."""

    kind = ChoiceField(FormChoice("", "none"), FormChoice("a", "A"), FormChoice('b"]{}*', "B"))
    count = StringField()


@pytest.fixture
def rules() -> list[str]:
    """The rules of that form, without the frame around them."""
    style = parts_style(SmallForm())
    begin, *inside, end = style.split("\n")[:-1]
    assert (begin, end) == ("@supports selector(:has(*)){", "}")
    return inside


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stiche_0", '"stiche_0"'),
        ("", '""'),
        ('"', '"\\22 "'),
        ("a\\b", '"a\\5c b"'),
        ("a\nb", '"a\\a b"'),
        ("</style>", '"\\3c \\2f style\\3e "'),
    ],
)
def test_no_text_can_end_its_string(text: str, expected: str) -> None:
    assert quoted(text) == expected


def test_a_part_is_hidden_until_one_of_its_answers_is_chosen(rules: list[str]) -> None:
    chosen, part = '[name="kind"]:checked', '[data-when="kind"]'
    at = rules.index(f"{part}{{display:none}}")
    shown = [
        f'form:has({chosen}[value="a"]) {part}[data-values~="a"]{{display:block}}',
        'form:has([name="kind"]:checked[value="b\\22 \\5d \\7b \\7d \\2a "]) '
        '[data-when="kind"][data-values~="b\\22 \\5d \\7b \\7d \\2a "]{display:block}',
    ]
    assert rules[at + 1 : at + 3] == shown


def test_an_answer_that_is_not_offered_shows_every_part_of_its_field(rules: list[str]) -> None:
    (unknown,) = [each for each in rules if each.count(":not([value=") == 3]
    assert unknown.startswith('form:has([name="kind"]:checked:not([value=""]):not([value="a"])')
    assert unknown.endswith(') [data-when="kind"]{display:block}')


def test_no_answer_is_one_of_the_values_of_a_part(rules: list[str]) -> None:
    assert rules[-1] == (
        'form:not(:has([name="kind"]:checked:not([value=""]))) [data-when="kind"]:is('
        '[data-values=""],[data-values^=" "],[data-values$=" "],[data-values*="  "])'
        "{display:block}"
    )


def test_what_hangs_on_a_number_stays_as_it_was_drawn(rules: list[str]) -> None:
    assert "[data-when][data-off]{display:none}" in rules
    assert not any("count" in each for each in rules)


def test_a_part_with_a_problem_in_it_is_seen(rules: list[str]) -> None:
    assert "form [data-when]:has(.problem){display:block!important}" in rules
