"""The web application: a room for every subject, and what every request shares."""

from flask import Flask

from scorekeeper.services.live import change_watch
from scorekeeper.services.sheet import state_cache
from scorekeeper.web.account import bill_routes, entry_routes
from scorekeeper.web.account import routes as account_routes
from scorekeeper.web.files import routes as files_routes
from scorekeeper.web.group import name_routes
from scorekeeper.web.group import routes as group_routes
from scorekeeper.web.health import routes as hosting_routes
from scorekeeper.web.house_rules import group_routes as group_rules_routes
from scorekeeper.web.house_rules import routes as house_rules_routes
from scorekeeper.web.links import routes as links_routes
from scorekeeper.web.live import event_routes
from scorekeeper.web.live import routes as live_routes
from scorekeeper.web.people import routes as people_routes
from scorekeeper.web.printing import browser_routes
from scorekeeper.web.printing import routes as printing_routes
from scorekeeper.web.request import (
    access,
    assets,
    drawings,
    form_token,
    form_values,
    guard,
    language,
    page_cache,
    prefix,
    rate_limits,
    templating,
)
from scorekeeper.web.round import answers, repair_routes, undo_routes
from scorekeeper.web.round import routes as round_routes
from scorekeeper.web.samples import routes as samples_routes
from scorekeeper.web.seats import routes as seats_routes
from scorekeeper.web.shared import errors
from scorekeeper.web.sheet import keep_routes
from scorekeeper.web.sheet import link_routes as sheet_link_routes
from scorekeeper.web.sheet import routes as sheet_routes
from scorekeeper.web.standing import routes as standing_routes
from scorekeeper.web.standing import season_routes, what_if_routes
from scorekeeper.web.start import new_sheet_routes
from scorekeeper.web.start import routes as start_routes

EXTENSIONS = (
    templating.install,
    page_cache.install,
    form_values.install,
    state_cache.install,
    change_watch.install,
    rate_limits.limit_addresses,
    language.install,
    guard.install,
    prefix.install,
    rate_limits.limit_links,
    rate_limits.limit_groups,
    samples_routes.install,
    drawings.install,
    assets.install,
    form_token.install,
    errors.install,
    answers.install,
    printing_routes.install,
)
ROUTES = (
    hosting_routes.bp,
    start_routes.bp,
    new_sheet_routes.bp,
    samples_routes.bp,
    group_routes.bp,
    name_routes.bp,
    group_rules_routes.bp,
    people_routes.bp,
    group_routes.history,
    account_routes.statements,
    account_routes.bp,
    files_routes.imports,
    entry_routes.bp,
    entry_routes.payments,
    sheet_routes.bp,
    live_routes.phone_holder,
    live_routes.phone_writing,
    event_routes.bp,
    sheet_routes.sheet_money,
    round_routes.bp,
    round_routes.form_parts,
    repair_routes.bp,
    undo_routes.bp,
    seats_routes.bp,
    house_rules_routes.bp,
    files_routes.bp,
    bill_routes.bp,
    standing_routes.bp,
    season_routes.bp,
    what_if_routes.bp,
    what_if_routes.of_sheet,
    keep_routes.bp,
    sheet_link_routes.bp,
    sheet_link_routes.linked,
    printing_routes.bp,
    browser_routes.bp,
)
FOR_PHONES = (links_routes.bp, start_routes.known_groups)  # only where other phones can open them


def register(app: Flask) -> None:
    """Add everything that answers a request, and what runs before and after it."""
    for install in EXTENSIONS:
        install(app)
    for blueprint in (*ROUTES, *(FOR_PHONES if app.config["SERVES_PHONES"] else ())):
        app.register_blueprint(blueprint)
    access.add_sheets_alone(app)
