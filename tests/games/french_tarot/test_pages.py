"""The form of a deal as a table fills it in, and who sits out beside it."""

from collections.abc import Iterator
from itertools import product

import pytest
from flask.testing import FlaskClient

from tests.games import pages
from tests.games.pages import NAMES, Inputs, hints, play, refused, send, written
from tests.web.element import page_of
from tests.web.links.test_links import links_of
from tests.web.table import deals, entry_form, fields_of, form_at, problems, reasons_at, totals

GARDE = {"taker": "0", "contract": "garde", "bouts": "2"}
PLAIN = GARDE | {"attack": "52"}
MISSING = "This is still missing."
POINTS = "Points of the attack, or of the defence"


def opened(client: FlaskClient, players: int = 4, **house: str) -> str:
    return pages.opened(client, "french_tarot", players, **house)


def section(client: FlaskClient, sheet: str) -> str:
    own = page_of(client.get(sheet).text).select_one("section.own")
    assert own is not None
    return " ".join(" ".join(own.texts).split())


def dealer_as_seen_by_others(client: FlaskClient, sheet: str) -> str:
    looking = f"/s/{links_of(client.application, sheet).sheet}/"
    (dealer,) = page_of(client.get(looking).text).select("#status span:last-child")
    return " ".join(dealer.text.split())


def offered(html: str, name: str) -> list[str]:
    return [" ".join(each.text.split()) for each in page_of(html).select(f"[name={name}] + span")]


# ---- A plain deal ---------------------------------------------------------------------------


def test_a_plain_deal_is_four_touches_and_save(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, PLAIN)
    assert totals(client, sheet) == [216, -72, -72, -72]
    assert written(client, sheet) == [
        {"kind": "played", "taker": 0, "contract": "garde", "bouts": 2, "points": 52}
    ]
    assert "Anna · Garde · 2 bouts, 52 points: +11" in deals(client, sheet)[0]


def test_what_was_saved_is_read_by_name(client: FlaskClient) -> None:
    sheet = opened(client)
    answer = send(client, sheet, PLAIN)
    assert answer.status_code == 303
    (said,) = page_of(client.get(answer.location).text).select("#saved [role=status]")
    assert said.text == "Deal 1 saved: Anna +216, the others −72."


def test_the_points_of_the_defence_do_as_well(client: FlaskClient) -> None:
    sheet = opened(client)
    play(client, sheet, GARDE | {"defence": "39"})
    assert written(client, sheet)[0]["points"] == 52
    play(client, sheet, PLAIN | {"defence": "39"})
    assert totals(client, sheet) == [432, -144, -144, -144]


def test_two_counts_that_do_not_add_up_are_refused(client: FlaskClient) -> None:
    (found,) = refused(client, opened(client), PLAIN | {"defence": "38"})
    assert "91" in found


def test_contracts_and_bouts_show_what_they_are_worth(client: FlaskClient) -> None:
    page = client.get(opened(client)).text
    assert offered(page, "contract") == [
        "Petite × 1",
        "Garde × 2",
        "Garde sans × 4",
        "Garde contre × 6",
    ]
    assert offered(page, "bouts") == ["0 · 56", "1 · 51", "2 · 41", "3 · 36"]


def test_nothing_that_decides_points_is_chosen_beforehand(client: FlaskClient) -> None:
    for players in (3, 4, 5, 6):
        sheet = opened(client, players, misere="10")
        form = page_of(client.get(sheet).text).select_one("form[data-entry]")
        assert form is not None
        inputs = {name: value for name, value in fields_of(form).items() if value}
        assert set(inputs) == {"key", "based_on"}
        assert set(refused(client, sheet, {})) == {MISSING}


def test_all_passed_is_one_touch(client: FlaskClient) -> None:
    sheet = opened(client, deals="3")
    play(client, sheet, {"taker": "nobody"})
    assert written(client, sheet) == [{"kind": "passed"}]
    assert totals(client, sheet) == [0, 0, 0, 0]
    assert "all passed" in deals(client, sheet)[0]
    assert "Anna deals" in page_of(client.get(sheet).text).select("#status")[0].text


