"""Every game answers the same questions, the made-up one among them."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader

from scorekeeper.core.codec import record_of
from scorekeeper.core.phrases import Phrase, Problem
from scorekeeper.core.shapes import Choice, Flag, Options, Whole
from scorekeeper.files.reading import round_of
from scorekeeper.files.sheet import Sheet, round_data
from scorekeeper.games.fields import NumberField
from scorekeeper.games.paper import OwnTable
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import Names, messages_in
from scorekeeper.printing import document
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.printing.queue import PrintQueue
from scorekeeper.printing.sheet_texts import SheetTexts
from tests.games.example_sheets import (
    EVERY_PLUGIN,
    HERE,
    NAMES,
    SHIPPED_PLUGIN,
    as_read,
    examples,
    rounds,
    sheet_of,
)
from tests.printing.printed import Printed
from tests.toy.plugin import PLUGIN as TOY_PLUGIN
from tests.web.element import Element, page_of
from tests.web.table import entry_form, fields_of, form_at, payments, press, stop, totals

ENOUGH = 2  # rounds of a kind
FORM_TOKEN = ("key", "based_on")  # every form has its own


@pytest.fixture(autouse=True)
def sixth_game(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up game is added by one line and a folder of templates."""
    monkeypatch.setitem(PLUGINS, TOY_PLUGIN.game.slug, TOY_PLUGIN)
    monkeypatch.setitem(GAMES, TOY_PLUGIN.game.slug, TOY_PLUGIN.game)
    shipped = app.jinja_loader
    assert isinstance(shipped, BaseLoader)
    own = FileSystemLoader(HERE.parent / "toy" / "templates")
    monkeypatch.setattr(app.jinja_env, "loader", ChoiceLoader([shipped, own]))
    printing = document.environment()
    assert printing.loader is not None
    monkeypatch.setattr(printing, "loader", ChoiceLoader([printing.loader, own]))


@EVERY_PLUGIN
def test_every_example_scores_as_the_text_says(plugin: GamePlugin) -> None:
    for example, sheet, _ in rounds(plugin):
        ledger = sheet.ledger
        assert not ledger.misfits, example["name"]
        assert list(ledger.totals) == example["points"], example["name"]


@EVERY_PLUGIN
def test_the_lines_of_every_example_add_up(plugin: GamePlugin) -> None:
    for example, sheet, _ in rounds(plugin):
        score = sheet.ledger.rounds[0].score
        for side, points in enumerate(score.points):
            own = [line.points for line in score.lines if line.side == side]
            assert sum(own) == points, example["name"]


@EVERY_PLUGIN
def test_every_observation_survives_being_written_down(plugin: GamePlugin) -> None:
    for _, sheet, dealt in rounds(plugin):
        plain = round_data(dealt, plugin.game)
        written = as_read(plain)
        problems: list[Any] = []
        assert round_of(written, plugin.game, len(sheet.players), problems) == dealt, problems


@EVERY_PLUGIN
def test_every_kind_has_one_form_and_one_example(plugin: GamePlugin) -> None:
    for kind in plugin.game.kinds:
        assert sum(kind in form.kinds for form in plugin.forms) == 1
    shown = {example["round"]["kind"] for example in examples(plugin)}
    assert shown == set(plugin.game.kinds)


@EVERY_PLUGIN
def test_a_form_filled_in_with_a_round_says_that_round_again(plugin: GamePlugin) -> None:
    for example, sheet, dealt in rounds(plugin):
        table = sheet.first_table
        data = round_data(dealt, plugin.game)
        form = plugin.form_for(dealt.observation)(table)
        form.fill(data)
        problems: list[Any] = []
        again = round_of(form.observation_data(), plugin.game, len(sheet.players), problems)
        assert again == dealt, (example["name"], problems)


@EVERY_PLUGIN
def test_three_digits_behind_a_point_are_asked_about_in_every_field_for_a_number(
    plugin: GamePlugin,
) -> None:
    asked = 0
    for example, sheet, dealt in rounds(plugin):
        table = sheet.first_table
        data = round_data(dealt, plugin.game)
        form = plugin.form_for(dealt.observation)(table)
        form.fill(data)
        said = form.observation_data()
        for field in (each for each in form if isinstance(each, NumberField) and each.data):
            typed, field.data = field.data, "1.200"
            found: list[Problem] = []
            if form.observation_data() != said:  # else nobody asks it of such a round
                round_of(form.observation_data(), plugin.game, len(sheet.players), found)
                codes = {problem.code for problem in (*found, *form.contradictions())}
                assert "amount_ambiguous" in codes, (example["name"], field.name)
                asked += 1
            field.data = typed
    assert asked or plugin is TOY_PLUGIN


