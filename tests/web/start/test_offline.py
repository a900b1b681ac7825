"""The page in place of one that a phone has never seen, in whatever language it is kept."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from tests.web.element import page_of


@pytest.mark.parametrize("kept_in", languages())
def test_it_speaks_every_language(client: FlaskClient, kept_in: str) -> None:
    page = page_of(client.get("/offline", headers={"Accept-Language": kept_in}).text)
    for code in languages():
        said = [each.text for each in page.select(f"body [lang={code}]")]
        text = messages_in(code).text
        assert said == [text(f"offline.{part}") for part in ("title", "text", "again", "seen")]
        assert text("offline.title") in page.one("title").text