def test_what_was_filled_in_though_all_passed_is_left_aside(client: FlaskClient) -> None:
    """Without script what is hidden is sent all the same."""
    for more in (
        {"contract": "garde"}, {"bouts": "0"}, {"attack": "0"}, {"defence": "91"},
        {"petit_au_bout": "attack"}, {"poignee_1": "simple"}, {"announced": "1"},
        {"made_by": "defence"}, {"miseres": ["1"]}, {"owner": "attack"}, {"last_trick": "1"},
        {"partner": "2"}, {"partner": "alone"},
    ):  # fmt: skip
        sheet = opened(client, 5, misere="10")
        play(client, sheet, {"taker": "nobody"} | more)
        assert written(client, sheet) == [{"kind": "passed"}], more


# ---- Points and hints -----------------------------------------------------------------------


@pytest.mark.parametrize(("agreed", "before"), [("open", "Deal 3"), ("3", "Deal 3 of 4")])
def test_a_passed_deal_has_a_number_in_every_heading_as_in_the_list(
    client: FlaskClient, agreed: str, before: str
) -> None:
    sheet = opened(client, deals=agreed)
    play(client, sheet, {"taker": "nobody"})
    play(client, sheet, PLAIN)
    page = page_of(client.get(sheet).text)
    assert [each.text for each in page.select("#status span")][:1] == [before]
    assert "Deal 3" in [each.text for each in page.select("h2")]
    assert [each.split()[:2] for each in deals(client, sheet)] == [["Deal", "2"], ["Deal", "1"]]


def test_half_points_are_typed_as_people_write_them(client: FlaskClient) -> None:
    sheet = opened(client, 3)
    play(client, sheet, GARDE | {"attack": "41,5"})
    play(client, sheet, GARDE | {"defence": "49.5"})
    assert [each["points"] for each in written(client, sheet)] == [41.5, 41.5]
    assert totals(client, sheet) == [208, -104, -104]
    assert refused(client, opened(client), GARDE | {"attack": "41,5"})


def test_what_is_no_number_comes_back_as_it_was_typed(client: FlaskClient) -> None:
    answer = send(client, opened(client), GARDE | {"attack": "viel"})
    assert answer.status_code == 422
    assert 'value="viel"' in answer.text


def test_what_the_attack_needs_is_said_as_soon_as_its_bouts_are(client: FlaskClient) -> None:
    sheet = opened(client, 3)
    assert hints(client, sheet, {"bouts": "2"}) == ["With 2 bouts the attack needs 41 points."]
    assert hints(client, sheet, {"bouts": "1"}) == ["With 1 bout the attack needs 51 points."]
    assert hints(client, sheet, {"bouts": "2", "attack": "52"}) == ["Made by 11."]
    assert hints(client, sheet, {"bouts": "2", "defence": "53,5"}) == ["Down by 4."]
    assert hints(client, sheet, {"bouts": "3", "attack": "36"}) == ["Made exactly."]
    assert hints(client, sheet, {"attack": "36"}) == []


def test_how_the_excuse_moves_the_points_is_said(client: FlaskClient) -> None:
    sheet = opened(client)
    home = {"owner": "attack", "trick": "defence"}
    assert hints(client, sheet, {"bouts": "2", "attack": "38"} | home) == [
        "Excuse back to the attack: 38 + 4 = 42.",
        "Made by 1.",
    ]
    lost = {"owner": "defence", "trick": "attack"}
    assert hints(client, sheet, {"bouts": "2", "attack": "44"} | lost) == [
        "Excuse back to the defence: 44 − 4 = 40.",
        "Down by 1.",
    ]
    last = home | {"last_trick": "1"}
    assert hints(client, sheet, {"bouts": "2", "attack": "38"} | last) == ["Down by 3."]