@EVERY_PLUGIN
def test_problems_of_a_game_can_be_shown_at_fields_its_forms_have(plugin: GamePlugin) -> None:
    for form in plugin.forms:
        for kind in form.kinds:
            required = {m.name for m in record_of(plugin.game.kinds[kind]).members if m.required}
            assert required <= form.problem_keys | {"dealer"}


@SHIPPED_PLUGIN
@pytest.mark.parametrize("language", languages())
def test_a_game_has_words_for_everything(plugin: GamePlugin, language: str) -> None:
    speak, slug = messages_in(language), plugin.game.slug
    keys = [f"{slug}.name", f"{slug}.tagline"]
    keys += [f"{slug}.form.{form.slug}" for form in plugin.forms]
    folds = {fold for form in plugin.forms for fold in form.problem_folds.values()}
    keys += [f"{slug}.problem_fold.{fold}" for fold in folds]
    for member in record_of(plugin.game.house).members:
        keys.append(f"{slug}.house.{member.name}")
        if isinstance(member.shape, Choice):
            keys += [f"{slug}.house.{member.name}.{value}" for value in member.shape.members]
        if isinstance(member.shape, Options):
            named = [value for value in member.shape.values if isinstance(value, str)]
            keys += [f"{slug}.house.{member.name}.{value}" for value in named]
    assert [key for key in keys if not speak.has(key)] == []


@SHIPPED_PLUGIN
@pytest.mark.parametrize("language", languages())
def test_every_example_can_be_told_without_a_gap(plugin: GamePlugin, language: str) -> None:
    speak, slug = messages_in(language), plugin.game.slug
    for _, sheet, dealt in rounds(plugin):
        played = sheet.ledger.rounds[0]
        names = Names(sheet.players, plugin.game.side_names(sheet.players))
        told = [speak.reason(plugin.game, dealt.observation, played.table, names)]
        lines = [Phrase(line.code, line.values) for line in played.score.lines]
        told += [speak.phrase(slug, "line", line, names) for line in lines]
        assert told
        for text in told:
            assert text
            assert "{" not in text
            assert not text.startswith(f"{slug}.")


@EVERY_PLUGIN
def test_a_game_has_its_pages(client: FlaskClient, plugin: GamePlugin) -> None:
    slug = plugin.game.slug
    assert client.get(f"/rules/{slug}").status_code == 200
    sheet = opened(client, plugin)
    for form in plugin.forms:
        page = client.get(f"{sheet}rounds/new/{form.slug}")
        assert page.status_code == 200
        assert page_of(page.text).select_one("form[data-entry]") is not None


@SHIPPED_PLUGIN
@pytest.mark.parametrize("language", languages())
def test_no_form_shows_the_key_of_a_sentence_instead_of_its_words(
    client: FlaskClient, plugin: GamePlugin, language: str
) -> None:
    client.get(f"/?language={language}")
    for seats in plugin.game.seat_counts:
        sheet = opened(client, plugin, seats)
        for form in plugin.forms:
            text = page_of(client.get(f"{sheet}rounds/new/{form.slug}").text).text
            assert f"{plugin.game.slug}." not in text
            assert "{" not in text


def opened(client: FlaskClient, plugin: GamePlugin, seats: int | None = None, **house: str) -> str:
    at = f"/new/{plugin.game.slug}"
    players = min(plugin.game.seat_counts) if seats is None else seats
    named = {f"name_{seat}": NAMES[seat] for seat in range(players)}
    answer = client.post(at, data=form_at(client, at) | named | house)
    assert answer.status_code == 303, answer.text
    return str(answer.location)


@EVERY_PLUGIN
def test_examples_go_through_the_forms_of_the_page(client: FlaskClient, plugin: GamePlugin) -> None:
    example, _, dealt = next(rounds(plugin))
    data = round_data(dealt, plugin.game)
    sheet = opened(client, plugin)
    form_class = plugin.form_for(dealt.observation)
    address = f"{sheet}rounds/new/{form_class.slug}"
    blank = form_at(client, address)
    with client.application.test_request_context():
        table = sheet_of(plugin, example).first_table
        form = form_class(table)
        form.fill(data)
    filled = {field.name: field.data or "" for field in form if field.name not in FORM_TOKEN}
    answer = client.post(address, data=blank | filled)
    assert answer.status_code == 303, answer.text
    assert totals(client, sheet) == example["points"]


