"""For what watches over the server: whether this process lives, and whether it can do its work."""

from http import HTTPStatus

from flask import Blueprint, Response

from scorekeeper.services.hosting.readiness import Readiness, readiness

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def alive() -> Response:
    """Yes, as long as it answers at all; the database is not asked."""
    return _answer("alive", HTTPStatus.OK)


@bp.get("/readyz")
def ready() -> Response:
    """Whether pages can be answered; else 503 with the reason in a few words."""
    state = readiness()
    is_ready = state is Readiness.READY
    return _answer(state.value, HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE)


def _answer(words: str, status: HTTPStatus) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(f"{words}\n", status, headers, mimetype="text/plain")
