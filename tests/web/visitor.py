"""Somebody who uses the pages of a game as they are shown, and does one thing wrong at a time."""

import io
import json
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from scorekeeper.core.agreed_points import AGREED
from scorekeeper.core.ledger import problems_of
from scorekeeper.files.reading import round_of
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import PLUGINS
from scorekeeper.services.sheet.lookup import sheet_by_link
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store.db import execute, release_connection
from scorekeeper.store.tables import EntryRecord, GroupEntryRecord
from tests.files.test_pdf_attachment import document
from tests.games.worked import examples
from tests.web.odd_values import TEXTS, changed, changed_json
from tests.web.shown_forms import Field, Pairs, ShownForm, ShownPage

NAMES = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz", "Gerd", "Hanna")
NOWHERE = ("Xenia", "Yves", "Zoe")  # who sit at no table and pay nothing
GUESTS = ("Ida", "Karl", "Lotte", "Anna")
ROUND_FORMS = ("rounds.append", "rounds.insert", "rounds.correct", "repairs.form")
IMPORTS = ("imports.new_group", "imports.into_group")
DOWNLOADS = ("downloads.sheet_file", "downloads.group")
PRINTED = (
    "printing.sheet", "printing.blank", "printing.picture", "bills.pdf", "bills.evening_pdf",
    "standings.pdf",
)  # fmt: skip
UNLINKED = (
    "board", "saved/none", "rounds/batch", "rounds/batch/deal", "rounds/parts/deal.css", "../parts",
    "?all=1", "money", "../bill/bill.csv", "../bill/2026-11-20/", "../bill/2026-11-20/bill.csv",
)  # fmt: skip
MONEY: dict[str, Any] = {  # a group that has settled up
    "format": "scorekeeper-group/1",
    "people": NAMES,
    "sheets": [],
    "costs": [{"what": "room", "cents": 1000, "paid_by": "Anna", "shared_by": NAMES}],
    "payments": [{"payer": "Bert", "payee": "Anna", "cents": 100}],
    "settlements": [{"id": "s", "transfers": [{"payer": "Clara", "payee": "Anna", "cents": 125}]}],
    "seasons": [
        {"name": "Liga", "game": "tapp", "from": "2026-01-01", "counts": "points", "total": "sum"}
    ],
}
SAMPLES = Path(__file__).parents[2] / "docs" / "samples"
KEPT = 6  # addresses and forms of one sort
OFTEN = {
    "rounds.append": 8, "rounds.correct": 3, "rounds.insert": 3, "repairs.save": 12,
    "repairs.form": 5, "new_sheet.show_in_group": 3, "seats.substitute": 6,
    "seats.remove_substitute": 6, "seats.show": 3, "sheets.put_away": 3,
    "group_name.show": 3, "group_rules.show": 3,
    "people.show": 3, "people.show_person": 8, "people.merge": 6, "people.part": 6,
    "account.show": 3, "account.settle": 4, "account.settlement": 4, "account.pay": 4,
    "account.drop": 6, "people.take_back": 9, "people.rename": 3, "house_rules.change": 3,
    "standings.show": 4, "samples.open_one": 0.1, "samples.throw_away": 0.2,
}  # fmt: skip


