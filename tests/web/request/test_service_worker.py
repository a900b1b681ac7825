"""The script beside the pages: at the root, always asked for, another one after an update."""

from flask.testing import FlaskClient

from scorekeeper import paths
from scorekeeper.assets.files import pages_version, static_file
from scorekeeper.web.request.assets import SERVICE_WORKER


def test_it_answers_for_every_page_and_is_never_an_old_one(client: FlaskClient) -> None:
    answer = client.get(SERVICE_WORKER)
    assert SERVICE_WORKER.count("/") == 1
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    again = client.get(SERVICE_WORKER, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_it_is_another_one_whenever_a_page_may_be(client: FlaskClient) -> None:
    version, script = client.get(SERVICE_WORKER).text.split("\n", 1)
    assert version == f"// {pages_version()}"
    assert script == static_file(paths.folder("static"), "service-worker.js").content.decode()


def test_pages_allow_it_and_it_may_ask_no_other_host(client: FlaskClient) -> None:
    page, script = client.get("/"), client.get(SERVICE_WORKER)
    assert "worker-src 'self';" in page.headers["Content-Security-Policy"] + ";"
    assert "connect-src 'self';" in script.headers["Content-Security-Policy"] + ";"
