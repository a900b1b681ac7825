"""The menu of languages on every page."""

from flask.testing import FlaskClient

from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from tests.web.table import page_of


def test_every_other_language_is_called_by_its_own_name_as_it_is_seen(client: FlaskClient) -> None:
    """Whoever speaks to the phone says what they see: WCAG 2.5.3, label in name."""
    links = page_of(client.get("/").text).select("header nav a[hreflang]")
    assert len(links) == len(languages()) - 1
    for link in links:
        code = str(link["hreflang"])
        assert link.get_text() == messages_in(code).text("language.name")
        assert link["lang"] == code
        assert "aria-label" not in link.attrs
