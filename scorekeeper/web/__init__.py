"""The web application: routes, the presenters of their pages, and what every request shares."""

from flask import Flask

from scorekeeper.services import change_watch, live, presence, results_cache, state_cache
from scorekeeper.web.request import (
    access,
    assets,
    drawings,
    form_token,
    form_values,
    guard,
    language,
    page_tag,
    prefix,
    rates,
)
from scorekeeper.web.routes import (
    account,
    answers,
    bills,
    errors,
    files,
    groups,
    health,
    house_rules,
    links,
    money_entries,
    people,
    printing,
    repairs,
    rounds,
    samples,
    seats,
    sheets,
    start,
)
from scorekeeper.web.routes import live as live_routes

EXTENSIONS = (
    form_values.install,
    state_cache.install,
    results_cache.install,
    live.install,
    presence.install,
    change_watch.install,
    rates.limit_addresses,
    guard.install,
    prefix.install,
    rates.limit_links,
    rates.limit_groups,
    language.install,
    samples.install,
    drawings.install,
    assets.install,
    form_token.install,
    page_tag.install,
    errors.install,
    answers.install,
    printing.install,
)
ROUTES = (
    health.bp,
    start.bp,
    samples.bp,
    start.offline,
    start.known_groups,
    groups.bp,
    house_rules.of_group,
    people.bp,
    groups.history,
    account.statements,
    account.bp,
    files.imports,
    money_entries.bp,
    money_entries.payments,
    sheets.bp,
    links.bp,
    live_routes.phone_holder,
    live_routes.phone_writing,
    live_routes.events,
    sheets.sheet_money,
    rounds.bp,
    rounds.form_parts,
    repairs.bp,
    repairs.strike_out,
    seats.bp,
    house_rules.bp,
    files.bp,
    bills.bp,
    sheets.results,
    printing.bp,
)


def register(app: Flask) -> None:
    """Add everything that answers a request, and what runs before and after it."""
    for install in EXTENSIONS:
        install(app)
    for blueprint in ROUTES:
        app.register_blueprint(blueprint)
    access.add_sheets_alone(app)
