"""The start page shows the groups that this phone knows; one that was removed can be put back."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.addresses.urls import is_loopback, lan_address
from tests.browser.conftest import PhoneFactory
from tests.browser.every_page import EVENING, sample_evening, sample_thrown_away
from tests.browser.table import FILL_STORAGE, choice, opened

THEIRS = ("Els", "Jan-Willem", "Marijke", "Theo")
NO_LINK = "x" * 24
SHIFTS = """self.shifted = 0;
new PerformanceObserver((list) => {
  self.shifted += list.getEntries().reduce((sum, each) => sum + each.value, 0);
}).observe({ type: "layout-shift", buffered: true });"""


def link_of(sheet: str) -> str:
    """The link of the group of a sheet."""
    return sheet.split("/")[2]


def remembered(page: Page) -> list[dict[str, Any]]:
    """The list as it lies on the phone."""
    found: list[dict[str, Any]] = json.loads(page.evaluate("localStorage.tables || '[]'"))
    return found


def listed(page: Page) -> list[str]:
    """The names on the start page, those that are folded away included."""
    names = page.locator("#tables li a strong")
    return names.all_text_contents()


def test_a_group_that_was_removed_is_put_back_in_its_place_or_gone_for_good(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    page.goto("/")
    heading = page.get_by_role("heading", name="Eure Kartenrunden")
    group = page.get_by_role("link", name="Anna & Clara · Bert & Dirk")
    removed = page.get_by_text("Entfernt.", exact=True)
    expect(heading).to_be_visible()
    page.get_by_role("button", name="Von dieser Liste nehmen").tap()
    expect(removed).to_be_visible()
    expect(group).to_be_hidden()
    expect(heading).to_be_hidden()
    back = page.get_by_role("button", name="Zurückholen")
    expect(back).to_be_focused()
    back.tap()
    expect(removed).to_be_hidden()
    expect(heading).to_be_visible()
    page.reload()
    expect(group).to_be_visible()
    expect(page.get_by_role("heading", name="Neue Kartenrunde")).to_be_visible()
    expect(page.get_by_role("heading", name="Neuer Zettel")).to_be_hidden()
    page.get_by_role("button", name="Von dieser Liste nehmen").tap()
    page.reload()
    expect(page.get_by_role("heading", name="Neuer Zettel")).to_be_visible()
    expect(page.get_by_text("Eure Kartenrunden")).to_be_hidden()


def test_one_touch_leads_back_to_the_sheet_that_is_played_and_to_the_group_after_its_end(
    phone: PhoneFactory, server: str
) -> None:
    """By the name of the group. Looking at its list of sheets in between does not forget it."""
    sheet = opened(server, EVENING)
    page = phone(f"{sheet}../name")
    page.get_by_label("Name (darf leer bleiben)").fill("Freitagsrunde")
    page.get_by_role("button", name="Speichern").tap()
    expect(page.get_by_role("heading", name="Freitagsrunde")).to_be_visible()
    page.goto(sheet)  # a sheet does not say the name
    page.goto(f"{sheet}..")
    page.goto("/")
    expect(page.get_by_role("button", name="nehmen: Freitagsrunde")).to_be_visible()
    page.locator("#tables").get_by_role("link", name="Freitagsrunde").tap()
    expect(page).to_have_url(sheet)
    page.get_by_role("button", name="Wir hören hier auf").last.tap()
    expect(page.locator("#totals.end h2")).to_be_visible()
    page.goto("/")
    page.locator("#tables").get_by_role("link", name="Freitagsrunde").tap()
    expect(page.get_by_role("heading", name="Eure Zettel")).to_be_visible()


def test_thirty_groups_are_known_the_later_ones_in_sight_and_nothing_moves(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    (known,) = remembered(page)
    made = [
        known | {"group": f"/g/{number:024}/", "sheet": None, "id": None, "name": f"Runde {number}"}
        for number in range(30, 0, -1)
    ]
    page.evaluate("(groups) => { localStorage.tables = JSON.stringify(groups); }", made)
    page.add_init_script(SHIFTS)
    page.goto("/")
    assert listed(page) == [f"Runde {number}" for number in range(30, 0, -1)]
    expect(page.locator("#tables li a:visible")).to_have_count(8)
    page.evaluate("new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))")
    assert page.evaluate("self.shifted") == 0
    page.get_by_text("Frühere Kartenrunden").tap()
    expect(page.locator("#tables li a:visible")).to_have_count(30)
    page.goto(opened(server, players=THEIRS))
    page.goto("/")
    assert listed(page)[:2] == ["Els & Marijke · Jan-Willem & Theo", "Runde 30"]
    assert (len(listed(page)), listed(page)[-1]) == (30, "Runde 2")


def empty_list(page: Page) -> None:
    """Tap "Liste leeren", and what it asks then."""
    page.get_by_text("Liste leeren").tap()
    page.get_by_role("button", name="Jetzt leeren").tap()


def test_emptying_the_list_asks_first_and_can_be_made_for_good(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    choice(page, "trump", "hearts").tap()
    page.evaluate("localStorage['outbox:1'] = '[{}]'")
    page.goto("/")
    before = page.evaluate("({ ...localStorage })")
    page.get_by_text("Liste leeren").tap()
    expect(page.get_by_text("Dann hat dieses Handy die Links")).to_be_visible()
    expect(page.get_by_text("Was noch nicht gesendet ist, bleibt")).to_be_visible()
    assert page.evaluate("({ ...localStorage })") == before
    page.get_by_role("button", name="Jetzt leeren").tap()
    expect(page.get_by_text("Liste geleert; auch halb Eingetragenes ist weg.")).to_be_visible()
    expect(page.get_by_role("heading", name="Eure Kartenrunden")).to_be_hidden()
    back = page.get_by_role("button", name="Zurückholen").last
    expect(back).to_be_focused()
    assert sorted(page.evaluate("Object.keys(localStorage)")) == ["emptied", "outbox:1"]
    back.tap()
    expect(page.get_by_role("heading", name="Eure Kartenrunden")).to_be_visible()
    assert page.evaluate("({ ...localStorage })").keys() == before.keys()
    empty_list(page)
    page.get_by_role("button", name="Endgültig löschen").tap()
    expect(page.get_by_role("button", name="Zurückholen").last).to_be_hidden()
    assert page.evaluate("Object.keys(localStorage)") == ["outbox:1"]


def test_a_list_that_was_emptied_comes_back_on_a_later_visit_with_all_drafts_but_not_after_a_day(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    choice(page, "trump", "hearts").tap()
    page.goto("/")
    drafts = page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))")
    empty_list(page)
    page.goto(opened(server, players=THEIRS))  # another group is opened and taken off, too
    page.goto("/")
    assert listed(page) == ["Els & Marijke · Jan-Willem & Theo"]
    empty_list(page)
    page.reload()
    assert listed(page) == []
    page.get_by_role("button", name="Zurückholen").tap()
    expect(page.get_by_role("link", name="Anna & Clara · Bert & Dirk")).to_be_visible()
    assert listed(page) == ["Els & Marijke · Jan-Willem & Theo", "Anna & Clara · Bert & Dirk"]
    kept = page.evaluate("Object.keys(localStorage)")
    assert drafts
    assert set(drafts) < set(kept)
    assert "emptied" not in kept
    empty_list(page)
    page.evaluate(
        "localStorage.emptied = JSON.stringify("
        "{ ...JSON.parse(localStorage.emptied), at: Date.now() - 24 * 3600e3 })"
    )
    page.reload()
    expect(page.get_by_role("button", name="Zurückholen").last).to_be_hidden()
    assert page.evaluate("Object.keys(localStorage)") == []


def test_with_no_room_left_the_list_stays_or_comes_back(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server))
    page.goto("/")
    assert page.evaluate(FILL_STORAGE)
    empty_list(page)
    page.reload()
    assert listed(page) == ["Anna & Clara · Bert & Dirk"]
    page.evaluate("localStorage.removeItem('full')")
    empty_list(page)
    assert page.evaluate(FILL_STORAGE)
    with page.expect_event("load"):
        page.get_by_role("button", name="Zurückholen").last.tap()
    assert listed(page) == ["Anna & Clara · Bert & Dirk"]


def test_another_phone_takes_the_list_over_by_its_code(phone: PhoneFactory, server: str) -> None:
    ours, theirs = opened(server), opened(server, players=THEIRS)
    page = phone(ours)
    page.goto(theirs)
    page.goto("/")
    page.get_by_role("link", name="Auf andere Handys").tap()
    expect(page).to_have_url(f"{server}/known-groups/")
    if is_loopback(f"http://{lan_address()}"):
        expect(page.get_by_text("Noch kann kein anderes Handy diesen Link öffnen")).to_be_visible()
    else:
        with page.expect_request("**/known-groups/code") as sent:
            page.reload()
        assert sent.value.post_data == f"links={link_of(theirs)}.{link_of(ours)}"
        picture = page.get_by_alt_text("QR-Code mit den Links eurer Kartenrunden")
        expect(picture).to_be_visible()
    other = phone(expected_statuses={404})
    other.goto(f"/#tables={link_of(theirs)}.{link_of(ours)}.{NO_LINK}")
    expect(other.locator("#arrived li").first).to_contain_text("Els · Jan-Willem · Marijke · Theo")
    expect(other.locator("#arrived li").last).to_contain_text("Dieser Link gilt nicht mehr.")
    assert remembered(other) == []
    other.get_by_role("button", name="Übernehmen").tap()
    expect(other).to_have_url(f"{server}/")
    assert listed(other) == ["Els · Jan-Willem · Marijke · Theo", "Anna · Bert · Clara · Dirk"]
    other.go_back()
    assert "tables=" not in other.url


def test_what_the_phone_knew_stays_and_what_is_declined_is_forgotten(
    phone: PhoneFactory, server: str
) -> None:
    ours, theirs = opened(server), opened(server, players=THEIRS)
    page = phone(ours)
    before = remembered(page)
    page.goto(f"/#tables={link_of(ours)}")
    expect(page.get_by_text("Dieses Handy kennt alle diese Kartenrunden schon.")).to_be_visible()
    expect(page.get_by_role("button", name="Übernehmen")).to_be_hidden()
    page.goto(f"/#tables={link_of(ours)}.{link_of(theirs)}")
    expect(page.locator("#arrived li")).to_have_count(1)
    page.get_by_role("button", name="Jetzt nicht").tap()
    expect(page).to_have_url(f"{server}/known-groups/")
    assert remembered(page) == before
    page.goto(f"/#tables={link_of(ours)}.{link_of(theirs)}")
    page.get_by_role("button", name="Übernehmen").tap()
    expect(page).to_have_url(f"{server}/")
    first, second = remembered(page)
    assert first == before[0]
    assert second["people"] == "Els · Jan-Willem · Marijke · Theo"


def test_a_file_brings_the_list_back_with_the_sheets_that_were_open(
    phone: PhoneFactory, server: str, tmp_path: Path
) -> None:
    sheet = opened(server, EVENING)
    page = phone(sheet)
    page.goto("/known-groups/")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Als Datei sichern").tap()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    other = phone("/known-groups/")
    expect(other.get_by_text("Dieses Handy kennt noch keine Kartenrunde:")).to_be_visible()
    other.get_by_label("Datei des anderen Handys").set_input_files(file)
    other.get_by_role("button", name="Übernehmen").tap()
    other.locator("#tables").get_by_role("link", name="Anna").tap()
    expect(other).to_have_url(sheet)


NO_LISTS = (
    "", "{", "null", "[]", '{"format": "scorekeeper-known-groups/1", "groups": null}',
    '{"format": "scorekeeper-known-groups/1", "groups": [null, 5, {"group": "//a.example/"}]}',
    '{"format": "scorekeeper-known-groups/2", "groups": [{"group": "/g/abc/"}]}',
    '{"format": "scorekeeper-sheet/1", "game": "klaverjassen"}',
)  # fmt: skip


def test_a_damaged_code_and_another_file_are_told_apart_in_words(phone: PhoneFactory) -> None:
    page = phone()
    for sent in ("", ".", "../../evil", "%F0%9F", "s/"):
        page.goto(f"/#tables={sent}")
        told = page.get_by_text("In diesem Code steht keine Liste von Kartenrunden")
        expect(told).to_be_visible()
        expect(page.locator("#arrived")).to_be_hidden()
    told = page.get_by_text("In dieser Datei steht keine Liste von Kartenrunden")
    for content in NO_LISTS:
        file: Any = {"name": "a.json", "mimeType": "application/json", "buffer": content.encode()}
        page.get_by_label("Datei des anderen Handys").set_input_files(file)
        expect(told).to_be_visible()
        expect(page.locator("#arrived")).to_be_hidden()
        told.evaluate("(each) => { each.hidden = true; }")


def test_a_link_that_looks_never_takes_the_place_of_one_that_writes(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(f"{sheet}share")
    fields = page.locator("input[readonly]").all()
    ways = [re.sub("^https?://[^/]+", "", field.input_value()) for field in fields]
    writing, looking, alone = ways
    page.goto(writing)
    before = remembered(page)
    for way in (looking, alone):
        page.goto(way)
        expect(page.locator("body")).to_have_attribute("data-look", "")
        assert remembered(page) == before
    other = phone(alone)
    assert [each["group"] for each in remembered(other)] == [alone]
    other.goto("/")
    expect(other.get_by_text("Nur zum Zuschauen")).to_be_visible()
    for way in (looking, writing):
        other.goto(way)
        assert [each["group"] for each in remembered(other)] == [f"/g/{way.split('/')[2]}/"]
    other.goto("/")
    expect(other.get_by_text("Nur zum Zuschauen")).to_be_hidden()
    third = phone(f"/#tables={alone.strip('/')}")
    third.get_by_role("button", name="Übernehmen").tap()
    expect(third.get_by_text("Nur zum Zuschauen")).to_be_visible()
    third.locator("#tables li a").tap()
    expect(third).to_have_url(f"{server}{alone}")


def test_a_sample_that_was_thrown_away_is_no_longer_on_the_list(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    sample_thrown_away(page, server)
    expect(page.locator("body")).to_have_attribute("data-gone", re.compile(r"/g/\w+/"))
    page.get_by_role("link", name="Zur Startseite").tap()
    expect(page.get_by_role("heading", name="Eure Kartenrunden")).to_be_visible()
    assert [each["people"] for each in remembered(page)] == ["Anna & Clara · Bert & Dirk"]


@pytest.mark.soak(short="test_a_sample_that_was_thrown_away_is_no_longer_on_the_list")
def test_a_sample_that_another_phone_has_thrown_away_is_struck_from_the_list_at_once(
    phone: PhoneFactory, server: str
) -> None:
    page = phone("/", expected_statuses=[404])
    sample_evening(page, server)
    assert [each.get("dead") for each in remembered(page)] == [None]
    page.request.post(f"{server}{remembered(page)[0]['group']}throw-away")
    expect(page.get_by_text("Dieser Link gilt nicht mehr")).to_be_visible()
    assert [each.get("dead") for each in remembered(page)] == [1]
