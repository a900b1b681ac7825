"""What a browser notices and no page should cause."""

import logging
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError

ANSWERED = "Failed to load resource"  # said of every 422 too; answers are judged by themselves
BLOCKED = "Service Worker registration blocked by Playwright"  # by the test itself
NO_PAGE = 500
FORM_BY_SCRIPT = "application/json"  # what script accepts that sends a form instead of the browser
REFUSED = 400

log = logging.getLogger(__name__)
log.setLevel(logging.INFO)


class Watch:
    """Collects errors of scripts and pages, requests to other hosts, and files that are missing.

    It logs what was sent and answered, which is shown of a test that fails: whether a touch without
    effect was lost by the browser or by the page.
    """

    def __init__(self, server: str) -> None:
        self.host = urlsplit(server).netloc
        self.troubles: list[str] = []
        self.expected_statuses: set[int] = set()  # of pages, and of what they ask for meanwhile
        self.expected_messages: set[str] = set()  # parts of what the console says

    def over(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        is_expected = message.text.startswith((ANSWERED, BLOCKED)) or any(
            part in message.text for part in self.expected_messages
        )
        if message.type in ("error", "warning") and not is_expected:
            self.troubles.append(f"console: {message.text}")

    def _error(self, error: WebError) -> None:
        self.troubles.append(f"script: {error.error}")

    def _request(self, request: Request) -> None:
        where = urlsplit(request.url)
        if request.method == "POST":
            log.info("sent: %s %s", where.path, (request.post_data or "")[-40:])
        if where.scheme != "data" and where.netloc != self.host:
            self.troubles.append(f"asked another host: {request.url}")

    def _response(self, response: Response) -> None:
        is_expected = response.status in self.expected_statuses
        sent = response.request
        is_page = sent.is_navigation_request() or sent.headers.get("accept") == FORM_BY_SCRIPT
        if sent.method == "POST":
            log.info("answered: %s %s", response.status, urlsplit(response.url).path)
        if response.status >= (NO_PAGE if is_page else REFUSED) and not is_expected:
            self.troubles.append(f"{response.status} for {response.url}")
