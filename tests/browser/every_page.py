"""Every page there is, each with the way to it."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import french_tarot, table, tafferand, tapp, tuebinger_tarock
from tests.browser.serving import database_of
from tests.browser.table import (
    PLAYERS,
    brought,
    choice,
    deal,
    euros,
    fill_in,
    opened,
    play,
    points,
    roem,
    rounds,
    save,
    sheet_file,
    unfold,
    write_down,
)

Way = Callable[[Page, str], None]
WAYS: dict[str, Way] = {}
EXPECTED_STATUS = {  # ways that meet what is a failure on every other one
    "error 503": 503,
    "the groups of a phone and of another one": 404,  # one of their links
}

EVENING = (
    deal(102, roem=[[20, 50], []]),
    deal(70, maker=1, trump="clubs"),
    deal(81, maker=2, trump="spades", roem=[[], [20]]),
    {"kind": "conceded", "maker": 3, "trump": "diamonds"},
    {"kind": "renege", "maker": 0, "side": 1, "roem": [[100], []]},
)


def way(name: str) -> Callable[[Way], Way]:
    def remember(go: Way) -> Way:
        WAYS[name] = go
        return go

    return remember


def leads_to(name: str, part: str, *rounds_before: Mapping[str, Any], **head: Any) -> None:
    """A page that only needs its address, below a sheet with these rounds."""

    def go(page: Page, server: str) -> None:
        answer = page.goto(opened(server, rounds_before, **head) + part)
        assert answer is not None
        assert answer.ok

    WAYS[name] = go


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.tap()


def brought_group(server: str, file: Mapping[str, Any]) -> str:
    """Where one is led who brings this file: to its group, which says how many sheets came."""
    return brought(server, json.dumps({"format": "scorekeeper-group/1", **file}))


def entitle(page: Page, title: str) -> None:
    """Type a title in the fold of the details."""
    page.locator("#title summary").tap()
    page.locator("#title input[name=title]").fill(title)


def arrived(page: Page, heading: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)


HOUSE = {"four_low": 100, "tie": "keep", "deals": 12}
leads_to("sheet, empty", "")
leads_to("sheet, one round", "", EVENING[0])
leads_to("sheet, five deals", "", *EVENING, title="Freitag bei Bert", house=HOUSE)
leads_to("sheet, finished", "", *(EVENING + EVENING)[:8], house={"deals": 8})
leads_to(
    "sheet, finished with a stake", "", *EVENING[:4],
    house={"deals": 4}, stake={"cents": 10, "per": 100},
)  # fmt: skip
leads_to(
    "the money of a sheet", "money", *EVENING[:4],
    house={"deals": 4}, stake={"cents": 1, "per": 10},
)  # fmt: skip
leads_to("sheet, stopped", "", *EVENING, closed=True)
leads_to("sheet, a draw", "", deal(81), deal(81, maker=1), closed=True)
leads_to("sheet, long", "", *(EVENING * 6)[:28], house={"deals": "open"})
leads_to("sheet, earlier deals", "?from=11", *(EVENING * 27), house={"deals": "open"})
leads_to("table view", "table", *EVENING, title="Freitag bei Bert")
leads_to("correct", "rounds/2", *EVENING)
leads_to("insert", "rounds/after/1/deal", *EVENING)
leads_to("strike an earlier one", "rounds/1/strike", *EVENING)
leads_to(
    "strike one with many behind it", "rounds/1/strike", *(EVENING * 12), house={"deals": "open"}
)
leads_to("history", "history", *EVENING)
leads_to("history, an earlier page", "history?from=20", *(EVENING * 20), house={"deals": "open"})
leads_to("rules of the sheet", "rules", *EVENING, house=HOUSE)
leads_to("share", "share")
leads_to("seats", "seats", *EVENING)
leads_to("substitute", "seats", *EVENING, seating=[{"round": 3, "seat": 1, "player": "Eva"}])
leads_to(
    "substitutes, an earlier page",
    "seats?from=2",
    *(EVENING * 12),
    house={"deals": "open"},
    seating=[
        {"round": number, "seat": 1, "player": "Eva" if number % 2 else "Bert"}
        for number in range(1, 60)
    ],
)
leads_to("house, open", "house")
leads_to("house, locked", "house", *EVENING)
leads_to("keep", "keep", *EVENING, title="Freitag", date="2026-11-20")
leads_to("import", "../import")
leads_to("import, the first of all", "../../../import")
leads_to("keep, with a code on the papers", "keep?code=1", *EVENING, closed=True)
leads_to("blank sheets", "../../../blank/tapp")
leads_to("group", "..", *EVENING)
leads_to("a group that has written nothing", "../history")
leads_to("the account of a group without money", "../account/")
leads_to("keep, before a deal", "keep")
leads_to("the parts of a group", "../parts")
leads_to("group, put away", "../?away=1")
leads_to("the name of a group", "../name", *EVENING)
leads_to("a new payment", "../account/payments/new")
leads_to("share a group", "../share")
leads_to("the people of a group", "../people", *EVENING)


@way("somebody of a group")
def somebody(page: Page, server: str) -> None:
    page.goto(f"{opened(server, EVENING)}../people")
    page.get_by_role("link", name=PLAYERS[0]).tap()
    arrived(page, PLAYERS[0])


@way("the history of a group, with what was just saved")
def group_history(page: Page, server: str) -> None:
    sheet = opened(server, EVENING)
    page.goto(f"{sheet}../people")
    page.get_by_role("link", name=PLAYERS[1]).tap()
    page.locator("input[name=name]").fill("Robert")
    press(page, "Umbenennen")
    expect(page.get_by_role("status")).to_contain_text("Robert")
    page.goto(f"{sheet}../history")
    press(page, "Rückgängig: Robert")
    expect(page.get_by_role("status")).to_contain_text(f"Gespeichert: {PLAYERS[1]}")


@way("the statement of a person")
def statement(page: Page, server: str) -> None:
    page.goto(opened(server, EVENING[:4], stake={"cents": 1, "per": 10}) + "money")
    page.locator(".payments").get_by_role("link").first.tap()
    expect(page.locator(".balance")).to_be_visible()


STAKED: dict[str, Any] = {"stake": {"cents": 10, "per": 100}, "date": "2026-11-20"}
leads_to("the bill of a group", "../bill/", *EVENING, **STAKED)
leads_to("the bill of an evening", "../bill/2026-11-20/", *EVENING, **STAKED)
leads_to("a bill with nothing on it", "../bill/", *EVENING)


@way("the account of a group, and a part that was refused")
def account(page: Page, server: str) -> None:
    lines = [
        {"payer": payer, "payee": PLAYERS[0], "cents": 250, "paid": paid}
        for payer, paid in zip(PLAYERS[1:], (250, 100, 0), strict=True)
    ]
    cost = {"what": "Getränke", "cents": 1000, "paid_by": PLAYERS[0], "shared_by": PLAYERS}
    file = {"people": PLAYERS, "sheets": [], "costs": [cost],
            "settlements": [{"id": "s", "date": "2026-11-20", "transfers": lines}]}  # fmt: skip
    group, _, _ = brought_group(server, file).partition("?")
    page.goto(f"{group}account/")
    page.get_by_text("Nur ein Teil wurde bezahlt").click()
    page.locator("[name=amount]").fill("1.000")
    page.get_by_role("button", name="Diesen Teil abhaken").click()
    expect(page.locator("#amount-problem")).to_be_visible()


@way("group, its name and standing")
def named_group(page: Page, server: str) -> None:
    game = {"format": "scorekeeper-sheet/1", "game": "klaverjassen", "players": list(PLAYERS)}
    evenings = [{"title": title, "closed": True, "rounds": EVENING} for title in ("Neu", "Alt")]
    sheets = [{"sheet": game | evening} for evening in evenings]
    page.goto(brought_group(server, {"name": "Die Freitagsrunde", "sheets": sheets}))
    expect(page.get_by_text("Gesamtstand aus 2 fertigen Zetteln")).to_be_visible()


def with_seasons(server: str) -> str:
    """The address of the standings of a group with seasons of every kind."""
    game = {"format": "scorekeeper-sheet/1", "game": "klaverjassen", "players": list(PLAYERS)}
    sheets = [
        {"sheet": game | {"date": day, "closed": True, "rounds": EVENING[:count]}}
        for day, count in (("2026-01-05", 2), ("2026-01-12", 3), ("2026-01-19", 4))
    ]
    season = {"game": "klaverjassen", "from": "2026-01-01", "total": "sum"}
    rules = [
        {"name": "Liga", "counts": "points", "drop": 1, "minimum": 2, "absence": 1450},
        {"name": "Plätze", "counts": "places", "last_double": True, "tiebreak": ["meeting"]},
    ]
    seasons = [season | each for each in rules]
    group, _, _ = brought_group(server, {"sheets": sheets, "seasons": seasons}).partition("?")
    return f"{group}standing/"


@way("the standing of a group, all of it unfolded")
def standing(page: Page, server: str) -> None:
    page.goto(with_seasons(server))
    page.get_by_text("Nur manche Abende").tap()
    page.get_by_text("Senden, drucken, aufheben").tap()


@way("the standing of a group by a season")
def season_standing(page: Page, server: str) -> None:
    page.goto(f"{with_seasons(server)}?season=2")
    arrived(page, "Plätze")


leads_to("the standing of a group without sheets", "../standing/")


@way("why somebody stands there")
def reason(page: Page, server: str) -> None:
    page.goto(f"{with_seasons(server)}?season=1")
    page.get_by_role("link", name=PLAYERS[0]).tap()
    arrived(page, PLAYERS[0])


@way("what the evenings tell of somebody")
def figures(page: Page, server: str) -> None:
    page.goto(f"{with_seasons(server)}../people")
    page.get_by_role("link", name=PLAYERS[0]).tap()
    arrived(page, PLAYERS[0])
    expect(page.locator(".facts").first).to_be_visible()


@way("the records of a group")
def records(page: Page, server: str) -> None:
    page.goto(f"{with_seasons(server)}records")
    arrived(page, "Rekorde")


@way("a sheet under other house rules")
def what_if(page: Page, server: str) -> None:
    page.goto(opened(server, EVENING, closed=True))
    page.get_by_role("link", name="Unter anderen Hausregeln").tap()
    page.locator("select[name=house_pit_defenders]").select_option("0")
    press(page, "Ausrechnen")
    expect(page.locator("table.ranking")).to_be_visible()


@way("the evenings of a season under other house rules")
def what_if_of_season(page: Page, server: str) -> None:
    page.goto(f"{with_seasons(server)}what-if?season=1&house_tie=keep")
    expect(page.locator("table.ranking")).to_be_visible()


@way("a season of a group")
def season(page: Page, server: str) -> None:
    page.goto(f"{with_seasons(server)}seasons/2")
    arrived(page, "Plätze")


@way("a new season of a group, refused")
def new_season(page: Page, server: str) -> None:
    page.goto(f"{opened(server)}../standing/seasons/new")
    press(page, "Speichern")
    expect(page.locator("#name-problem")).to_be_visible()


@way("a cost")
def cost(page: Page, server: str) -> None:
    account = f"{opened(server)}../account/costs/"
    page.goto(f"{account}new")
    page.get_by_label("Wofür").fill("Getränke")
    page.get_by_label("Betrag in EUR").fill("10")
    page.get_by_text(PLAYERS[0], exact=True).first.tap()
    for box in page.get_by_role("checkbox").all()[:3]:
        box.check()
    press(page, "Speichern")
    page.wait_for_url("**saved=**")
    page.goto(f"{account}1")


@way("house rules of a group")
def rules_of_group(page: Page, server: str) -> None:
    page.goto(opened(server) + "../rules/klaverjassen")
    page.get_by_label("Anzahl der Spiele").select_option("12")
    press(page, "Speichern")
    expect(page.get_by_text("Anzahl der Spiele: 12")).to_be_visible()


@way("house rules of a group for one game")
def rules_of_group_for_a_game(page: Page, server: str) -> None:
    rules_of_group(page, server)
    page.get_by_role("link", name="Klaverjassen").tap()
    expect(page.get_by_role("button", name="Wie auf dem letzten Zettel beginnen")).to_be_visible()


@way("new, with the house rules of the group")
def new_with_rules_of_group(page: Page, server: str) -> None:
    rules_of_group(page, server)
    page.goto(page.url.removesuffix("rules") + "new/klaverjassen")
    expect(page.get_by_text("Die Hausregeln sind die eurer Kartenrunde.")).to_be_visible()


@way("new, as on the last sheet")
def new_as_on_the_last_sheet(page: Page, server: str) -> None:
    page.goto(opened(server, EVENING) + "../new/klaverjassen")
    page.locator("main summary").first.tap()
    expect(page.get_by_text("Hausregeln eurer Kartenrunde")).to_be_visible()


def new_sheet(game: str) -> None:
    @way(f"new, {game}")
    def go(page: Page, server: str) -> None:
        page.goto(f"/new/{game}")
        for summary in page.locator("main summary").all():
            summary.tap()


def rules_of(game: str) -> None:
    @way(f"rules, {game}")
    def go(page: Page, server: str) -> None:
        page.goto(f"/rules/{game}")


for each in ("klaverjassen", "tafferand", "tapp", "french_tarot", "tuebinger_tarock"):
    new_sheet(each)
    rules_of(each)


@way("start")
def start(page: Page, server: str) -> None:
    page.goto("/")


@way("start, the languages")
def start_languages(page: Page, server: str) -> None:
    page.goto("/")
    page.locator(".languages summary").tap()
    expect(page.get_by_role("link", name="English")).to_be_visible()


@way("start, a sample evening")
def sample_evening(page: Page, server: str) -> None:
    page.goto("/")
    page.locator("form[action$='/samples/tapp'] button").tap()
    arrived(page, "Beispielabend")


@way("start, a sample evening is to be thrown away")
def sample_to_be_thrown_away(page: Page, server: str) -> None:
    sample_evening(page, server)
    page.get_by_role("link", name="Wegwerfen").tap()
    arrived(page, "Beispielabend wegwerfen?")


@way("start, a sample evening was thrown away")
def sample_thrown_away(page: Page, server: str) -> None:
    sample_to_be_thrown_away(page, server)
    press(page, "Wegwerfen")
    arrived(page, "Der Beispielabend ist weg")


@way("start, known tables")
def start_known(page: Page, server: str) -> None:
    page.goto(opened(server))
    page.goto(opened(server, players=("Els", "Jan-Willem", "Marijke", "Theo")))
    page.goto("/")


@way("the groups of a phone and of another one")
def groups_of_two_phones(page: Page, server: str) -> None:
    page.goto(opened(server))
    theirs = opened(server, players=("Els", "Jan-Willem", "Marijke", "Theo")).split("/")[2]
    page.goto(f"/#tables={theirs}.{'x' * len(theirs)}")
    expect(page.get_by_role("button", name="Übernehmen")).to_be_visible()


@way("new, refused")
def new_refused(page: Page, server: str) -> None:
    page.goto("/new/klaverjassen")
    for seat in range(4):
        page.get_by_label(f"Name {seat + 1}").fill(PLAYERS[seat // 2])
    press(page, "Zettel anlegen")
    expect(page.get_by_role("alert")).to_be_visible()


@way("error 404")
def error_404(page: Page, server: str) -> None:
    page.goto("/g/nobody/")
    arrived(page, "Nicht gefunden")


@way("error 403")
def error_403(page: Page, server: str) -> None:
    """The form of a page that is not ours."""
    page.goto("about:blank")
    form = f'<form method="post" action="{server}/new/klaverjassen"><button>Los</button></form>'
    page.set_content(form)
    press(page, "Los")
    arrived(page, "Nicht gespeichert")


@way("error 503")
def error_503(page: Page, server: str) -> None:
    """The database is gone for as long as somebody looks at the page."""
    page.goto("/new/klaverjassen")
    for seat, name in enumerate(table.PLAYERS):
        page.get_by_label(f"Name {seat + 1}").fill(name)
    database = database_of(server)
    away = database.rename(database.with_suffix(".away"))

    def restore(_: BrowserContext) -> None:
        away.rename(database)

    page.context.once("close", restore)
    press(page, "Zettel anlegen")
    expect(page.get_by_role("button", name="Noch einmal versuchen")).to_be_visible()


@way("sheet, being filled in")
def filled_in(page: Page, server: str) -> None:
    page.goto(opened(server, EVENING))
    fill_in(page, 0, "hearts", 102)
    for meld in (20, 50, 100):
        roem(page, 1, meld).tap()
    page.locator("details.rare summary").first.tap()
    page.locator("details.rare summary").last.tap()
    expect(page.locator("#sum")).to_contain_text("Nat")


@way("sheet, a deal just saved")
def saved(page: Page, server: str) -> None:
    page.goto(opened(server, EVENING))
    play(page, 0, "hearts", 102)
    expect(page.locator("#saved")).to_be_visible()


@way("sheet, a deal unfolded")
def unfolded(page: Page, server: str) -> None:
    page.goto(opened(server, EVENING))
    for place in (0, 4):
        page.locator("#rounds summary").nth(place).tap()


@way("sheet, deals struck out")
def struck_out(page: Page, server: str) -> None:
    page.goto(opened(server, EVENING))
    rounds(page).first.locator("summary").tap()
    press(page, "Spiel 5 streichen")
    expect(rounds(page)).to_have_count(4)


@way("sheet, the menu")
def menu(page: Page, server: str) -> None:
    page.goto(opened(server, EVENING))
    page.locator("[popovertarget=menu]").tap()
    expect(page.locator("#menu")).to_be_visible()


@way("sheet, put away")
def put_away(page: Page, server: str) -> None:
    sheet = opened(server, EVENING)
    page.goto(f"{sheet}keep")
    table.press(page, "Zettel weglegen")
    arrived(page, "Eure Zettel")
    page.goto(sheet)


@way("deal, refused")
def refused(page: Page, server: str) -> None:
    page.goto(opened(server))
    choice(page, "trump", "hearts").tap()
    points(page, 0).fill("161")
    points(page, 1).fill("2")
    for meld in (70, 40):
        roem(page, 0, meld).tap()
    save(page).tap()
    expect(page.get_by_role("alert")).to_be_visible()


@way("deal, another phone was faster")
def moved_on(page: Page, server: str) -> None:
    sheet = opened(server)
    page.goto(sheet)
    fill_in(page, 0, "hearts", 90)
    write_down(server, sheet)
    save(page).tap()
    expect(page.get_by_role("alert")).to_contain_text("schneller")


@way("deal, already on the sheet")
def already_there(page: Page, server: str) -> None:
    sheet = opened(server)
    page.goto(sheet)
    fill_in(page, 1, "spades", 100)
    write_down(server, sheet)
    save(page).tap()
    expect(page.get_by_role("alert")).to_contain_text("steht schon auf dem Zettel")


@way("deal, not sent yet")
def not_sent(page: Page, server: str) -> None:
    page.goto(opened(server, EVENING))
    fill_in(page, 0, "hearts", 90)
    page.route(table.SAVING, lambda route: route.abort())
    table.save_in_vain(page)


@way("confirm a correction")
def confirm(page: Page, server: str) -> None:
    page.goto(opened(server, EVENING) + "rounds/1")
    points(page, 1).fill("82")
    points(page, 0).fill("80")
    page.get_by_text("Hat jemand anders gegeben?").tap()
    choice(page, "dealer", 1).tap()  # with which others move
    save(page).tap()
    arrived(page, "Das würde sich ändern")


@way("confirm an insertion")
def confirm_insertion(page: Page, server: str) -> None:
    page.goto(opened(server, EVENING) + "rounds/after/1/deal")
    fill_in(page, 0, "hearts", 102)
    save(page).tap()
    arrived(page, "Das würde sich ändern")


@way("history of a correction")
def history_of_a_correction(page: Page, server: str) -> None:
    confirm(page, server)
    press(page, "Spiel 1 speichern")
    expect(rounds(page)).to_have_count(5)
    table.follow(page, "Änderungen")
    arrived(page, "Änderungen")


@way("ask, already saved")
def ask(page: Page, server: str) -> None:
    page.goto(opened(server))
    play(page, 0, "hearts", 102)
    page.go_back()
    points(page, 0).fill("110")
    points(page, 1).fill("52")
    save(page).tap()
    arrived(page, "Schon gespeichert")


@way("ask, another phone was faster")
def ask_to_look(page: Page, server: str) -> None:
    sheet = opened(server)
    page.goto(f"{sheet}keep")
    entitle(page, "Freitag")
    write_down(server, sheet)
    press(page, "Speichern")
    arrived(page, "Ein anderes Handy war schneller")


@way("confirm seats")
def confirm_seats(page: Page, server: str) -> None:
    page.goto(opened(server, EVENING) + "seats")
    page.get_by_label("Name 1").fill("Bert")
    page.get_by_label("Name 2").fill("Anna")
    press(page, "Namen und Plätze ändern")
    arrived(page, "Das würde sich ändern")


@way("seats, refused")
def seats_refused(page: Page, server: str) -> None:
    page.goto(opened(server) + "seats")
    page.get_by_label("Name 1").fill("Bert")
    press(page, "Namen und Plätze ändern")
    expect(page.locator(".problem").first).to_be_visible()


@way("substitute, refused")
def substitute_refused(page: Page, server: str) -> None:
    page.goto(opened(server) + "seats")
    page.get_by_label("Ab Spiel").fill("17")
    press(page, "Ersatz eintragen")
    expect(page.locator(".problem").first).to_be_visible()


@way("copy")
def copy(page: Page, server: str) -> None:
    four_jacks = deal(102, roem=[[200], []])
    page.goto(opened(server, [deal(81), four_jacks]) + "house")
    page.get_by_label("Gleichstand im Spiel").select_option("keep")
    page.get_by_label("Vier Buben").select_option("100")
    press(page, "Kopie ansehen")
    arrived(page, "Kopie mit anderen Hausregeln")
    expect(page.get_by_role("alert")).to_be_visible()


@way("title, refused")
def title_refused(page: Page, server: str) -> None:
    page.goto(opened(server) + "keep")
    entitle(page, "x" * 300)
    press(page, "Speichern")
    expect(page.locator(".problem").first).to_be_visible()


@way("confirm, and mend what no longer fits")
def confirm_misfits(page: Page, server: str) -> None:
    sheet = opened(server, EVENING[:4], house={"deals": 4})
    page.goto(sheet)
    rounds(page).first.locator("summary").tap()
    press(page, "Spiel 4 streichen")
    expect(rounds(page)).to_have_count(3)
    play(page, 0, "hearts", 102)
    page.get_by_role("link", name="Zurückholen").tap()
    arrived(page, "Das würde sich ändern")
    with page.expect_event("domcontentloaded"):  # the same heading stands on the next page
        page.get_by_role("button", name="zurückholen").tap()
    arrived(page, "Das würde sich ändern")
    expect(page.get_by_role("alert")).to_be_visible()


@way("import, refused")
def import_refused(page: Page, server: str) -> None:
    page.goto(opened(server) + "../import")
    broken = sheet_file([*EVENING, deal(161), {"kind": "played", "maker": 7}])
    page.get_by_label("oder den Text der Datei hier einfügen").fill(broken)
    press(page, "Datei öffnen")
    expect(page.get_by_role("alert")).to_be_visible()


@way("import, seen before")
def import_seen(page: Page, server: str) -> None:
    sheet = opened(server, EVENING, title="Freitag")
    page.goto(f"{sheet}../import")
    page.get_by_label("oder den Text der Datei hier einfügen").fill(
        sheet_file(EVENING, title="Freitag")
    )
    press(page, "Datei öffnen")
    expect(page.get_by_role("alert")).to_be_visible()


# --- Tafferand ---

TAFFERAND = [each.observation for each in tafferand.evening()]
GENERAL = {
    "kind": "general",
    "king": 0,
    "tricks": [13, 0],
    "hearts": [13, 0],
    "queens": [4, 0],
    "durchmarsch": {"tricks": 0, "hearts": 0, "queens": 0},
}
FREELY = {"declarer_order": "free", "durchmarsch_by": "party"}
IN_ANY_ORDER = (
    {"kind": "stiche", "declarer": 1, "tricks": [4, 9]},
    {"kind": "tafferand", "declarer": 2, "king": 1},
)

leads_to("tafferand, empty", "", game="tafferand")
leads_to("tafferand, one round", "", TAFFERAND[0], game="tafferand")
leads_to("tafferand, half full", "", *TAFFERAND[:13], game="tafferand")
leads_to("tafferand, the last game", "", *TAFFERAND[:23], game="tafferand")
leads_to("tafferand, finished", "", *TAFFERAND, game="tafferand")
leads_to("tafferand, in free order", "", *IN_ANY_ORDER, game="tafferand", house=FREELY)
leads_to("tafferand, correct", "rounds/5", *TAFFERAND[:7], game="tafferand")
leads_to("tafferand, rules of the sheet", "rules", game="tafferand", house=FREELY)


@way("tafferand, a General filled in")
def general(page: Page, server: str) -> None:
    page.goto(opened(server, game="tafferand"))
    tafferand.fill_in(page, 0, GENERAL)
    page.locator("details.rare summary").last.tap()
    expect(page.locator("#sum tfoot td")).to_have_text(["200", "0"])


@way("tafferand, a General refused")
def general_refused(page: Page, server: str) -> None:
    page.goto(opened(server, game="tafferand"))
    tafferand.fill_in(page, 0, GENERAL | {"king": 1})
    save(page).tap()
    expect(page.get_by_role("alert")).to_be_visible()


@way("tafferand, games unfolded")
def general_unfolded(page: Page, server: str) -> None:
    page.goto(opened(server, [GENERAL, *TAFFERAND[1:4]], game="tafferand"))
    for summary in page.locator("#rounds summary").all():
        summary.tap()


@way("tafferand, a game that no longer fits")
def tafferand_misfit(page: Page, server: str) -> None:
    stiche = {"kind": "stiche", "tricks": [4, 9]}
    herz = {"kind": "herz", "hearts": [6, 7]}
    sheet = opened(server, [stiche, herz, herz, herz, herz, stiche], game="tafferand")
    page.goto(f"{sheet}rounds/2/strike")
    expect(page.get_by_role("alert")).to_have_count(0)
    press(page, "Lieber die Geber nachrücken lassen")
    expect(page.get_by_role("alert")).to_contain_text("Dieses Spiel hatte Anna schon")
    press(page, "Geber von Spiel 3 bleibt Bert")
    press(page, "Lieber die Geber nachrücken lassen")
    press(page, "Spiel 6 mit streichen")
    expect(page.get_by_role("alert")).to_have_count(0)
    press(page, "Spiel 6 doch lassen, wie es war")
    expect(page.get_by_role("alert")).to_be_visible()


# --- Tapp ---

TAPP = [each.observation for each in tapp.evening()]
ALL_HOUSES = {
    "unit_cents": 1000,
    "play_for": "chips",
    "herz_mit_aufnehmen": True,
    "ramsch_tie": "last_trick",
    "ramsch_durchmarsch": "wins",
}
DEAR = {"unit_cents": 1000}
THREE = PLAYERS[:3]

leads_to("tapp, empty", "", game="tapp")
leads_to("tapp, one round", "", TAPP[0], game="tapp")
leads_to("tapp, half full", "", *TAPP[:7], game="tapp")
leads_to("tapp, the last free round", "", *TAPP[:8], game="tapp")
leads_to("tapp, forced", "", *TAPP[:11], game="tapp")
leads_to("tapp, finished with payments", "", *TAPP, game="tapp")
leads_to("tapp, for more money", "", *TAPP, game="tapp", house=DEAR)
leads_to("tapp, table view", "table", *TAPP[:7], game="tapp")
leads_to("tapp, table view of a finished sheet", "table", *TAPP, game="tapp")
leads_to("tapp, three with chips", "", game="tapp", players=THREE, house=ALL_HOUSES)
leads_to("tapp, correct", "rounds/8", *TAPP[:11], game="tapp")
leads_to("tapp, rules of the sheet", "rules", game="tapp", house=ALL_HOUSES)


@way("tapp, a Farbspiel filled in")
def farbspiel(page: Page, server: str) -> None:
    page.goto(opened(server, TAPP[:3], game="tapp"))
    tapp.fill_in(page, {"kind": "farbspiel", "declarer": 1, "suit": "hearts", "points": 61})
    expect(page.locator("#sum tfoot td").nth(1)).to_have_text(euros(30))
    tapp.ace_of_hearts(page, 2)


@way("tapp, a Ramsch counted")
def ramsch_counted(page: Page, server: str) -> None:
    page.goto(opened(server, TAPP[:3], game="tapp", house=DEAR))
    tapp.fill_in(page, TAPP[4])
    for summary in ("Schlussrunde", "Herz-Ass angesagt?", "Hat jemand anders gegeben?"):
        unfold(page, summary)
    expect(page.locator("#sum table")).to_have_count(4)


@way("tapp, five of them")
def tapp_of_five(page: Page, server: str) -> None:
    """Somebody else sits out than the dealer, and everything is unfolded."""
    five = (*PLAYERS, "Eva")
    bettel = {"kind": "bettel", "declarer": 1, "won": True}
    page.goto(opened(server, [bettel, bettel], five, "tapp", house=DEAR))
    choice(page, "game", "ramsch").tap()
    unfold(page, "Bert setzt aus – ändern")
    press(page, "Eva")
    expect(choice(page, "most", 4).locator("input")).to_be_disabled()
    for summary in ("Ramsch auszählen", "Schlussrunde", "Herz-Ass angesagt?"):
        unfold(page, summary)
    choice(page, "most", 1).tap()
    expect(page.locator("#sum table")).to_have_count(5)


@way("tapp, a Ramsch refused")
def ramsch_refused(page: Page, server: str) -> None:
    page.goto(opened(server, game="tapp"))
    tapp.fill_in(page, {"kind": "ramsch", "points": [70, 60, 0, 0], "tricks": [9, 0, 0, 0]})
    save(page).tap()
    expect(page.get_by_role("alert")).to_be_visible()


@way("tapp, rounds unfolded")
def tapp_unfolded(page: Page, server: str) -> None:
    page.goto(opened(server, TAPP, game="tapp", house=DEAR))
    for summary in page.locator("#rounds summary").all():
        summary.tap()


@way("tapp, rounds that no longer fit")
def tapp_misfits(page: Page, server: str) -> None:
    page.goto(opened(server, TAPP[:7], game="tapp", house=DEAR) + "rounds/1")
    tapp.ace_of_hearts(page, 2)
    press(page, "Spiel 1 speichern")
    arrived(page, "Das würde sich ändern")
    press(page, "Spiel 3 mit streichen")
    expect(page.get_by_role("button", name="Spiel 3 doch lassen, wie es war")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_visible()


# --- French Tarot ---

FRENCH_TAROT = [each.observation for each in french_tarot.evening()]
SIX_OF_THEM: dict[str, Any] = {
    "game": "french_tarot",
    "players": french_tarot.SIX,
    "house": {"misere": french_tarot.MISERE, "deals": french_tarot.DEALS},
}
EVERYTHING_TOLD: dict[str, Any] = {
    "kind": "played",
    "taker": 1,
    "partner": 0,
    "contract": "garde",
    "bouts": 2,
    "points": 38.5,
    "petit_au_bout": "attack",
    "poignees": [{"seat": 1, "size": "simple"}, {"seat": 2, "size": "simple"}],
    "chelem": {"announced": True, "made_by": None},
    "miseres": [0],
    "excuse": {"owner": "attack", "trick": "defence", "last_trick": False},
}

leads_to("french tarot, three", "", game="french_tarot", players=THREE)
leads_to("french tarot, one round", "", FRENCH_TAROT[0], **SIX_OF_THEM)
leads_to("french tarot, finished", "", *FRENCH_TAROT, **SIX_OF_THEM)
leads_to("french tarot, table view", "table", *FRENCH_TAROT[:4], **SIX_OF_THEM)
leads_to("french tarot, correct", "rounds/5", *FRENCH_TAROT[:6], **SIX_OF_THEM)


@way("french tarot, everything filled in")
def french_tarot_filled_in(page: Page, server: str) -> None:
    page.goto(opened(server, FRENCH_TAROT[:4], **SIX_OF_THEM))
    french_tarot.fill_in(page, EVERYTHING_TOLD)
    expect(french_tarot.hints(page)).to_have_count(2)
    expect(page.locator("#sum table")).to_have_count(6)


@way("french tarot, refused")
def french_tarot_refused(page: Page, server: str) -> None:
    page.goto(opened(server, FRENCH_TAROT[:4], **SIX_OF_THEM))
    french_tarot.fill_in(page, EVERYTHING_TOLD | {"points": 92})
    save(page).tap()
    expect(page.get_by_role("alert")).to_be_visible()


@way("french tarot, deals unfolded")
def french_tarot_unfolded(page: Page, server: str) -> None:
    page.goto(opened(server, FRENCH_TAROT, **SIX_OF_THEM))
    for place in (0, 3, 6):
        page.locator("#rounds summary").nth(place).tap()


# --- Tübinger Tarock ---

TUEBINGER_TAROCK = [each.observation for each in tuebinger_tarock.evening()]
OTHERWISE = {
    "raus_tie": "won",
    "won_clamp": True,
    "raus_add": "one",
    "ski_replaces_first": False,
    "ski_several_families": False,
    "misdeal_penalty": 0,
}
TAROCK: dict[str, Any] = {"game": "tuebinger_tarock"}

leads_to("tuebinger tarock, empty", "", **TAROCK)
leads_to("tuebinger tarock, one round", "", TUEBINGER_TAROCK[0], **TAROCK)
leads_to("tuebinger tarock, long", "", *(TUEBINGER_TAROCK * 3), **TAROCK)
leads_to("tuebinger tarock, finished", "", *TUEBINGER_TAROCK, closed=True, **TAROCK)
leads_to("tuebinger tarock, rules of the sheet", "rules", house=OTHERWISE, **TAROCK)


@way("tuebinger tarock, a Ruf with everything")
def tuebinger_tarock_ruf(page: Page, server: str) -> None:
    page.goto(opened(server, TUEBINGER_TAROCK[:5], **TAROCK))
    tuebinger_tarock.fill_in(page, TUEBINGER_TAROCK[3])
    tuebinger_tarock.touch_hand(page, "21", "20", "19", "ski", "1", "2")
    expect(tuebinger_tarock.hints(page)).to_have_count(6)


@way("tuebinger tarock, a Raus filled in")
def tuebinger_tarock_raus(page: Page, server: str) -> None:
    page.goto(opened(server, TUEBINGER_TAROCK[:5], **TAROCK))
    tuebinger_tarock.fill_in(page, TUEBINGER_TAROCK[5])
    expect(tuebinger_tarock.hints(page)).to_have_count(2)


@way("tuebinger tarock, a Ruf refused")
def tuebinger_tarock_refused(page: Page, server: str) -> None:
    page.goto(opened(server, **TAROCK))
    skimon = [{"seat": 0, "what": "skimon"}, {"seat": 1, "what": "skimon"}]
    tuebinger_tarock.fill_in(page, dict(TUEBINGER_TAROCK[3]) | {"strafen": skimon, "points": 1})
    save(page).tap()
    expect(page.get_by_role("alert")).to_be_visible()


@way("tuebinger tarock, an old Ruf is corrected")
def tuebinger_tarock_late(page: Page, server: str) -> None:
    page.goto(opened(server, TUEBINGER_TAROCK, **TAROCK) + "rounds/1?open=strafen")
    expect(page.get_by_text("kommen neue Strafen zu spät")).to_be_visible()
    tuebinger_tarock.touch(page, "fein")


@way("tuebinger tarock, rounds unfolded")
def tuebinger_tarock_unfolded(page: Page, server: str) -> None:
    page.goto(opened(server, TUEBINGER_TAROCK, **TAROCK))
    for place in (0, 1, 3, 4):
        page.locator("#rounds summary").nth(place).tap()


@way("a page that was never seen, without a network")
def never_seen(page: Page, server: str) -> None:
    page.goto(f"{server}/offline")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Keine Verbindung")