# ---- Beside the contract --------------------------------------------------------------------


def test_everything_beside_the_contract_is_a_touch_away(client: FlaskClient) -> None:
    sheet = opened(client, misere="10")
    play(client, sheet, GARDE | {"attack": "49", "petit_au_bout": "attack", "poignee_2": "simple"})
    assert totals(client, sheet) == [318, -106, -106, -106]
    play(client, sheet, GARDE | {"attack": "87", "made_by": "attack", "miseres": ["1", "3"]})
    play(client, sheet, PLAIN | {"announced": "1", "made_by": "nobody"})
    assert [each.get("chelem") for each in written(client, sheet)] == [
        None,
        {"announced": False, "made_by": "attack"},
        {"announced": True},
    ]
    assert written(client, sheet)[1]["miseres"] == [1, 3]
    excuse = {"owner": "attack", "trick": "defence"}
    play(client, sheet, GARDE | {"attack": "48"} | excuse)
    assert written(client, sheet)[3]["excuse"] == excuse | {"last_trick": False}


def test_a_chelem_announced_is_answered_by_a_side_or_by_nobody(client: FlaskClient) -> None:
    sheet = opened(client)
    assert offered(client.get(sheet).text, "made_by")[:3] == ["Attack", "Defence", "nobody"]
    answer = send(client, sheet, PLAIN | {"announced": "1"})
    assert answer.status_code == 422
    assert reasons_at(answer.text, "Who took every trick?") == [MISSING]
    play(client, sheet, PLAIN | {"announced": "1", "made_by": "nobody"})
    again = entry_form(client, f"{sheet}rounds/1")
    assert (again["announced"], again["made_by"]) == ("1", "nobody")
    play(client, sheet, PLAIN | {"made_by": "nobody"})
    assert totals(client, sheet) == [-600 + 432, 200 - 144, 200 - 144, 200 - 144]


@pytest.mark.parametrize(
    ("rule", "players", "trumps"),
    [
        ("by_players", 3, "13 15 18"), ("by_players", 4, "10 13 15"), ("by_players", 5, "8 10 13"),
        ("ten", 3, "10 13 15"), ("ten", 4, "10 13 15"), ("ten", 5, "10 13 15"),
    ],
)  # fmt: skip
def test_a_poignee_is_offered_with_the_trumps_of_this_table(
    client: FlaskClient, rule: str, players: int, trumps: str
) -> None:
    page = client.get(opened(client, players, poignee_trumps=rule)).text
    found = offered(page, "poignee_1")
    assert " ".join(each.split()[-1] for each in found if each.split()[-1].isdigit()) == trumps


def test_misere_is_asked_for_only_where_it_is_played(client: FlaskClient) -> None:
    assert offered(client.get(opened(client)).text, "miseres") == []
    assert len(offered(client.get(opened(client, misere="20")).text, "miseres")) == 4


def test_an_excuse_half_told_is_asked_for(client: FlaskClient) -> None:
    inputs = PLAIN | {"owner": "attack"}
    answer = send(client, opened(client), inputs)
    assert answer.status_code == 422
    assert MISSING in problems(answer.text)


@pytest.mark.parametrize(("players", "partner"), [(4, None), (5, "alone")])
def test_a_taker_alone_wins_no_trick_with_their_excuse(
    client: FlaskClient, players: int, partner: str | None
) -> None:
    sheet = opened(client, players)
    inputs = PLAIN | ({"partner": partner} if partner else {})
    own = {"owner": "attack", "trick": "attack"}
    answer = send(client, sheet, inputs | own)
    assert answer.status_code == 422
    assert "The Excuse wins no trick: the defence won the one in which it lay." in (
        problems(answer.text)
    )
    slam = {"bouts": "3", "attack": "91", "made_by": "attack", "last_trick": "1"}
    assert send(client, sheet, inputs | own | slam).status_code == 303


