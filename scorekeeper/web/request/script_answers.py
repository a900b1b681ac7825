"""Answers to forms that script has sent: where the page goes on, as JSON instead of a redirect.

Script stays on the page until it knows that a form has arrived; a redirect would be followed behind
its back.
"""

from http import HTTPStatus

from flask import Flask, Response, jsonify, request

JSON = "application/json"


def install(app: Flask) -> None:
    """Tell script the address of every page that a form leads to."""

    @app.after_request
    def tell_address(response: Response) -> Response:
        is_told = response.status_code == HTTPStatus.SEE_OTHER and request.method == "POST"
        if not is_told or not is_for_script():
            return response
        answer = told(response.location or "")
        for cookie in response.headers.getlist("Set-Cookie"):
            answer.headers.add("Set-Cookie", cookie)
        return answer


def is_for_script() -> bool:
    """Whether the request was made by a script that takes JSON, and not by a browser for a page."""
    return request.accept_mimetypes.best == JSON


def told(address: str, **more: int | None) -> Response:
    """The *address* of the page to go on with, and whatever else there is to tell."""
    return jsonify(address=address, **more)
