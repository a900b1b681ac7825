"""The web application: routes, the presenters of their pages, and what every request shares."""

from flask import Flask

from scorekeeper.services import results_cache, state_cache
from scorekeeper.web.request import assets, drawings, form_values, guard, language
from scorekeeper.web.routes import (
    account,
    account_statements,
    bills,
    conflicts,
    costs,
    downloads,
    errors,
    form_parts,
    group_history,
    group_rules,
    groups,
    house_rules,
    imports,
    payments,
    people,
    printing,
    repairs,
    rounds,
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
    guard,
    language,
    drawings,
    assets,
    errors,
    conflicts,
    printing,
)
ROUTES = (
    start,
    groups,
    group_rules,
    people,
    group_history,
    account_statements,
    account,
    imports,
    costs,
    payments,
    sheets,
    sheet_money,
    rounds,
    form_parts,
    repairs,
    strike_out,
    seats,
    house_rules,
    downloads,
    bills,
    printing,
)


def register(app: Flask) -> None:
    """Add everything that answers a request, and what runs before and after it."""
    for module in EXTENSIONS:
        module.install(app)
    for module in ROUTES:
        app.register_blueprint(module.bp)
