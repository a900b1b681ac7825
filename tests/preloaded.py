"""What the process brings that the tests' servers are copies of; nobody else imports it.

All that every start of the program loads, compiles and remembers is done here, once.
"""

import gc
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from flask.templating import Environment
from werkzeug.routing import Rule

import scorekeeper.cli.databases
import scorekeeper.cli.serve  # noqa: F401
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from scorekeeper.store.db import close
from tests.compiled_once import CompiledTemplates, compiled_once

COMPILED = CompiledTemplates()


class CompiledOnce(Environment):
    """Knows the templates that were compiled before."""

    def __init__(self, app: Flask, **options: Any) -> None:
        super().__init__(app, bytecode_cache=COMPILED, **options)


def prepare() -> None:
    """Make what every application makes, and look at every template."""
    Rule.compile = compiled_once(Rule.compile)  # type: ignore[assignment, method-assign]
    Flask.jinja_environment = CompiledOnce  # type: ignore[assignment]
    with TemporaryDirectory() as folder:
        app = create_ready_app(f"sqlite:///{folder}/looked_at.sqlite")
        for name in app.jinja_env.list_templates():
            if "paper" not in name and not name.startswith("papers/"):  # of the printing process
                app.jinja_env.get_template(name)
        close(app)
    for language in languages():
        messages_in(language)
    gc.freeze()  # a copy looks through nothing of this, and so copies none of it


prepare()
