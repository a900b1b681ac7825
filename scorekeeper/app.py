"""The application: configuration, extensions, blueprints, nothing else."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import paths
from scorekeeper.addresses.urls import UnusablePrefixError, checked_prefix
from scorekeeper.settings import PREFIX, UnusableSettingError, settings
from scorekeeper.store import db
from scorekeeper.web import register

UPLOAD_AT_MOST = 3_000_000  # bytes of a form; the one that imports a file says more itself


class Application(Flask):
    """Flask where every view is a usual function."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function as it is: a page asks twelve times whether one is a coroutine."""
        return func


def create_app(
    config: Mapping[str, Any] | None = None, typed: Mapping[str, Any] | None = None
) -> Flask:
    """The application under *config*; what it leaves out is *typed*, or comes from the environment.

    Raises UnusableDatabaseError for a database address that is none of ours, UnusablePrefixError
    for a prefix that was typed, and UnusableSettingError for an environment that makes no sense.
    """
    typed = typed or {}
    chosen, kept = settings(typed), paths.data_folder()
    app = Application(
        "scorekeeper",
        template_folder=str(paths.folder("templates")),
        static_folder=str(paths.folder("static")),
        instance_path=str(kept),
    )
    app.config.from_mapping({name.upper(): value for name, value in asdict(chosen).items()})
    app.config.from_mapping(
        DATABASE=chosen.database or db.file_url(kept / "scorekeeper.sqlite"),
        SYNCHRONOUS=chosen.synchronous or db.SYNCHRONOUS,
        STREAMS_AT_MOST=chosen.streams_at_most,
        SERVES_PHONES=True,  # other phones open its pages too; else all is on this device
        COMPRESSES=True,  # its answers
        PRINTS=True,  # papers as PDF; else they are pages that the browser prints
        FRAMED_BY="'none'",  # the pages of a site that may show ours in a frame
        BUSY_SECONDS=db.BUSY_SECONDS,
        MAX_CONTENT_LENGTH=UPLOAD_AT_MOST,
        MAX_FORM_MEMORY_SIZE=UPLOAD_AT_MOST,
    )
    app.config.from_mapping(config or {})
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    db.attach(app)
    register(app)
    try:
        app.config["PREFIX_PATH"] = usable_prefix(app)
    except UnusablePrefixError as unusable:
        if typed.get("prefix_path"):
            raise
        raise UnusableSettingError(
            "prefix", name=f"{PREFIX}PREFIX_PATH", problem=unusable
        ) from unusable
    hops = app.config["PROXIES"]
    if hops:  # of all these one may give us a part of its host
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=1
        )
    return app


def usable_prefix(app: Flask) -> str:
    """The path below which the application lies where the proxy says none, "" for the whole host.

    Whether the proxy takes it off the path does not matter, so it must not begin as a path of ours
    does. Raises UnusablePrefixError; call it when all routes are there.
    """
    prefix = checked_prefix(app.config["PREFIX_PATH"])
    first = prefix.split("/")[1] if prefix else ""
    if first and first in {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}:
        raise UnusablePrefixError("prefix_taken", path=f"/{first}")
    return prefix
