"""Nothing is read on a page, on paper or in a file that never passed a catalogue."""

import json
import re
from collections import Counter, deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from babel.dates import get_month_names
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException

from scorekeeper.assets import files
from scorekeeper.files.reading import read
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.i18n.messages import messages_in
from scorekeeper.paths import folder
from scorekeeper.printing.document import sheet_job
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.web.house_rules.pages import PLAYERS
from tests.i18n.pseudo_language import (
    ENGLISH,
    LETTER,
    Reader,
    marked,
    unsaid,
)
from tests.web.shown_forms import ShownForm, ShownPage


def _json(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


SAMPLES = {path.stem: path for path in sorted(Path("docs/samples").glob("*.json"))}
PEOPLE = [marked(name) for name in ("Anna", "Bert", "Clara", "Dirk")]
MONEY = {  # a group that has settled up
    "format": "scorekeeper-group/1",
    "people": PEOPLE,
    "sheets": [],
    "costs": [{"what": marked("room"), "cents": 1000, "paid_by": PEOPLE[0], "shared_by": PEOPLE}],
    "payments": [{"payer": PEOPLE[1], "payee": PEOPLE[0], "cents": 100}],
    "settlements": [
        {"id": "s", "transfers": [{"payer": PEOPLE[2], "payee": PEOPLE[0], "cents": 125}]}
    ],
}
# Who plays in the worked examples, and in the sample evenings that anybody can open.
NAMES = {*PLAYERS, *(name for path in SAMPLES.values() for name in _json(path)["players"])}
MADE_ELSEWHERE = re.compile(  # dates by Babel, codes, sizes of paper, names
    rf"\b({'|'.join([*NAMES, *get_month_names('abbreviated', locale='en_GB').values()])}"
    r"|and|or|EUR|EN|A4|A5|[NP]|II?)\b"  # N, P: nat and pit, on paper; I, II: teams
)
TYPED = marked("?")  # in every field: no number, and no name that anybody has
PAGES_AND_FORMS = 100  # sorts of them, at least
TEMPLATES = sorted(
    each for each in folder("templates").rglob("*") if each.suffix in (".html", ".svg")
)
JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
ADDED = re.compile(r"""[\w-]+="[^"<>]*"|\bdata-\w+""")  # to a tag, by a block of its own
ALIKE = 1  # addresses and forms of one endpoint that are looked at


def sample(slug: str) -> dict[str, Any]:
    """A sample sheet whose players and title stand in marks."""
    sheet = _json(SAMPLES[slug])
    sheet["players"] = [marked(name) for name in sheet["players"]]
    sheet["title"] = marked("Friday")
    for each in sheet.get("seating", ()):
        each["player"] = marked(each["player"])
    return sheet


def made_here(said: Iterable[str]) -> list[str]:
    """Those texts that have words of our own, with all that they say."""
    return [each for each in said if LETTER.search(MADE_ELSEWHERE.sub("", each))]


class Crawl:
    """Goes to pages of every sort, sends each form with no sense in it, and reads what is said."""

    def __init__(self, app: Flask, client: FlaskClient, alike: int) -> None:
        self.client, self.alike = client, alike
        self.router = app.url_map.bind("localhost")
        self.words = dict[str, str]()  # that stand outside all marks, and where
        self.looked_at = Counter[tuple[str, str]]()
        self.addresses = deque(["/", "/offline", "/known-groups/", "/nowhere/"])

    def open(self, file: dict[str, Any]) -> None:
        answer = self.client.post("/import", data={"text": json.dumps(file), "key": ""})
        assert answer.status_code == 303, answer.text
        self.addresses.append(str(answer.location))

    def go(self) -> None:
        while self.addresses:
            address = self.addresses.popleft()
            if self._is_new("GET", address):
                answer = self.client.get(address)
                self._read(address, answer)

    def _is_new(self, method: str, address: str) -> bool:
        """Whether few addresses of its sort were looked at; those of papers are left out."""
        try:
            endpoint, values = self.router.match(address.split("?", maxsplit=1)[0], method)
        except HTTPException:
            endpoint, values = address, {}
        if (endpoint.startswith("printing.") and "size" in values) or endpoint.endswith("pdf"):
            return False
        sort = f"{method} {endpoint}", str(values.get("slug", values.get("word", "")))
        self.looked_at[sort] += 1
        return self.looked_at[sort] <= self.alike

    def _read(self, address: str, answer: Any) -> None:
        if answer.status_code == 303:
            self.addresses.append(str(answer.location))
        elif answer.mimetype == "text/csv":
            self._note(unsaid(answer.text), address)
        elif answer.mimetype == "text/html":
            self._note(Reader(answer.text).words, address)
            page = ShownPage(answer.text, address)
            self.addresses += page.links
            for form in page.forms:
                self._send(form)

    def _send(self, form: ShownForm) -> None:
        if form.method == "post" and self._is_new("POST", form.action):
            typed = [
                (each.name, TYPED if each.kind in ("text", "date") else each.value or "")
                for each in form.fields
            ]
            buttons = form.buttons[-1:] if form.buttons and form.buttons[-1][0] else ()
            answer = self.client.post(form.action, data=dict([*typed, *buttons]))
            self._read(form.action, answer)

    def _note(self, said: list[str], address: str) -> None:
        for each in made_here(said):
            self.words.setdefault(each, address)


@pytest.mark.usefixtures("pseudo_language")
def test_no_page_says_what_is_in_no_catalogue(app: Flask, client: FlaskClient) -> None:
    crawl = Crawl(app, client, ALIKE)
    crawl.open(MONEY)
    for slug in GAMES:
        crawl.open(sample(slug))
    crawl.go()
    assert len(crawl.looked_at) > PAGES_AND_FORMS
    assert crawl.words == {}


@pytest.mark.soak(short="test_no_page_says_what_is_in_no_catalogue")
@pytest.mark.usefixtures("pseudo_language")
def test_no_page_of_many_says_what_is_in_no_catalogue(app: Flask, client: FlaskClient) -> None:
    crawl = Crawl(app, client, 20)
    crawl.open(MONEY)
    for slug in GAMES:
        crawl.open(sample(slug))
    crawl.go()
    assert crawl.words == {}


def test_no_template_has_words_of_its_own() -> None:
    """In whatever state, also one that no test comes to."""
    plain = {path: JINJA.sub("", path.read_text(encoding="utf-8")) for path in TEMPLATES}
    assert len(plain) > 100
    found = {
        path.name: made_here(ADDED.sub("", said) for said in Reader(text).words)
        for path, text in plain.items()
    }
    assert {name: said for name, said in found.items() if said} == {}


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("slug", GAMES)
def test_no_paper_says_what_is_in_no_catalogue(slug: str) -> None:
    content = SAMPLES[slug].read_bytes()  # with short names, which have room
    job = sheet_job(read(content, GAMES), PLUGINS[slug], PaperSize.A4, messages_in(ENGLISH))
    own = json.loads(content)
    names = re.compile("|".join(map(re.escape, [own["title"], *own["players"]])))
    assert made_here(names.sub("", each) for each in Reader(job.html).words) == []


@pytest.mark.usefixtures("pseudo_language")
def test_script_says_nothing_that_is_in_no_catalogue() -> None:
    said = json.loads(files.words(ENGLISH).content.decode().split(" = ", 1)[1].rstrip(";\n"))
    assert len(said) > 10
    assert [each for text in said.values() for each in unsaid(text)] == []


def test_words_outside_a_catalogue_are_found() -> None:
    page = '<p title="Hello">⟦Hi~⟧ and ⟦<b>Anna</b>⟧</p><style>b</style><p aria-label="⟦a⟧">5</p>'
    assert Reader(page).words == ["Hello", "and"]
    assert unsaid("⟦Deal~⟧,⟦Total~⟧\r\n1,Anna") == ["1,Anna"]
    with pytest.raises(AssertionError, match="cut off"):
        Reader("<p>⟦Hi</p>")
