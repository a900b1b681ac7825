"""Amounts of money with their signs, as every language writes them."""

import pytest

from scorekeeper.i18n.messages import messages_in


@pytest.mark.parametrize(("language", "more", "less", "nothing"), [
    ("en", "+€1.20", "−€1.20", "€0.00"),
    ("de", "+1,20\xa0€", "−1,20\xa0€", "0,00\xa0€"),
    ("fr", "+1,20\xa0€", "−1,20\xa0€", "0,00\xa0€"),
    ("nl", "€\xa0+1,20", "€\xa0−1,20", "€\xa00,00"),
])  # fmt: skip
def test_a_plus_stands_where_a_minus_would(
    language: str, more: str, less: str, nothing: str
) -> None:
    messages = messages_in(language)
    assert [messages.signed_money(cents) for cents in (120, -120, 0)] == [more, less, nothing]
