"""Long sheets: no page does more than it shows, and what is not shown is a touch away."""

from collections.abc import Callable, Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.i18n.messages import messages_in
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.store.insertion import new_entry
from scorekeeper.web.request.page_cache import CACHE, PageCache
from scorekeeper.web.sheet.pages import LATEST
from tests.web import counting
from tests.web.counting import counted, deal, queries, sheet_of, write
from tests.web.element import Element, page_of
from tests.web.table import entry_form, play, press

SHORT, LONG = 130, 520  # both longer than any page shows
MOST_QUERIES = 6


def plain(app: Flask, rounds: int) -> str:
    return sheet_of(app, rounds)


def put_in_between(app: Flask, rounds: int) -> str:
    sheet = sheet_of(app, 1)
    entries = [new_entry("round", each, 1, each // 2, deal(each)) for each in range(2, rounds + 1)]
    write(app, sheet, entries)
    return sheet


def corrected(app: Flask, rounds: int) -> str:
    sheet = sheet_of(app, rounds)
    ids = range(1, rounds + 1)
    write(app, sheet, [new_entry("round", each, 2, each - 1, deal(each)) for each in ids])
    return sheet


def struck_out(app: Flask, rounds: int) -> str:
    sheet = sheet_of(app, rounds)
    ids = range(1, rounds + 1)
    write(app, sheet, [new_entry("round", each, 2, each - 1, None) for each in ids])
    return sheet


def with_substitutes(app: Flask, rounds: int) -> str:
    seating = [
        {"round": number, "seat": 0, "player": "Eva" if number % 2 else "Anna"}
        for number in range(2, rounds + 2)
    ]
    return sheet_of(app, rounds, seating=seating)


SHEETS: Mapping[str, Callable[[Flask, int], str]] = {
    "plain": plain,
    "put in between": put_in_between,
    "corrected": corrected,
    "struck out": struck_out,
    "with substitutes": with_substitutes,
}
PAGES = {  # by its address, how many rounds a page puts into words at most
    "": LATEST,
    "board": LATEST,
    "?all=1": 100,
    "?from=20": 100,
    "history": 100,  # fifty entries, each with what stood there before
    "history?from=20": 100,
    "seats": 0,
    "house": 0,
    "share": 0,
    "keep": 0,
    "rounds/1": 0,
    "rounds/7": 0,
    "../new/klaverjassen?again=1": 0,
    "../": 0,
}


def address(sheet: str, page: str) -> str:
    return sheet.removesuffix("1/") + page.removeprefix("../") if "../" in page else sheet + page


@pytest.mark.parametrize("kind", SHEETS)
def test_every_page_of_a_long_sheet_is_as_large_and_as_much_work_as_that_of_a_shorter_one(
    app: Flask, client: FlaskClient, kind: str
) -> None:
    app.extensions[CACHE] = PageCache(0)  # everything is drawn anew
    found: list[dict[str, tuple[int, int, int]]] = []
    sizes: list[list[int]] = []
    for rounds in (SHORT, LONG):
        sheet = SHEETS[kind](app, rounds)
        assert client.get(sheet).status_code == 200  # it is in memory from here on
        of_pages, lengths = {}, []
        for page, most in PAGES.items():
            with counted() as work, queries(app) as asked:
                answer = client.get(address(sheet, page))
            assert answer.status_code == 200
            lengths.append(len(answer.data))
            assert work["reason"] <= most, page
            assert 0 < len(asked) <= MOST_QUERIES, page
            of_pages[page] = (work["reason"], work["score"], len(asked))
        found.append(of_pages)
        sizes.append(lengths)
    assert found[0] == found[1]
    for page, short, long in zip(PAGES, *sizes, strict=True):
        assert long < 1.2 * short, page


def test_a_first_look_scores_every_round_once(app: Flask, client: FlaskClient) -> None:
    for rounds in (10, LONG):
        sheet = sheet_of(app, rounds)
        with counted() as work:
            client.get(sheet)
        assert work["score"] == rounds


def test_what_a_change_would_touch_is_told_of_fifty_rounds_and_counted_for_the_rest(
    app: Flask, client: FlaskClient
) -> None:
    sheet = sheet_of(app, LONG)
    client.get(sheet)
    shown = client.get(f"{sheet}rounds/1/strike").text
    with counted() as work:
        page = page_of(press(client, shown, "rotate:2").text)
    assert work["reason"] <= 2 + 2 * 50 + 2
    assert work["score"] == LONG - 1  # what comes after it is played again, once
    assert len(page.select(".changes li")) == 50
    assert f"and {LONG - 1 - 50} more deals" in page.select_one(".changes").text  # type: ignore[union-attr]


def numbers(page: Element) -> list[str]:
    return [each.text.split()[-1] for each in page.select("#rounds summary .no")]


def way(page: Element, where: str) -> str:
    link = page.select_one(f"main a[rel={where}]")
    assert link is not None, where
    return str(link["href"])


def test_the_earlier_deals_come_a_hundred_at_a_time(app: Flask, client: FlaskClient) -> None:
    sheet = sheet_of(app, 230)
    page = page_of(client.get(sheet).text)
    assert numbers(page) == [str(each) for each in range(230, 230 - LATEST, -1)]
    assert f"{230 - LATEST} earlier deals" in page.select_one("#rounds").text  # type: ignore[union-attr]
    latest = page_of(client.get(way(page, "next")).text)
    assert numbers(latest) == [str(each) for each in range(230, 130, -1)]
    before = page_of(client.get(way(latest, "next")).text)
    assert numbers(before) == [str(each) for each in range(130, 30, -1)]
    first = page_of(client.get(way(before, "next")).text)
    assert numbers(first)[-1] == "1"
    assert first.select_one("main a[rel=next]") is None
    assert numbers(page_of(client.get(way(before, "prev")).text))[-1] == "131"


def test_an_address_that_once_showed_every_deal_leads_to_all_of_them(
    app: Flask, client: FlaskClient
) -> None:
    short = page_of(client.get(f"{sheet_of(app, 60)}?all=1").text)
    assert len(numbers(short)) == 60
    assert short.select("main a[rel]") == []
    long = page_of(client.get(f"{sheet_of(app, 160)}?all=1").text)
    assert numbers(long)[0] == "160"
    assert numbers(page_of(client.get(way(long, "next")).text))[-1] == "1"


def test_an_opened_earlier_page_stays_while_the_table_plays_on(
    app: Flask, client: FlaskClient
) -> None:
    sheet = sheet_of(app, 130)
    before = numbers(page_of(client.get(f"{sheet}board?from=5").text))
    play(client, sheet)
    page = page_of(client.get(f"{sheet}board?from=5").text)
    assert numbers(page) == before == [str(each) for each in range(104, 4, -1)]
    assert "27 later deals" in page.select_one("#rounds").text  # type: ignore[union-attr]


def test_deals_that_were_struck_out_keep_their_places_on_their_page(
    app: Flask, client: FlaskClient
) -> None:
    sheet = sheet_of(app, 130)
    write(app, sheet, [new_entry("round", 7, 2, 6, None), new_entry("round", 8, 2, 7, None)])
    page = page_of(client.get(f"{sheet}?from=5").text)
    rows = [row.select_one("s") is not None for row in page.select("#rounds ol > li")]
    assert rows == [False] * 96 + [True] * 2 + [False] * 2
    assert numbers(page)[-3:] == ["7", "6", "5"]


ODD = ["0", "-3", "999999999", "9" * 30, "9" * 5_000, "x", "", "1.5", "٣"]


def test_a_page_nobody_has_is_the_latest_or_the_first(app: Flask, client: FlaskClient) -> None:
    sheet = sheet_of(app, 130)
    parts = (("", "#rounds li"), ("board", "#rounds li"), ("history", ".history li"))
    for odd in ODD:
        for page, shown in parts:
            answer = client.get(sheet + page, query_string={"from": odd})
            assert answer.status_code == 200, odd
            assert page_of(answer.text).select(shown), odd
        for page in (f"{sheet}seats", sheet.removesuffix("1/")):
            assert client.get(page, query_string={"from": odd}).status_code == 200, odd


def lines(page: Element) -> list[str]:
    return [each.text for each in page.select(".history li strong")]


def test_the_history_comes_in_pages_latest_first(app: Flask, client: FlaskClient) -> None:
    sheet = sheet_of(app, 70)
    page = page_of(client.get(f"{sheet}history").text)
    assert lines(page) == [f"Deal {each}" for each in range(70, 20, -1)]
    assert "23 earlier changes" in page.select_one("main").text  # type: ignore[union-attr]
    first = page_of(client.get(way(page, "next")).text)
    kinds = ("about", "house", "seating")
    assert lines(first)[-3:] == [messages_in("en").text(f"history.{kind}") for kind in kinds]
    assert lines(page_of(client.get(way(first, "prev")).text)) == lines(page)


def test_an_earlier_page_of_the_history_stays_and_its_links_work(
    app: Flask, client: FlaskClient
) -> None:
    sheet = sheet_of(app, 120)
    earlier = way(page_of(client.get(f"{sheet}history").text), "next")
    before = lines(page_of(client.get(earlier).text))
    write(app, sheet, [new_entry("round", 40, 2, 39, deal(1))])
    page = page_of(client.get(earlier).text)
    assert lines(page) == before
    back = page.select_one(".history a")
    assert back is not None
    assert entry_form(client, str(back["href"]))["maker"] == "3"


def test_many_substitutes_come_in_pages_and_any_can_be_sent_back(
    app: Flask, client: FlaskClient
) -> None:
    sheet = with_substitutes(app, 70)
    page = page_of(client.get(f"{sheet}seats").text)
    assert len(page.select("form.inline")) == 50
    first = page_of(client.get(way(page, "next")).text).select_one("form.inline")
    assert first is not None
    assert "From deal 2: Anna for Anna" in first.text
    fields = {str(each["name"]): str(each["value"]) for each in first.select("input")}
    assert client.post(str(first["action"]), data=fields).status_code == 303
    again = page_of(client.get(f"{sheet}seats?from=1").text).select_one("form.inline")
    assert again is not None
    assert "From deal 3: Eva for Anna" in again.text


def test_the_page_of_a_group_replays_no_sheet_that_is_in_memory(
    app: Flask, client: FlaskClient
) -> None:
    sheet = sheet_of(app, 30)
    with counted() as work:
        client.get(sheet.removesuffix("1/"))
    assert work["score"] == 30
    client.get(sheet)
    with counted() as work:
        client.get(sheet.removesuffix("1/"))
    assert work["score"] == 0


@pytest.mark.soak(short="test_the_page_of_a_group_replays_no_sheet_that_is_in_memory")
def test_the_page_of_a_group_shows_fewer_sheets_where_they_are_long(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        row = open_sheet(counting.sheet(9_000), None)
        for _ in range(2):
            open_sheet(counting.sheet(9_000), row.group)
    group, shown = f"/g/{row.link}/", list[str]()
    page = page_of(client.get(group).text)
    while True:
        cards = page.select(".cards a:has(.score)")
        assert 0 < len(cards) < 3
        shown += [str(card["href"]) for card in cards]
        more = page.select_one("p a[href*=from]")
        if more is None:
            break
        page = page_of(client.get(str(more["href"])).text)
    assert shown == [f"{group}{number}/" for number in (3, 2, 1)]


def test_who_comes_late_is_told_the_latest_of_what_others_entered(
    app: Flask, client: FlaskClient
) -> None:
    sheet = sheet_of(app, 10)
    late = entry_form(client, sheet) | {"maker": "0", "trump": "hearts", "points_0": "102"}
    ids = range(11, 61)
    for each in ids:
        write(app, sheet, [new_entry("round", each, 1, each - 1, deal(each))])
    with counted() as work:
        answer = client.post(f"{sheet}rounds/new/deal", data=late)
    assert answer.status_code == 409
    assert work["reason"] <= 20
    page = page_of(answer.text)
    assert lines(page) == [f"Deal {each}" for each in range(60, 40, -1)]
    assert "… and 30 more changes" in page.text
    assert any("30 more" in link.text for link in page.select("a"))


def test_a_group_of_many_is_offered_those_at_the_table_and_the_latest(
    app: Flask, client: FlaskClient
) -> None:
    seating = [{"round": each, "seat": 0, "player": f"Guest {each}"} for each in range(2, 400)]
    sheet = sheet_of(app, 400, seating=seating)
    options = page_of(client.get(f"{sheet}seats").text).select("datalist option")
    names = [str(each["value"]) for each in options]
    assert {"Bert", "Clara", "Dirk", "Guest 399"} <= set(names)
    assert len(names) <= 201
    buttons = page_of(client.get(f"{sheet}holder").text).select("main .acts button")
    assert [each.text for each in buttons] == ["Guest 399", "Bert", "Clara", "Dirk"]
