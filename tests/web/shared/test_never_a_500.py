"""Whatever is sent, the answer is a page with words: never our own mistake."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import PLUGINS
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.sheet.entries import EntryType
from tests.web.checked_cache import checked
from tests.web.visitor import PRINTED, ROUND_FORMS, Visitor

NOT_VISITED = {
    *PRINTED,
    "start.rules",  # their addresses are kept, but no page leads there any more
    "keep.former",
    "imports.groups",  # of one device alone
    "imports.everything",
    "imports.everything_in_parts",
    *("manifest", "imports.shared"),  # asked for by a browser itself
    "linked.show",  # asked for by what stands behind a # of the start page
    "known_groups.code",  # sent by script alone, as all of these are asked for by script alone
    "phone_writing.note",
    "events.of_group",
    "events.of_sheet",
    "words",
    "service_worker",
    "start.show_offline",
    "health.alive",  # asked by what watches over the server
    "health.ready",
    "sheet_money.pay",  # on sheets that are over and for money
    "samples.thrown_away",  # where a button that is seldom pressed leads
}
EVERY_PLUGIN = pytest.mark.parametrize(
    "plugin", PLUGINS.values(), ids=lambda plugin: plugin.game.slug
)
LOST_AT_MOST = 0.05
STEPS, TRIES = 25, 160
SEEDS = {  # of who has been everywhere soon; else 6
    "klaverjassen": 13, "tafferand": 3, "tapp": 37, "tuebinger_tarock": 10,
}  # fmt: skip

PLAYED_ON = {"tafferand", "tuebinger_tarock"}  # where what is seldom is a kind of round


def goes_everywhere(plugin: GamePlugin) -> bool:
    """Whether it is the game, whichever that is, in which also all is visited that games share."""
    return plugin is next(iter(PLUGINS.values()))


def visiting(app: Flask, client: FlaskClient, plugin: GamePlugin, seed: int) -> Visitor:
    checked(app)  # and no page may be another one than would be drawn anew
    visitor = Visitor(app, client, plugin, seed)
    if not goes_everywhere(plugin):
        visitor.plays_on = plugin.game.slug in PLAYED_ON
        visitor.often |= dict.fromkeys(ROUND_FORMS, 40) | {"house_rules.change": 20}
    return visitor


def missed(app: Flask, plugin: GamePlugin, visitor: Visitor) -> set[str]:
    """What was not reached: kinds of round and sorts of answer; also addresses and types of
    entries, which all games share, where somebody goes everywhere.
    """
    wanted = set(plugin.game.every_kind)
    wanted |= {str(status) for status in (200, 303, 400, 404, 409, 422)}
    if goes_everywhere(plugin):
        wanted |= {rule.endpoint for rule in app.url_map.iter_rules()}
        wanted -= {"static", "print_files.send"}  # what pages name beside links
        wanted |= {*EntryType, *GroupEntryType}
    wanted -= visitor.reached | visitor.written()
    return wanted - {str(status) for status in visitor.statuses}


@pytest.mark.takes_long
@EVERY_PLUGIN
def test_no_step_makes_a_500(app: Flask, client: FlaskClient, plugin: GamePlugin) -> None:
    visitor = visiting(app, client, plugin, SEEDS.get(plugin.game.slug, 6))
    for _ in range(TRIES):
        visitor.go(2 * STEPS if goes_everywhere(plugin) else STEPS)
        if missed(app, plugin, visitor) <= NOT_VISITED:
            break
    assert missed(app, plugin, visitor) <= NOT_VISITED
    assert visitor.lost_share < LOST_AT_MOST


@EVERY_PLUGIN
@pytest.mark.soak(short="test_no_step_makes_a_500")
@pytest.mark.parametrize("seed", range(1000, 1004))
def test_no_step_makes_a_500_for_long(
    app: Flask, client: FlaskClient, plugin: GamePlugin, seed: int
) -> None:
    visitor = Visitor(app, client, plugin, seed)
    if seed == 1000:
        visitor.printed.clear()
    if seed == 1001:
        checked(app)
    visitor.go(1000)
    assert visitor.lost_share < LOST_AT_MOST
