"""How often an address may ask: before anything else is done for it, a link looked up included."""

from flask import Flask

from scorekeeper.web.request.rates import client, limit_rate, rate_of_site, site


def install(app: Flask) -> None:
    """Limit it where the host has a limit."""
    rate = app.config["LIMITS"].get("address")
    if rate is not None:
        limit_rate(app, rate, "address", client)
        limit_rate(app, rate_of_site(rate), "site", site)