def words_of(element: Element) -> str:
    return " ".join(element.text.split())


@EVERY_PLUGIN
def test_whatever_is_sent_twice_is_one_round(client: FlaskClient, plugin: GamePlugin) -> None:
    """Two rounds of every kind."""
    sent: Counter[str] = Counter()
    for example, sheet, dealt in rounds(plugin):
        kind = round_data(dealt, plugin.game)["kind"]
        is_plain = not example.get("house") and len(sheet.players) == min(plugin.game.seat_counts)
        if not is_plain or sent[kind] == ENOUGH:
            continue
        sent[kind] += 1
        page = opened(client, plugin)
        form_class = plugin.form_for(dealt.observation)
        address = f"{page}rounds/new/{form_class.slug}"
        form = form_class(sheet.first_table)
        form.fill(round_data(dealt, plugin.game))
        filled = {field.name: field.data or "" for field in form if field.name not in FORM_TOKEN}
        tap = form_at(client, address) | filled
        told = client.post(address, data=tap, headers={"X-Fragment": "sum"})
        assert client.post(address, data=tap).status_code == 303, example["name"]
        reason = page_of(told.text).select_one("#told")
        assert reason is not None, (example["name"], "what waits on a phone reads as in the list")
        assert words_of(reason) in words_of(page_of(client.get(page).text).select("#rounds")[0])
        again = client.post(address, data=tap)
        assert again.status_code == 303, (example["name"], again.text)
        assert totals(client, page) == example["points"], example["name"]
    assert sent


def test_the_sixth_game_shows_what_only_it_has(client: FlaskClient) -> None:
    sheet = opened(client, TOY_PLUGIN, house_worth="7")
    tap = entry_form(client, sheet) | {"caller": "0", "points": "2,5"}
    assert client.post(f"{sheet}rounds/new/call", data=tap).status_code == 303
    assert totals(client, sheet) == [70, -35, -35]
    page = page_of(client.get(sheet).text)
    left = page.select_one("#left")
    assert left is not None
    assert left.text == "1 2 2"
    assert len(page.select("#totals div")) == 3


def call(client: FlaskClient, sheet: str, caller: int) -> None:
    tap = entry_form(client, sheet) | {"caller": str(caller), "points": "1"}
    assert client.post(f"{sheet}rounds/new/call", data=tap).status_code == 303


def test_at_the_end_the_sheet_says_who_pays_whom(client: FlaskClient) -> None:
    sheet = opened(client, TOY_PLUGIN)
    call(client, sheet, 0)
    call(client, sheet, 1)
    assert payments(client, sheet) == []
    stop(client, sheet)
    assert payments(client, sheet) == ["Clara pays Anna €0.10", "Clara pays Bert €0.10"]


def test_nobody_owes_anything_before_the_first_round(client: FlaskClient) -> None:
    sheet = opened(client, TOY_PLUGIN)
    stop(client, sheet)
    assert payments(client, sheet) == []
    assert "Nobody owes anybody anything." in client.get(sheet).text


def test_money_follows_whoever_sat_there(client: FlaskClient) -> None:
    sheet = opened(client, TOY_PLUGIN)
    call(client, sheet, 0)
    seats = page_of(client.get(f"{sheet}seats").text).select("main form")[-1]
    sits = fields_of(seats) | {"seat": "2", "player": "Eva", "round": "2"}
    assert client.post(str(seats["action"]), data=sits).status_code == 303
    call(client, sheet, 0)
    stop(client, sheet)
    assert payments(client, sheet) == [
        "Bert pays Anna €0.20",
        "Clara pays Anna €0.10",
        "Eva pays Anna €0.10",
    ]


def test_a_spilled_deal_is_dealt_again_by_the_same_player(client: FlaskClient) -> None:
    sheet = opened(client, TOY_PLUGIN)
    before = page_of(client.get(sheet).text).select("#status")[0].text
    address = f"{sheet}rounds/new/spill"
    assert client.post(address, data=form_at(client, address)).status_code == 303
    assert page_of(client.get(sheet).text).select("#status")[0].text == before