def test_an_excuse_may_lie_in_a_trick_of_the_partner(client: FlaskClient) -> None:
    own = {"owner": "attack", "trick": "attack"}
    assert send(client, opened(client, 5), PLAIN | {"partner": "1"} | own).status_code == 303


def test_a_half_at_a_table_of_four_leads_to_where_the_excuse_lay(client: FlaskClient) -> None:
    """A king, a queen, a knight and a jack, and an Excuse that no card was given for."""
    contre = {"taker": "0", "contract": "garde_contre", "bouts": "1"}
    sheet = opened(client)
    answer = send(client, sheet, contre | {"attack": "16,5"})
    page = page_of(answer.text)
    (found,) = set(problems(answer.text)) & set(reasons_at(answer.text, POINTS))
    assert "not 16.5: please count again" in found
    (link,) = page.select("fieldset.numbers a.button[href='#excuse']")
    assert link.text == "Say where the Excuse lay"
    (fold,) = page.select("details[id=excuse][open]")
    assert fold.select("[name=owner]")
    play(client, sheet, contre | {"attack": "12", "owner": "attack", "trick": "defence"})
    assert totals(client, sheet) == [-1080, 360, 360, 360]


def test_other_refusals_lead_nowhere(client: FlaskClient) -> None:
    page = page_of(send(client, opened(client), PLAIN | {"attack": "3"}).text)
    assert page.select(".problem")
    assert page.select("a[href='#excuse'], details[id=excuse][open]") == []


def test_a_refusal_opens_the_fold_it_is_about(client: FlaskClient) -> None:
    inputs = PLAIN | {"bouts": "0", "petit_au_bout": "attack"}
    page = page_of(send(client, opened(client), inputs).text)
    (fold,) = [each for each in page.select("details.rare[open]") if each.select(".problem")]
    assert fold.select("[name=petit_au_bout]")


def test_a_correction_begins_with_everything_that_was_entered(client: FlaskClient) -> None:
    sheet = opened(client, 6, misere="10")
    played = {
        "taker": "1", "partner": "2", "contract": "garde_sans", "bouts": "1", "attack": "50.5",
        "petit_au_bout": "defence", "poignee_3": "double", "announced": "1", "made_by": "nobody",
        "miseres": ["4"], "owner": "attack", "trick": "attack", "last_trick": "1", "out": "0",
    }  # fmt: skip
    refused(client, sheet, played)  # the petit in another last trick than the Excuse
    played["petit_au_bout"] = "attack"
    assert refused(client, sheet, played)  # with one bout these are two
    played["bouts"] = "2"
    play(client, sheet, played)
    again = entry_form(client, f"{sheet}rounds/1")
    wanted = {key: value for key, value in played.items() if key != "miseres"}
    assert {key: again[key] for key in wanted} == wanted
    assert again["miseres"] == "4"
    assert again["defence"] == ""
    answer = client.post(f"{sheet}rounds/1", data=again)
    assert answer.status_code == 303
    assert len(written(client, sheet)) == 1


# ---- Five players ---------------------------------------------------------------------------


def test_five_players_are_asked_who_holds_the_king(client: FlaskClient) -> None:
    sheet = opened(client, 5)
    answer = send(client, sheet, PLAIN)
    assert answer.status_code == 422
    assert reasons_at(answer.text, "Who holds the called king?") == [MISSING]
    play(client, sheet, PLAIN | {"partner": "2"})
    assert totals(client, sheet) == [144, -72, 72, -72, -72]
    play(client, sheet, PLAIN | {"partner": "alone"})
    assert totals(client, sheet) == [432, -144, 0, -144, -144]
    assert [each.get("partner") for each in written(client, sheet)] == [2, None]
    first, second = reversed(deals(client, sheet))
    assert "Anna with Clara" in first
    assert "Anna alone" in second


