"""Pages, and forms in; HTML, JSON and files out."""

from flask import Flask

from scorekeeper.web import (
    bringing,
    files,
    groups,
    guard,
    house,
    language,
    mending,
    paper,
    rounds,
    seats,
    sheets,
    slips,
    start,
    statics,
    striking,
)


def register(app: Flask) -> None:
    """Everything that answers a request, and what stands before and behind it."""
    for module in (guard, language, statics, slips, paper):
        module.install(app)
    pages = (start, groups, bringing, sheets, rounds, mending, striking, seats, house, files, paper)
    for module in pages:
        app.register_blueprint(module.bp)