def test_a_correction_that_leaves_a_later_round_impossible_asks_for_repairs(
    client: FlaskClient,
) -> None:
    sheet = opened(client, TOY_PLUGIN)
    for caller in ("0", "1", "0"):
        tap = entry_form(client, sheet) | {"caller": caller, "points": "1"}
        assert client.post(f"{sheet}rounds/new/call", data=tap).status_code == 303
    address = f"{sheet}rounds/2"
    changed = form_at(client, address) | {"caller": "0"}
    shown = client.post(address, data=changed)
    assert press(client, shown.text, "save").status_code == 422
    assert totals(client, sheet) == [30, 0, -30]
    struck = press(client, shown.text, "strike:3")
    assert press(client, struck.text, "save").status_code == 303
    assert totals(client, sheet) == [40, -20, -20]


def test_a_later_round_is_corrected_in_the_same_step(client: FlaskClient) -> None:
    sheet = opened(client, TOY_PLUGIN)
    for caller in ("0", "1", "0"):
        tap = entry_form(client, sheet) | {"caller": caller, "points": "1"}
        assert client.post(f"{sheet}rounds/new/call", data=tap).status_code == 303
    address = f"{sheet}rounds/2"
    shown = client.post(address, data=form_at(client, address) | {"caller": "0"})
    third = press(client, shown.text, "mend:3")
    form = page_of(third.text).select_one("form[data-entry]")
    assert form is not None
    kept = fields_of(form)
    assert kept["caller"] == "0"
    refused = client.post(str(form["action"]), data=kept)
    assert refused.status_code == 422
    looked_at = client.post(str(form["action"]), data=kept | {"caller": "2"})
    assert looked_at.status_code == 200
    assert totals(client, sheet) == [30, 0, -30]
    dropped = press(client, looked_at.text, "drop:3")
    assert press(client, dropped.text, "save").status_code == 422
    assert press(client, looked_at.text, "save").status_code == 303
    file = client.get(f"{sheet}sheet.json").get_json()
    assert [each["caller"] for each in file["rounds"]] == [0, 0, 2]
    history = page_of(client.get(f"{sheet}history").text)
    assert len(history.select(".history > li .old")) == 2


def test_the_start_page_has_an_emblem_for_every_game(client: FlaskClient) -> None:
    """Each its own; the plain pair of cards for one that brings none."""
    drawn = {
        str(link["href"]).rsplit("/", 1)[1]: [str(path) for path in link.select(".emblem path")]
        for link in page_of(client.get("/").text).select("a:has(.emblem):not(.file)")
    }
    assert drawn.keys() == PLUGINS.keys()
    pair = drawn.pop("toy")
    assert len(pair) == 1
    assert all(paths[:1] == pair for paths in drawn.values())
    assert len({tuple(paths[1:]) for paths in drawn.values()} - {()}) == len(drawn)


def test_a_house_rule_of_any_whole_number_is_checked(client: FlaskClient) -> None:
    at = "/new/toy"
    named = {f"name_{seat}": NAMES[seat] for seat in range(3)}
    for wrong in ("51", "0", "many", "1,5"):
        answer = client.post(at, data=form_at(client, at) | named | {"house_worth": wrong})
        assert answer.status_code == 422
        assert f'value="{wrong}"' in answer.text


def test_a_house_rule_that_is_left_to_the_table_is_not_sent(client: FlaskClient) -> None:
    page = page_of(client.get("/new/toy").text)
    offered = [str(option["value"]) for option in page.select('[name="house_hands"] option')]
    assert offered == ["", "3", "4", "5"]
    sheet = opened(client, TOY_PLUGIN)
    assert "house" not in client.get(f"{sheet}sheet.json").get_json()
    named = opened(client, TOY_PLUGIN, 4, house_hands="4")
    assert client.get(f"{named}sheet.json").get_json()["house"] == {"hands": 4}
    chosen = page_of(client.get(f"{named}house").text).select('[name="house_hands"] [selected]')
    assert [str(option["value"]) for option in chosen] == ["4"]


def test_a_house_rule_that_is_left_to_the_table_stays_so_when_the_form_is_refused(
    client: FlaskClient,
) -> None:
    at = "/new/toy"
    refused = client.post(at, data=form_at(client, at) | {"name_0": "Anna", "house_hands": ""})
    assert refused.status_code == 422
    chosen = page_of(refused.text).select('[name="house_hands"] [selected]')
    assert [str(option["value"]) for option in chosen] == [""]