class Visitor:
    """Follows links and sends forms; remembers what was reached and how it was answered."""

    def __init__(
        self, app: Flask, client: FlaskClient, plugin: GamePlugin, seed: int, prefix: str = ""
    ) -> None:
        self.app, self.client, self.plugin, self.chance = app, client, plugin, Random(seed)
        self.router, self.prefix = app.url_map.bind("localhost"), prefix
        self.links: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=KEPT))
        self.forms: dict[str, deque[tuple[str, ShownForm]]] = defaultdict(
            lambda: deque(maxlen=KEPT)
        )
        self.values: deque[str] = deque(maxlen=60)
        self.answers: dict[str | None, Counter[int]] = defaultdict(Counter)
        self.kinds: Counter[str] = Counter()  # entered so far; of who plays on, saved
        self.kind = ""  # of the round that was filled in last
        self.looked_at = set[str]()  # pages that can be opened by their address
        self.page = ShownPage("", "/")
        self.often = dict[str, float](OFTEN)
        self.plays_on = False  # rather than go where it is new, until every kind is saved
        self.printed = set(PRINTED)  # each takes a second: whoever wants them takes them out
        self.rounds = [each["round"] for each in examples(plugin.game.slug) if "points" in each]
        self.rounds += _agreed(plugin)
        self.group = MONEY | _season(plugin) | {"people": (*NAMES, *NOWHERE)}

    def go(self, steps: int) -> None:
        """Use the pages for so many steps; every answer is one with words."""
        self.get("/")
        self.get(f"/new/{self.plugin.game.slug}")
        self.post("/import", {"text": json.dumps(self.group), "key": ""})
        for _ in range(steps):
            if self.chance.random() < 0.35:
                self._follow_a_link()
            else:
                self._send_a_form()

    # ---- What was reached -----------------------------------------------------------------------

    @property
    def reached(self) -> set[str]:
        return {endpoint for endpoint in self.answers if endpoint is not None}

    @property
    def statuses(self) -> Counter[int]:
        return sum(self.answers.values(), Counter[int]())

    @property
    def lost_share(self) -> float:
        """The part of all requests that no route answered."""
        return self.answers[None].total() / self.statuses.total()

    def written(self) -> set[str]:
        """The types of entries, and the kinds of rounds, that stand in the database."""
        with self.app.app_context():
            rows = execute(select(EntryRecord.type, EntryRecord.data)).all()
            of_groups = execute(select(GroupEntryRecord.type)).scalars().all()
            release_connection()
        kinds = {row.data["kind"] for row in rows if row.type == "round" and row.data}
        return {row.type for row in rows} | kinds | {*of_groups}

    # ---- Requests -------------------------------------------------------------------------------

    def get(self, address: str) -> Any:
        return self._answered("GET", address, self.client.get(address))

    def post(self, address: str, data: Any, **more: Any) -> Any:
        return self._answered("POST", address, self.client.post(address, data=data, **more), data)

    def _answered(self, method: str, address: str, answer: Any, data: Any = None) -> Any:
        endpoint = self._endpoint(address, method)
        busy = answer.status_code == 503 and endpoint in PRINTED
        assert answer.status_code < 500 or busy, (method, address, data, answer.text)
        self.answers[endpoint][answer.status_code] += 1
        if method == "GET":
            self.looked_at.add(address)
        if answer.mimetype == "text/html" and answer.data:
            self._look_at(answer.text, address)
        if answer.status_code == 303:
            self.get(str(answer.location))
        return answer

    def _endpoint(self, address: str, method: str) -> str | None:
        try:
            return str(self.router.match(self._path(address), method)[0])
        except (HTTPException, RequestRedirect):
            return None

    def _path(self, address: str) -> str:
        """The path as the routes have it."""
        return urlsplit(address).path.removeprefix(self.prefix)

    def _look_at(self, html: str, address: str) -> None:
        """Remember where the page leads to, and its forms."""
        page = ShownPage(html, address)
        page.forms = [form for form in page.forms if not self._is_of_another_game(form.action)]
        self.page = page
        for link in page.links:
            endpoint = self._endpoint(link, "GET")
            if endpoint is not None and not self._is_of_another_game(link):
                self._remember(self.links[endpoint], link)
                if endpoint == "sheets.show":
                    self._remember_scripted(link)
        for form in page.forms:
            endpoint = self._endpoint(form.action, form.method.upper())
            assert endpoint is not None, (address, form)
            self._remember(self.forms[endpoint], (address, form))
            self.values += [value for _, value in form.untouched() if value]

    def _is_of_another_game(self, address: str) -> bool:
        return bool((set(PLUGINS) - {self.plugin.game.slug}) & set(address.split("/")))

    def _remember(self, known: deque[Any], new: Any) -> None:
        if new not in known:
            known.append(new)

    def _remember_scripted(self, sheet: str) -> None:
        """What scripts and style sheets are for, and what people have in their history."""
        base = sheet.split("?", maxsplit=1)[0]
        for part in UNLINKED:
            link = base.rsplit("/", 2)[0] + part[2:] if part.startswith("..") else base + part
            endpoint = self._endpoint(link, "GET")
            if endpoint is not None:
                self._remember(self.links[endpoint], link)

    # ---- Steps ----------------------------------------------------------------------------------

    def _follow_a_link(self) -> None:
        endpoint = self._one_of([each for each in self.links if each not in self.printed])
        link = self.chance.choice(self.links[endpoint])
        if endpoint in PRINTED:
            self.printed.add(endpoint)
        if self.chance.random() < 0.05:
            parts = link.split("?")[0].split("/")
            parts[self.chance.randrange(1, len(parts))] = quote(self.chance.choice(PLACES))
            self.get("/".join(parts))
        elif self.chance.random() < 0.1:
            value = self.chance.choice(TEXTS)[:200]
            query = {self.chance.choice(QUERY): value}
            answer = self.client.get(link.split("?")[0], query_string=query)
            self._answered("GET", link, answer, query)
        else:
            self.get(link)

    def _send_a_form(self) -> None:
        endpoint, form = self._any_form()
        if endpoint in IMPORTS and form.files:
            self._import(form)
            return
        action, pairs = self._filled(endpoint, form)
        is_as_it_should_be = self.plays_on and endpoint in ROUND_FORMS and not self.kinds[self.kind]
        if self.chance.random() < 0.55 and not is_as_it_should_be:
            pairs = changed(pairs, self.chance, TEXTS, list(self.values))
        more = {}
        if endpoint in ROUND_FORMS and self.chance.random() < 0.1:
            more = {"headers": {"X-Fragment": "sum"}}
        if form.method == "get":
            self.get(action)
            return
        answer = self.post(action, _as_data(pairs), **more)
        if self.plays_on and endpoint in ROUND_FORMS and answer.status_code == 303:
            self.kinds[self.kind] += 1

    def _any_form(self) -> tuple[str, ShownForm]:
        """One of the page that was seen last, or of any page; seldom an old one."""
        if self.page.forms and self.chance.random() < 0.5:
            form = self.chance.choice(self.page.forms)
            return str(self._endpoint(form.action, form.method.upper())), form
        endpoint = self._one_of(list(self.forms))
        known = self.forms[endpoint]
        page, form = known[-1] if self.chance.random() < 0.6 else self.chance.choice(known)
        if self.chance.random() < 0.7 and page in self.looked_at:
            self.get(page)  # the others are the forms of a phone that was put aside
            form = next((each for each in self.page.forms if each.action == form.action), form)
        return endpoint, form

    def _one_of(self, endpoints: list[str]) -> str:
        """One where somebody can go from here, rather one that nobody has been to.

        Of forms it is often one with which nothing has been saved.
        """
        curious = 0.2 if self.plays_on else 1
        new = [each for each in endpoints if each not in self.answers]
        if new and self.chance.random() < 0.9 * curious:
            return self.chance.choice(new)
        unsaved = [each for each in endpoints if each in self.forms and self._has_saved_none(each)]
        if unsaved and self.chance.random() < 0.5 * curious:
            return self.chance.choice(unsaved)
        weights = [self.often.get(each, 1) for each in endpoints]
        return self.chance.choices(endpoints, weights)[0]

    def _has_saved_none(self, endpoint: str) -> bool:
        return endpoint not in self.answers or not self.answers[endpoint][303]

    def _filled(self, endpoint: str, form: ShownForm) -> tuple[str, Pairs]:
        """A form filled in as it should be, and where it goes."""
        pairs = [pair for each in form.fields for pair in self._touched(each)]
        action = form.action
        if endpoint in ROUND_FORMS:
            action, pairs = self._with_a_round(endpoint, action, pairs)
        return action, pairs + self._button(form)

    def _touched(self, field: Field) -> Iterator[tuple[str, str]]:
        value = field.value
        if field.kind == "checkbox":
            value = self.chance.choice([None, *field.options])
        elif field.options and self.chance.random() < (0.5 if value else 0.8):
            value = self.chance.choice(field.options)
        elif field.kind in ("text", "date") and not value:
            value = self._typed(field.name)
        if value is not None:
            yield field.name, value

    def _typed(self, name: str) -> str:
        if name.startswith("name_"):
            return NAMES[int(name.removeprefix("name_"))]
        if name == "player":
            return self.chance.choice(GUESTS)
        if name == "date":
            return "2026-11-20"
        called = {"title": "Evening", "name": "Club"}.get(name)
        return f"{called} {self.chance.randrange(1000)}" if called else ""

    def _button(self, form: ShownForm) -> Pairs:
        named = [button for button in form.buttons if button[0]]
        saves = [button for button in named if button[1] == "save"]
        repairs = [button for button in named if button[1].startswith("mend")]
        often = saves if self.chance.random() < 0.6 else repairs
        if often and self.chance.random() < 0.8:
            return [self.chance.choice(often)]
        return [self.chance.choice(named)] if named else []

    # ---- Rounds ---------------------------------------------------------------------------------

    def _with_a_round(self, endpoint: str, action: str, pairs: Pairs) -> tuple[str, Pairs]:
        """The form of a round that fits at this table, of the kind that is rarest so far."""
        with self.app.app_context():
            state = self._state(action)
            found = None if state is None else self._fitting(state)
            release_connection()
        if found is None:
            return action, pairs
        slug, filled = found
        token = [pair for pair in pairs if pair[0] in ("key", "based_on", "batch", "item")]
        return f"{action.rsplit('/', 1)[0]}/{slug}", token + filled

    def _state(self, action: str) -> SheetState | None:
        _, values = self.router.match(self._path(action), "POST")
        row = sheet_by_link(values["link"], values["number"])
        is_mine = row is not None and row.game == self.plugin.game.slug  # and no other sample
        return load(row) if row is not None and is_mine else None

    def _fitting(self, state: SheetState) -> tuple[str, Pairs] | None:
        seats, table = len(state.sheet.players), state.ledger.table
        rounds = self.chance.sample(self.rounds, len(self.rounds))
        for data in sorted(rounds, key=lambda each: self.kinds[each["kind"]]):
            dealt = round_of(json.loads(json.dumps(data)), self.plugin.game, seats, [])
            if dealt and not problems_of(self.plugin.game, dealt.observation, table):
                self.kind = data["kind"]
                self.kinds[self.kind] += not self.plays_on
                form = self.plugin.form_for(dealt.observation)(table)
                form.fill(data)
                return form.slug, [pair for field in form for pair in _sent(field)]
        return None

    # ---- Files ----------------------------------------------------------------------------------

    def _import(self, form: ShownForm) -> None:
        """A file that was exported, changed at one place, uploaded or pasted."""
        content, pairs = self._file(), form.untouched()
        name = "text" if self.chance.random() < 0.2 else form.files[0]
        data = _as_data([pair for pair in pairs if pair[0] != "text"])
        if self.chance.random() < 0.5:
            data |= {name: (io.BytesIO(content), "sheet.json")}
        else:
            data |= {"text": content.decode("utf-8", "replace")}
        self.post(form.action, data)

    def _file(self) -> bytes:
        exports = [each for name in DOWNLOADS for each in self.links.get(name, ())]
        if not exports:
            return b"{}"
        answer = self.get(self.chance.choice(exports))
        if not answer.is_json:
            return b"[]"
        text = json.dumps(answer.get_json())
        if self.chance.random() < 0.6:
            text = changed_json(answer.get_json(), self.chance)
        content = text.encode()
        if self.chance.random() < 0.2:
            content = document(content=content)
            if self.chance.random() < 0.5:
                place = self.chance.randrange(len(content))
                content = content[:place] + b"\x00" + content[place + 1 :]
        return content


