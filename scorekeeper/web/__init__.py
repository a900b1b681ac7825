"""The web application: routes, the presenters of their pages, and what every request shares."""

from flask import Flask

from scorekeeper.services import change_watch, live, presence, results_cache, state_cache
from scorekeeper.web.request import (
    access,
    address_rate,
    assets,
    drawings,
    form_values,
    group_rate,
    guard,
    language,
    link_rate,
    page_tag,
    prefix,
    sample_mark,
    script_answers,
    service_worker,
    words,
)
from scorekeeper.web.routes import (
    account,
    bills,
    conflicts,
    downloads,
    errors,
    events,
    form_parts,
    group_history,
    group_rules,
    groups,
    health,
    house_rules,
    imports,
    known_groups,
    links,
    money_entries,
    offline,
    people,
    phone_holder,
    phone_writing,
    printing,
    repairs,
    results,
    rounds,
    samples,
    seats,
    sheet_money,
    sheets,
    start,
    strike_out,
)

EXTENSIONS = (
    form_values,
    state_cache,
    results_cache,
    live,
    presence,
    change_watch,
    address_rate,
    guard,
    prefix,
    link_rate,
    group_rate,
    language,
    sample_mark,
    drawings,
    assets,
    words,
    service_worker,
    script_answers,
    page_tag,
    errors,
    conflicts,
    printing,
)
ROUTES = (
    health,
    start,
    samples,
    offline,
    known_groups,
    groups,
    group_rules,
    people,
    group_history,
    account,
    imports,
    money_entries,
    sheets,
    links,
    phone_holder,
    phone_writing,
    events,
    sheet_money,
    rounds,
    form_parts,
    repairs,
    strike_out,
    seats,
    house_rules,
    downloads,
    bills,
    results,
    printing,
)
# Modules with pages of two subjects, whose endpoints keep the names they have.
FURTHER_BLUEPRINTS = (account.statements, money_entries.payments)


def register(app: Flask) -> None:
    """Add everything that answers a request, and what runs before and after it."""
    for module in EXTENSIONS:
        module.install(app)
    for blueprint in (*(module.bp for module in ROUTES), *FURTHER_BLUEPRINTS):
        app.register_blueprint(blueprint)
    access.add_sheets_alone(app)