def test_the_form_says_what_can_be_said_before_the_round_is_whole(client: FlaskClient) -> None:
    sheet = opened(client, TOY_PLUGIN)
    address = f"{sheet}rounds/new/call"
    tap = form_at(client, address) | {"caller": "1"}
    live = client.post(address, data=tap, headers={"X-Fragment": "sum"})
    assert [hint.text for hint in page_of(live.text).select(".hint")] == ["hint.calls"]
    shown = client.post(address, data=tap | {"do": "sum"})
    assert [hint.text for hint in page_of(shown.text).select("#sum .hint")] == ["hint.calls"]


def live_problems(client: FlaskClient, sheet: str, **filled: str) -> list[str]:
    """What is said to be wrong beside a form that somebody is still filling in."""
    address = f"{sheet}rounds/new/call"
    tap = form_at(client, address) | filled
    live = client.post(address, data=tap, headers={"X-Fragment": "sum"})
    assert live.status_code == 200
    return [problem.text.split()[-1] for problem in page_of(live.text).select(".problem")]


def test_what_is_only_incomplete_is_no_fault_while_the_form_is_being_filled_in(
    client: FlaskClient,
) -> None:
    sheet = opened(client, TOY_PLUGIN)
    assert live_problems(client, sheet, caller="1") == []
    assert live_problems(client, sheet, caller="1", points="9.5") == []
    refused = client.post(
        f"{sheet}rounds/new/call", data=entry_form(client, sheet) | {"caller": "1", "points": "9.5"}
    )
    assert refused.status_code == 422
    assert "problem.not_counted_yet" in refused.text


def test_a_code_that_begins_with_missing_is_a_fault_like_any_other(client: FlaskClient) -> None:
    sheet = opened(client, TOY_PLUGIN)
    found = live_problems(client, sheet, caller="1", points="10")
    assert found == ["problem.missing_pebbles"]


def test_a_refusal_leads_to_the_fold_that_it_needs(client: FlaskClient) -> None:
    sheet = opened(client, TOY_PLUGIN)
    filled = entry_form(client, sheet) | {"caller": "1", "points": "9"}
    address = f"{sheet}rounds/new/call"
    accepted = page_of(client.post(address, data=filled | {"do": "sum"}).text)
    assert accepted.select("a[href='#lost']") == []
    assert accepted.select("details[id=lost][open]") == []
    refused = page_of(client.post(address, data=filled | {"points": "10"}).text)
    (link,) = refused.select("a.button[href='#lost']")
    assert link.text == "toy.problem_fold.lost"
    assert len(refused.select("details[id=lost][open]")) == 1


def test_a_fold_is_open_where_it_is_asked_for(client: FlaskClient) -> None:
    sheet = opened(client, TOY_PLUGIN)
    page = page_of(client.get(f"{sheet}rounds/new/call?open=lost").text)
    assert len(page.select("details[id=lost][open]")) == 1


def test_names_beyond_the_seats_are_left_out(client: FlaskClient) -> None:
    at = "/new/toy"
    named = {f"name_{seat}": NAMES[seat] for seat in range(5)}
    answer = client.post(at, data=form_at(client, at) | named)
    assert len(page_of(client.get(answer.location).text).select("#totals div")) == 5


def test_house_rules_that_do_not_suit_so_many_players_are_refused_at_their_field(
    client: FlaskClient,
) -> None:
    at = "/new/toy"
    named = {f"name_{seat}": NAMES[seat] for seat in range(5)}
    answer = client.post(at, data=form_at(client, at) | named | {"house_twice": "true"})
    assert answer.status_code == 422
    assert "problem.too_many_for_twice" in answer.text
    sheet = opened(client, TOY_PLUGIN, house_twice="true")
    assert client.get(sheet).status_code == 200


def test_by_default_the_last_of_however_many_deals_first(client: FlaskClient) -> None:
    at = "/new/toy"
    named = {f"name_{seat}": NAMES[seat] for seat in range(4)}
    answer = client.post(at, data=form_at(client, at) | named)
    assert "Dirk deals" in page_of(client.get(answer.location).text).select("#status")[0].text


def test_a_spill_sent_again_with_something_else_is_corrected_by_its_own_form(
    client: FlaskClient,
) -> None:
    sheet = opened(client, TOY_PLUGIN)
    address = f"{sheet}rounds/new/spill"
    tap = form_at(client, address)
    assert client.post(address, data=tap).status_code == 303
    asked = client.post(address, data=tap | {"dealer": "0"})
    assert asked.status_code == 409
    form = page_of(asked.text).select("main form")[0]
    assert client.post(str(form["action"]), data=fields_of(form)).status_code == 303
    assert client.get(f"{sheet}sheet.json").get_json()["rounds"] == [
        {"kind": "spilled", "dealer": 0}
    ]


