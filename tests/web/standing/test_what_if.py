"""The same deals under other house rules: both totals over what fits both, and nothing stored."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from benchmarks.deals import EVENINGS
from scorekeeper.core.codec import record_of
from scorekeeper.files.reading import checked
from scorekeeper.files.sheet import FORMAT
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.services.standing.what_if import compared
from tests.cli.test_standing import SEASON
from tests.games.example_sheets import SHIPPED_PLUGIN
from tests.web.account.test_account import brought
from tests.web.element import Element, page_of
from tests.web.links.test_links import links_of
from tests.web.table import form_at

NAT = {"kind": "played", "maker": 0, "trump": "hearts", "points": [81, 81]}
PIT = {"kind": "played", "maker": 0, "trump": "hearts", "points": [0, 162], "pit": 1}
BETTEL = {"kind": "bettel", "declarer": 0, "won": True}
JACKS = {"kind": "played", "maker": 0, "trump": "hearts", "points": [100, 62], "roem": [[200], []]}


def klaverjassen(*rounds: dict[str, Any], **more: Any) -> dict[str, Any]:
    head = {"format": FORMAT, "game": "klaverjassen", "players": ["Anna", "Bert", "Clara", "Dirk"]}
    return {**head, "closed": True, "rounds": list(rounds), **more}


def group_of(client: FlaskClient, *sheets: dict[str, Any]) -> str:
    file = {"format": "scorekeeper-group/1", "sheets": [{"sheet": each} for each in sheets]}
    season = {**SEASON, "counts": "points", "total": "sum"}
    return brought(client, file | {"seasons": [season]})


def shown(client: FlaskClient, address: str) -> Element:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return page_of(answer.text)


def lines(page: Element) -> list[tuple[str, ...]]:
    """Name with its place or places, and both totals of everybody."""
    return [
        tuple(" ".join(cell.texts) for cell in row.select("th, td"))
        for row in page.select(".ranking tbody tr")
    ]


def test_three_touches_from_a_finished_sheet_to_both_totals(client: FlaskClient) -> None:
    sheet = f"{group_of(client, klaverjassen(NAT, PIT))}1/"
    before = client.get(f"{sheet}saved/none").data, client.get(sheet).headers["ETag"]
    (link,) = shown(client, sheet).select("#table a[href$=what-if]")
    page = shown(client, str(link["href"]))
    assert lines(page) == []
    assert [field["name"] for field in page.select("select")][:2] == ["house_deals", "house_tie"]
    page = shown(client, f"{link['href']}?house_tie=keep&house_pit_defenders=0")
    assert lines(page) == [
        ("Anna & Clara 2.", "0", "81"),
        ("Bert & Dirk 1.", "424", "243"),
    ]
    assert "2 deals fit both rules" in page.text
    assert before == (client.get(f"{sheet}saved/none").data, client.get(sheet).headers["ETag"])


def test_a_deal_that_cannot_have_happened_under_those_rules_is_named_and_left_out_of_both(
    client: FlaskClient,
) -> None:
    sheet = f"{group_of(client, klaverjassen(NAT, JACKS, NAT))}1/"
    page = shown(client, f"{sheet}what-if?house_four_jacks=100")
    assert lines(page) == [("Anna & Clara 2.", "0", "0"), ("Bert & Dirk 1.", "324", "324")]
    assert "2 deals fit both rules; 1 deal fits only one" in page.text
    (left_out,) = page.select("main ul li")
    assert "Round 2" in left_out.text or "Deal 2" in left_out.text


TAPP = {
    "game": "tapp",
    "rounds": [{"kind": "bettel", "declarer": seat, "won": True} for seat in (3, 1, 1, 1, 2, 2, 2)],
    "seating": [{"round": 6, "seat": 2, "player": "Eva"}],
}
TOLD = [f"{name}: Bettel won" for name in ("Dirk", *["Bert"] * 3, "Clara", "Eva", "Eva")]


def told(item: Element) -> str:
    """A deal that does not fit as it was played, without its number and what is wrong."""
    for each in item.select("strong, .problem"):
        each.remove()
    return " ".join(item.text.split())


def test_deals_that_do_not_fit_are_told_as_they_were_played_by_who_sat_there(
    client: FlaskClient,
) -> None:
    sheet = f"{group_of(client, klaverjassen() | TAPP)}1/"
    page = shown(client, f"{sheet}what-if?house_seats=3")
    assert [told(each) for each in page.select("main ul li")] == TOLD
    rules = form_at(client, f"{sheet}house") | {"house_seats": "3"}
    copy = page_of(client.post(f"{sheet}house", data=rules).text)
    left_out = [told(each) for each in copy.select("[role=alert] li")]
    assert left_out == [TOLD[0], TOLD[2]]


TAFFERAND = {
    "game": "tafferand",
    "house": {"durchmarsch_by": "party"},
    "rounds": [
        {"kind": "stiche", "tricks": [4, 9]},
        {"kind": "stiche", "tricks": [13, 0]},
        *[{"kind": "stiche", "tricks": [6, 7]}] * 2,
        *[{"kind": "damen", "queens": [1, 3]}] * 4,
    ],
}
KINGDOMS = [{"seat": 1, "what": "koenigreich"}, {"seat": 1, "what": "skisiertes_koenigreich"}]
TUEBINGER_TAROCK = {
    "game": "tuebinger_tarock",
    "first_dealer": 1,
    "house": {"both_kingdoms": True},
    "rounds": [
        {"kind": "raus", "soloist": 0, "piles": [39, 36, 12, 4], "empty": [3]},
        {"kind": "ruf", "caller": 0, "called": 1, "points": 52, "strafen": KINGDOMS},
        {"kind": "raus", "soloist": 3, "piles": [20, 21, 10, 40], "hidden": True},
    ],
}


@pytest.mark.parametrize("evening", [TAFFERAND, TUEBINGER_TAROCK])
def test_a_deal_that_does_not_fit_leaves_the_others_with_their_dealers(
    evening: dict[str, Any],
) -> None:
    sheet = checked(klaverjassen() | evening)
    assert not sheet.ledger.misfits
    both = compared(sheet, type(sheet.house)())
    assert [played.number for played in both.left_out] == [2]
    dealt = [played.dealer for played in sheet.ledger.rounds if played.number != 2]
    for kept in (both.own, both.other):
        assert [played.dealer for played in kept.ledger.rounds] == dealt
        assert sum(each.dealer is not None for each in kept.rounds) == 1


def test_places_that_change_are_marked(client: FlaskClient) -> None:
    most = {"kind": "played", "maker": 0, "trump": "hearts", "points": [0, 162], "pit": 1}
    made = {"kind": "played", "maker": 0, "trump": "hearts", "points": [162, 0]}
    sheet = f"{group_of(client, klaverjassen(most, made, NAT))}1/"
    page = shown(client, f"{sheet}what-if?house_tie=keep&house_pit_defenders=0")
    assert [" ".join(each.text.split()) for each in page.select("mark")] == ["Place 2 → 1"]


@pytest.mark.parametrize("wrong", ["house_tie=perhaps", "house_deals=99", "house_deals=x"])
def test_rules_that_cannot_be_are_refused_at_their_field(client: FlaskClient, wrong: str) -> None:
    group = group_of(client, klaverjassen(NAT))
    for address in (f"{group}1/what-if", f"{group}standing/what-if"):
        answer = client.get(f"{address}?{wrong}")
        assert answer.status_code == 422
        assert page_of(answer.text).select(".problem")


def test_the_evenings_of_a_season_under_other_rules(client: FlaskClient) -> None:
    group = group_of(
        client,
        klaverjassen(NAT, date="2026-01-05"),
        klaverjassen(PIT, JACKS, date="2026-01-12"),
        klaverjassen(NAT, closed=False, date="2026-01-19"),
    )
    link = next(
        str(a["href"])
        for a in shown(client, f"{group}standing/?season=1").select("main a")
        if "what-if" in str(a["href"])
    )
    page = shown(client, f"{link}&house_tie=keep&house_pit_defenders=0")
    assert "2 sheets" in page.text
    assert lines(page) == [
        ("Bert Place 1 → 3", "486", "305"),
        ("Dirk Place 1 → 3", "486", "305"),
        ("Anna Place 3 → 1", "300", "381"),
        ("Clara Place 3 → 1", "300", "381"),
    ]
    assert [field["value"] for field in page.select("input[name=season]")] == ["1"]
    only = shown(client, f"{group}standing/what-if?game=klaverjassen&last=1&house_four_jacks=100")
    assert "1 sheet; 1 deal fits only one" in only.text


def test_evenings_of_which_no_deal_is_left_are_compared_like_the_others(
    client: FlaskClient,
) -> None:
    days = [(NAT, "2026-01-05"), (PIT, "2026-01-12"), (JACKS, "2026-01-19")]
    sheets = [{"sheet": klaverjassen(deal, date=day)} for deal, day in days]
    season = SEASON | {"counts": "points", "total": "sum", "last_double": True}
    group = brought(
        client, {"format": "scorekeeper-group/1", "sheets": sheets, "seasons": [season]}
    )
    for query, told, points in (
        ("game=klaverjassen&last=1", "1 sheet; 1 deal fits only one", "0"),
        ("game=klaverjassen&last=2", "2 sheets; 1 deal fits only one", "262"),
        ("season=1", "3 sheets; 1 deal fits only one", "424"),
    ):
        page = shown(client, f"{group}standing/what-if?{query}&house_four_jacks=100")
        assert told in page.text
        assert {(name.split()[0], own, other) for name, own, other in lines(page)} == {
            *((name, points, points) for name in ("Bert", "Dirk")),
            *((name, "0", "0") for name in ("Anna", "Clara")),
        }


def test_of_a_game_for_chips_and_for_money_both_sides_are_over_the_same_evenings(
    client: FlaskClient,
) -> None:
    data = EVENINGS["Tapp"](3) | {"closed": True}
    chips = data | {"house": {"play_for": "chips"}, "date": "2026-01-02"}
    group = group_of(client, chips, data | {"date": "2026-01-09"})
    season = {**SEASON, "game": "tapp", "total": "sum", "absence": -500}
    page = shown(client, f"{group}standing/what-if?game=tapp&house_play_for=money")
    assert "1 sheet" in page.text
    assert lines(page)
    assert all(own == other for _, own, other in lines(page))
    told = brought(
        client, {"format": "scorekeeper-group/1", "sheets": [{"sheet": data}], "seasons": [season]}
    )
    assert "−€5.00" in shown(client, f"{told}standing/?season=1").select(".head")[0].text


def test_a_table_at_which_nobody_can_play_by_these_rules_counts_nothing_on_both_sides(
    client: FlaskClient,
) -> None:
    names = ["Anna", "Bert", "Clara", "Dirk", "Eva"]
    tapp = {"format": FORMAT, "game": "tapp", "closed": True, "rounds": [BETTEL]}
    three = tapp | {"players": names[:3], "date": "2026-01-05"}
    five = tapp | {"players": names, "date": "2026-01-12"}
    group = group_of(client, three, five)
    asked = "house_seats=4&house_unit_cents=10"
    assert client.get(f"{group}1/what-if?{asked}").status_code == 422
    page = shown(client, f"{group}standing/what-if?game=tapp&{asked}")
    assert "2 sheets; 1 deal fits only one" in page.text
    assert lines(page)[0] == ("Anna 1.", "€0.45", "€0.90")
    by_own_rules = shown(client, f"{group}standing/what-if?game=tapp&house_unit_cents=10")
    assert lines(by_own_rules)[0] == ("Anna 1.", "€0.75", "€1.50")


def test_where_nobody_chooses_how_many_play_as_many_do_as_at_each_table(
    client: FlaskClient,
) -> None:
    tapp = {"format": FORMAT, "game": "tapp", "closed": True, "rounds": [BETTEL]}
    names, by_three = ["Anna", "Bert", "Clara", "Dirk"], {"house": {"seats": 3}}
    four = tapp | {"players": names, "date": "2026-01-05"}
    rested = four | by_three | {"date": "2026-01-12"}
    group = group_of(client, four, rested)
    asked = "game=tapp&house_seats=&house_unit_cents=10"
    page = shown(client, f"{group}standing/what-if?{asked}")
    assert "2 sheets" in page.text
    assert "fits only one" not in page.text
    assert lines(page)[:2] == [("Anna 1.", "€0.75", "€1.50"), ("Dirk 2.", "−€0.15", "−€0.30")]


def test_those_who_look_may_ask(app: Flask, client: FlaskClient) -> None:
    group = group_of(client, klaverjassen(NAT))
    links = links_of(app, f"{group}1/")
    for address in (f"/g/{links.look}/1/", f"/s/{links.sheet}/"):
        assert lines(shown(client, f"{address}what-if?house_tie=keep"))
    assert client.get(f"/g/{links.look}/standing/what-if?house_tie=keep").status_code == 200
    assert client.get(f"/s/{links.sheet}/standing/what-if").status_code == 404


@SHIPPED_PLUGIN
def test_under_its_own_rules_a_sheet_is_what_it_is_and_under_others_both_have_the_same_deals(
    plugin: GamePlugin,
) -> None:
    evening = next(make(23) for make in EVENINGS.values() if make(23)["game"] == plugin.game.slug)
    sheet = checked(evening | {"format": FORMAT, "closed": True})
    same = compared(sheet, sheet.house)
    assert same.own.ledger.totals == same.other.ledger.totals == sheet.ledger.totals
    assert not same.left_out
    record = record_of(plugin.game.house)
    for member in record.members:
        for value in getattr(member.shape, "values", getattr(member.shape, "members", ())):
            house = record.read({member.name: value}, len(sheet.players))
            both = compared(sheet, house)
            assert len(both.own.rounds) == len(both.other.rounds)
            assert not both.own.ledger.misfits
            assert not both.other.ledger.misfits
            assert len(both.own.rounds) + len(both.left_out) == len(sheet.rounds)
