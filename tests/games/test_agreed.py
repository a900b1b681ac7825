"""Points by agreement in every game: the same for all, and each game goes on as it should."""

from typing import Any

import pytest

from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.games.sitting_out import seats_sat_out
from tests.games.one_round import problem_codes, sheet_of
from tests.toy.plugin import PLUGIN as TOY

EVERY_PLUGIN = pytest.mark.parametrize(
    "plugin", [*PLUGINS.values(), TOY], ids=lambda plugin: plugin.game.slug
)
BETTEL = {"kind": "bettel", "declarer": 0, "won": True}
FORCED = {"kind": "ramsch", "most": [0], "jungfern": [], "forced": True}
PASSED = {"kind": "passed"}


def agreed(sides: int, **more: Any) -> dict[str, Any]:
    return {"kind": "agreed", "points": [1, -1] + [0] * (sides - 2), "why": "so"} | more


@EVERY_PLUGIN
def test_every_game_takes_points_beside_its_deals(plugin: GamePlugin) -> None:
    seats = min(plugin.game.seat_counts)
    sheet = sheet_of(plugin.game, [], players=list("ABCDEF"[:seats]))
    sides = len(plugin.game.sides(seats))
    with_points = sheet_of(plugin.game, [agreed(sides)] * 2, players=list("ABCDEF"[:seats]))
    assert with_points.ledger.misfits == ()
    assert with_points.ledger.totals[:2] == (2, -2)
    assert with_points.ledger.table == sheet.ledger.table
    assert plugin.sections(with_points.ledger) == plugin.sections(sheet.ledger)
    assert plugin.paper(with_points.ledger)


@EVERY_PLUGIN
def test_the_form_fills_in_what_it_has_read(plugin: GamePlugin) -> None:
    for seats in plugin.game.seat_counts:
        data = agreed(len(plugin.game.sides(seats)))
        sheet = sheet_of(plugin.game, [data], players=list("ABCDEF"[:seats]))
        form = plugin.agreed_form(sheet.ledger.table)
        form.fill(data)
        assert form.observation_data() == data


@EVERY_PLUGIN
def test_no_form_of_a_game_has_the_name_of_the_shared_one(plugin: GamePlugin) -> None:
    assert plugin.form_by_slug("agreed") is plugin.agreed_form
    assert "agreed" not in {form.slug for form in plugin.forms}
    assert "agreed" not in plugin.game.kinds


def test_a_deal_settled_in_klaverjassen_is_one_of_the_sixteen() -> None:
    found = sheet_of(GAMES["klaverjassen"], [agreed(2, deal=True)] * 16).ledger
    assert found.misfits == ()
    assert found.finished


def test_a_game_of_tafferand_is_not_settled() -> None:
    found = problem_codes(GAMES["tafferand"], agreed(2, deal=True))
    assert found == [("deal", "games_are_played")]


def test_the_last_free_round_of_tapp_may_be_settled_and_no_forced_ramsch() -> None:
    players = ["Anna", "Bert", "Clara"]
    last_free = [BETTEL | {"ace_of_hearts": 2}, agreed(3, deal=True)]
    found = sheet_of(GAMES["tapp"], [*last_free, FORCED, FORCED, FORCED], players=players).ledger
    assert found.misfits == ()
    assert found.rounds[1].dealer == 2
    assert found.finished
    closing = [*last_free, FORCED]
    refused = problem_codes(GAMES["tapp"], agreed(3, deal=True), None, players, closing)
    assert refused == [("deal", "only_forced")]
    assert problem_codes(GAMES["tapp"], agreed(3), None, players, closing) == []


@pytest.mark.parametrize("play_for", ["money", "chips"])
def test_in_tapp_what_one_gets_others_pay(play_for: str) -> None:
    house, players = {"play_for": play_for}, ["Anna", "Bert", "Clara"]
    odd = {"kind": "agreed", "points": [5, 0, 0], "why": "so"}
    assert problem_codes(GAMES["tapp"], odd, house, players) == [("points", "agreed_sum")]
    assert problem_codes(GAMES["tapp"], agreed(3), house, players) == []


def test_a_settled_deal_of_french_tarot_counts_and_its_dealer_sat_out() -> None:
    house = {"deals": 3, "seats": 4}
    players = ["Anna", "Bert", "Clara", "Dirk", "Eva"]
    rounds = [PASSED, agreed(5, deal=True), agreed(5), agreed(5, deal=True)]
    found = sheet_of(GAMES["french_tarot"], rounds, house, players).ledger
    assert found.table.past == 2
    assert seats_sat_out(found) == (4, 0, None, 1)  # Eva deals first
    four = [agreed(4, deal=True)] * 3
    everybody = sheet_of(GAMES["french_tarot"], four, {"deals": 3}, players[:4]).ledger
    assert everybody.finished
    assert seats_sat_out(everybody) == (None, None, None)