def test_a_deal_of_a_taker_alone_is_corrected_without_being_asked_again(
    client: FlaskClient,
) -> None:
    sheet = opened(client, 5)
    play(client, sheet, PLAIN | {"partner": "alone"})
    assert entry_form(client, f"{sheet}rounds/1")["partner"] == "alone"


def test_four_players_are_not_asked_for_a_king(client: FlaskClient) -> None:
    sheet = opened(client)
    assert offered(client.get(sheet).text, "partner") == []
    (found,) = refused(client, sheet, PLAIN | {"partner": "2"})
    assert "five" in found


# ---- Who sits out ---------------------------------------------------------------------------


def test_the_dealer_sits_out_and_is_not_offered(client: FlaskClient) -> None:
    sheet = opened(client, 6)
    page = client.get(sheet).text
    names = ["Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz sits out"]
    assert offered(page, "taker") == [*names, "all passed"]
    assert offered(page, "partner") == [*names[:5], "alone"]
    assert page_of(page).select("[name=poignee_5]") == []
    assert [each["value"] for each in page_of(page).select("input[disabled]")] == ["5"]
    assert dealer_as_seen_by_others(client, sheet) == "Fritz deals · sits out"
    play(client, sheet, PLAIN | {"partner": "1"})
    assert totals(client, sheet) == [144, 72, -72, -72, -72, 0]
    assert "Fritz sat out" in deals(client, sheet)[0]
    assert dealer_as_seen_by_others(client, sheet) == "Anna deals · sits out"
    assert section(client, sheet) == (
        "Sat out so far: Anna 0 · Bert 0 · Clara 0 · Dirk 0 · Eva 0 · Fritz 1"
    )


def test_somebody_else_sits_out_by_a_touch(client: FlaskClient) -> None:
    sheet = opened(client, 4, seats="3")
    typed = entry_form(client, sheet) | PLAIN | {"taker": "2"}
    shown = client.post(f"{sheet}rounds/new/deal", data=typed | {"add": "1"})
    assert shown.status_code == 200
    names = ["Anna", "Bert sits out", "Clara", "Dirk"]
    assert offered(shown.text, "taker") == [*names, "all passed"]
    form = page_of(shown.text).select_one("form[data-entry]")
    assert form is not None
    kept = fields_of(form)
    assert kept.items() >= (typed | {"out": "1"}).items()
    assert client.post(f"{sheet}rounds/new/deal", data=kept).status_code == 303
    assert totals(client, sheet) == [-72, 0, 144, -72]
    assert written(client, sheet)[0]["out"] == 1


def test_a_touch_of_nobody_changes_nothing(client: FlaskClient) -> None:
    sheet = opened(client, 4, seats="3")
    for value in ("", "9", "x", "out"):
        shown = client.post(
            f"{sheet}rounds/new/deal", data=entry_form(client, sheet) | {"add": value}
        )
        assert shown.status_code == 200
        assert offered(shown.text, "taker")[:3] == ["Anna", "Bert", "Clara"]


def test_another_dealer_sits_out_as_well(client: FlaskClient) -> None:
    sheet = opened(client, 4, seats="3")
    play(client, sheet, PLAIN | {"dealer": "1"})
    assert totals(client, sheet) == [144, 0, -72, -72]
    found = refused(client, sheet, PLAIN | {"dealer": "0"})
    assert found == ["Anna sits out this deal: choose somebody else."]


def test_a_substitute_has_not_sat_out_what_somebody_else_did(client: FlaskClient) -> None:
    sheet = opened(client, 4, seats="3")
    play(client, sheet, PLAIN)
    for seat, name, first, out in (("3", "Fritz", "2", "1"), ("0", "Dirk", "3", "3")):
        change = form_at(client, f"{sheet}seats", -1) | {"seat": seat, "player": name}
        sent = client.post(f"{sheet}seats/substitute", data=change | {"round": first})
        assert sent.status_code == 303
        play(client, sheet, PLAIN | {"out": out})
    for row, name in zip(deals(client, sheet), ("Fritz", "Bert", "Dirk"), strict=True):
        assert f"{name} sat out" in row
    assert section(client, sheet) == "Sat out so far: Dirk 1 · Bert 1 · Clara 0 · Fritz 1"


