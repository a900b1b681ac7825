"""The sentences that script shows, by the language of the page."""

import json
import re

import pytest
from flask.testing import FlaskClient

from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from tests.web.element import page_of
from tests.web.table import open_sheet


def words_of(text: str) -> dict[str, str]:
    """The sentences by their names, as a browser would read them from the file."""
    found = re.fullmatch(r"self\.words = (\{.*\});\n", text)
    assert found is not None
    words: dict[str, str] = json.loads(found[1])
    return words


@pytest.mark.parametrize("language", languages())
def test_a_page_with_script_has_the_sentences_of_its_language(
    client: FlaskClient, language: str
) -> None:
    sheet = open_sheet(client)
    client.get(f"{sheet}?language={language}")
    scripts = [str(each["src"]) for each in page_of(client.get(sheet).text).select("script[src]")]
    address = next(each for each in scripts if each.startswith("/words/"))
    assert scripts[0] == address, "it is there before anything that uses it"
    answer = client.get(address)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.mimetype == "text/javascript"
    words = words_of(answer.text)
    speak = messages_in(language)
    assert words["news"] == speak.text("script.news")
    assert words["lost"] == speak.text("script.lost", time="{time}"), "script fills the gap"


@pytest.mark.parametrize("language", languages())
def test_every_sentence_has_one_form(client: FlaskClient, language: str) -> None:
    """Script does not choose between singular and plural."""
    words = words_of(client.get(f"/words/{language}.js").text)
    assert words
    assert all(isinstance(text, str) and text for text in words.values())


def test_without_its_version_it_is_asked_for_again(client: FlaskClient) -> None:
    answer = client.get("/words/en.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert client.get("/words/en.js", headers={"If-None-Match": answer.headers["ETag"]}).status == (
        "304 NOT MODIFIED"
    )


@pytest.mark.parametrize("name", ["xx", "en.po", "..%2fen"])
def test_nothing_else_has_words(client: FlaskClient, name: str) -> None:
    assert client.get(f"/words/{name}.js").status_code == 404
