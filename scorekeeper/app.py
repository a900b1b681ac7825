"""The application: configuration, extensions, blueprints, nothing else."""

import os
from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import paths
from scorekeeper.settings import HOST, PREFIX, host_names
from scorekeeper.store import db
from scorekeeper.web import register

UPLOAD_AT_MOST = 3_000_000  # bytes of a form; the one that imports a file says more itself


def default_database() -> str:
    """The embedded database, where this program keeps its data."""
    return f"sqlite:///{paths.data_folder() / 'scorekeeper.sqlite'}"


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The application under *config*; what it leaves out comes from the environment.

    Raises UnusableDatabaseError for a database address that is none of ours.
    """
    app = Flask(
        "scorekeeper",
        template_folder=str(paths.folder("templates")),
        static_folder=str(paths.folder("static")),
        instance_path=str(paths.data_folder()),
    )
    app.config.from_mapping(
        DATABASE=os.environ.get(f"{PREFIX}DATABASE") or default_database(),
        SYNCHRONOUS=os.environ.get(f"{PREFIX}SYNCHRONOUS", db.SYNCHRONOUS),
        PROXIES=int(os.environ.get(f"{PREFIX}PROXIES", "0")),
        HOST=HOST,  # what the server listens at
        HOSTS=host_names(),  # what it answers to; empty: to every name
        BUSY_SECONDS=db.BUSY_SECONDS,
        MAX_CONTENT_LENGTH=UPLOAD_AT_MOST,
        MAX_FORM_MEMORY_SIZE=UPLOAD_AT_MOST,
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=5,
        COMPRESS_LEVEL=9,  # of gzip: a phone on plain http
        COMPRESS_MIMETYPES=[
            "text/html",
            "text/css",
            "text/javascript",
            "application/json",
            "image/svg+xml",
        ],
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
    )
    app.config.from_mapping(config or {})
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    db.attach(app)
    Compress(app)
    register(app)
    if app.config["PROXIES"]:
        hops = app.config["PROXIES"]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    return app