def test_a_struck_out_deal_says_who_sat_out_as_before(client: FlaskClient) -> None:
    sheet = opened(client, 5, seats="4")
    play(client, sheet, PLAIN | {"taker": "4", "dealer": "2"})
    assert "Eva · Garde" in deals(client, sheet)[0]
    assert "Clara sat out" in deals(client, sheet)[0]
    strike = {"key": "s" * 32, "based_on": "2"}
    assert client.post(f"{sheet}rounds/1/strike", data=strike).status_code == 303
    (struck,) = page_of(client.get(sheet).text).select("#rounds .between")
    history = page_of(client.get(f"{sheet}history").text).select(".history li")
    for told in (struck.text, history[0].text):
        assert ("Clara sat out" in told, "Eva sat out" in told) == (True, False)


def test_where_everybody_plays_nobody_is_asked_who_sits_out(client: FlaskClient) -> None:
    sheet = opened(client)
    page = page_of(client.get(sheet).text)
    assert page.select("[name=out], [data-touched], section.own") == []
    (found,) = refused(client, sheet, PLAIN | {"out": "3"})
    assert "nobody sits out" in found


def test_a_table_cannot_play_with_more_seats_than_players(client: FlaskClient) -> None:
    at = "/new/french_tarot"
    form = page_of(client.get(at).text).select_one("main form[method=post]")
    assert form is not None
    named = {f"name_{seat}": name for seat, name in enumerate(NAMES[:4])}
    answer = client.post(at, data=fields_of(form) | named | {"house_seats": "5"})
    assert answer.status_code == 422
    (found,) = problems(answer.text)
    assert "4 players" in found


# ---- Everything at once ---------------------------------------------------------------------


def any_inputs() -> Iterator[Inputs]:
    contracts, counts = ("", "skat"), ("40,5", "−3", "x" * 200)
    for taker, contract, attack in product(("nobody", "9"), contracts, counts):
        yield {"taker": taker, "contract": contract, "attack": attack, "bouts": "2"}
    for bouts, defence, owner in product(("7", "x"), ("91,5", "999999999999"), ("me",)):
        yield PLAIN | {"bouts": bouts, "defence": defence, "owner": owner, "trick": "attack"}
    yield PLAIN
    yield PLAIN | {"partner": "alone"}
    for key in ("partner", "petit_au_bout", "poignee_1", "made_by", "miseres", "out", "trick"):
        yield PLAIN | {key: "x"}
        yield PLAIN | {key: "7"}


def test_whatever_is_sent_the_form_comes_back_with_words(client: FlaskClient) -> None:
    sheet = opened(client, 6, misere="10")
    blank = entry_form(client, sheet)
    answers = [
        client.post(f"{sheet}rounds/new/deal", data=blank | inputs | {"do": "sum"})
        for inputs in any_inputs()
    ]
    assert {answer.status_code for answer in answers} == {200, 422}
    for answer in answers:
        assert "{" not in " ".join(hint.text for hint in page_of(answer.text).select(".hint"))
        if answer.status_code == 422:
            assert problems(answer.text)
            assert "{" not in " ".join(problems(answer.text))


@pytest.mark.parametrize(("misere", "deals"), [("0", "open"), ("20", "7")])
def test_the_rule_page_says_the_rules_of_this_table(
    client: FlaskClient, misere: str, deals: str
) -> None:
    page = client.get(f"{opened(client, misere=misere, deals=deals)}rules").text
    assert ("gets 20 from everybody else" in page) == (misere == "20")
    assert ("is not played at this table" in page) == (misere == "0")
    assert ("ends after 7 deals" in page) == (deals == "7")