@SHIPPED_PLUGIN
def test_what_the_rule_page_works_out_is_a_worked_example(plugin: GamePlugin) -> None:
    assert plugin.examples
    scored = [example["round"] for example in examples(plugin) if not example.get("house")]
    assert [round_ for round_ in plugin.examples.values() if round_ not in scored] == []


PRINTING = pytest.mark.xdist_group("printing")  # one printing process for all of it


@PRINTING
@EVERY_PLUGIN
def test_every_example_can_be_printed_with_its_reason_and_totals(
    print_queue: PrintQueue, plugin: GamePlugin
) -> None:
    """All kinds of a game, each sheet by itself as a page, one of them as a document."""
    for example, sheet, _ in rounds(plugin):
        job = document.sheet_job(sheet, plugin, PaperSize.A5, messages_in("de"))
        page = one_line(page_of(job.html).text)
        for text in told_on_paper(plugin, sheet):
            assert one_line(text) in page, example["name"]
        for total in sheet.ledger.totals:
            assert one_line(messages_in("de").points(total, sheet.unit)) in page, example["name"]
    printed = Printed(print_queue.document(job))
    assert all(printed.has(name) for name in sheet.players)
    assert len(printed.pages) == 1


def told_on_paper(plugin: GamePlugin, sheet: Sheet) -> list[str]:
    """The only round as a row of rounds has it, or as much of it as the game's own table tells."""
    messages, table = messages_in("de"), plugin.paper(sheet.ledger)
    (played,) = SheetTexts(sheet, messages).rounds
    if isinstance(table, OwnTable):
        below = (played.told(table.skipped) for beside in table.told for _ in beside)
        return [*played.totals, *below]
    names = Names.at(plugin.game, sheet.house, sheet.players)
    deal = sheet.ledger.rounds[0]
    reason = messages.reason(plugin.game, deal.round.observation, deal.table, names)
    return [*played.points, *played.totals, reason]


def one_line(text: str) -> str:
    return " ".join(text.split())


@PRINTING
@EVERY_PLUGIN
def test_every_blank_sheet_is_one_page_with_room_for_a_pencil(
    print_queue: PrintQueue, plugin: GamePlugin
) -> None:
    """In every language as a page, for the fewest and the most players as a document."""
    counts = plugin.game.seat_counts
    for seats, size, language in product(counts, PaperSize, languages()):
        messages = messages_in(language)
        job = document.blank_job(plugin, size, messages, seats, "http://cards.lan/")
        page = page_of(job.html).text
        assert "{" not in page
        assert page.count(messages.text("print.signature")) == seats
        tight = (max(counts), PaperSize.A5), (min(counts), PaperSize.A4)
        if (seats, size) in tight and language == "fr":
            printed = Printed(print_queue.document(job))
            assert len(printed.pages) == 1, (seats, size)
            assert printed.text.count(messages.text("print.signature")) == seats


def values_of(shape: Any) -> list[Any]:
    if isinstance(shape, Whole):
        return [shape.low, shape.high]
    if isinstance(shape, Flag):
        return [False, True]
    assert isinstance(shape, Options | Choice)
    return list(shape.values if isinstance(shape, Options) else shape.members)


def seats_for(plugin: GamePlugin, name: str, value: Any) -> int:
    """A number of players that a house rule suits."""
    house = record_of(plugin.game.house).read({name: value}, max(plugin.game.seat_counts))
    return next(
        seats
        for seats in plugin.game.seat_counts
        if not list(plugin.game.check_house(house, seats))
    )


@SHIPPED_PLUGIN
def test_the_rule_page_works_its_examples_out_under_any_house_rule(
    client: FlaskClient, plugin: GamePlugin
) -> None:
    for member in record_of(plugin.game.house).members:
        for value in values_of(member.shape):
            sent = str(value).lower() if isinstance(value, bool) else str(value)
            sheet = opened(
                client,
                plugin,
                seats_for(plugin, member.name, value),
                **{f"house_{member.name}": sent},
            )
            page = page_of(client.get(f"{sheet}rules").text)
            assert len(page.select("h3")) == len(plugin.examples)
            assert len(page.select(".sum td")) > len(plugin.examples), (member.name, value)