PLACES = ("0", "77", "1", "9" * 30, "deal", "\x00", "İ", "a4", "xx", ".", "k" * 3000)
QUERY = ("from", "away", "brought", "all", "form", "open", "edition", "again", "language", "part")


def _agreed(plugin: GamePlugin) -> list[dict[str, Any]]:
    """Points by agreement, for as many sides as the game can have."""
    sides = {len(plugin.game.sides(seats)) for seats in plugin.game.seat_counts}
    points = [[5, -5] + [0] * (count - 2) for count in sorted(sides)]
    return [{"kind": AGREED, "points": each, "why": "we agreed"} for each in points]


def _season(plugin: GamePlugin) -> dict[str, Any]:
    """A season of the game, and a sheet that belongs to it."""
    slug = plugin.game.slug
    sheet = json.loads((SAMPLES / f"{slug}.json").read_text()) | {"closed": True}
    seasons = [season | {"game": slug} for season in MONEY["seasons"]]
    return {"sheets": [{"sheet": sheet}], "seasons": seasons}


def _sent(field: Any) -> Pairs:
    """What a browser sends of a field that was filled in."""
    if field.short_name in ("key", "based_on", "dealer") or field.data in (None, False, "", []):
        return []
    if isinstance(field.data, Sequence) and not isinstance(field.data, str):
        return [(field.name, str(each)) for each in field.data]
    return [(field.name, "1" if field.data is True else str(field.data))]


def _as_data(pairs: Pairs) -> dict[str, Any]:
    found: dict[str, Any] = defaultdict(list)
    for name, value in pairs:
        found[name].append(value)
    return dict(found)
