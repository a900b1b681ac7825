"""The script that browsers run beside the pages: it keeps those that a phone has seen.

It lies at the root, because a browser lets it answer for nothing above its own address. Browsers
ask for it again and again and start it anew when a byte has changed, so it names the version of all
pages: after an update of the program a phone fetches what it keeps once more.
"""

from pathlib import Path

from flask import Flask, Response, request

from scorekeeper.assets.files import content, pages_version

ADDRESS = "/service-worker.js"
BUNDLE = "service-worker.js"


def install(app: Flask) -> None:
    """Serve the script at its address."""
    static = Path(str(app.static_folder))

    @app.get(ADDRESS, endpoint="service_worker")
    def send() -> Response:
        script = content(static, BUNDLE).decode()
        named = f"// {pages_version()}\n{script}"
        response = Response(named, mimetype="text/javascript")
        response.headers["Cache-Control"] = "no-cache"
        response.add_etag()
        response.make_conditional(request)
        return response
