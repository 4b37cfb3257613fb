"""Chooses between the API and a page for paths that are both, and handles HEAD requests."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stallage.rendering.addresses import raw_path, rendered_address

SHARED_PATHS = frozenset({"/customer", "/wishlist"})
"""API routes that a person may also type into the address bar."""

UNSUBSCRIBE = "/unsubscribe/"
"""Email programs post to this path; a person who follows the link gets a page."""


def quality(accept: str, *kinds: str) -> float:
    """The quality value of the first of these media types in an Accept header; 0 if it has none."""
    qualities: dict[str, float] = {}
    for part in accept.split(","):
        kind, *parameters = (field.strip() for field in part.lower().split(";"))
        value = 1.0
        for parameter in parameters:
            if parameter.startswith("q="):
                try:
                    value = float(parameter[2:])
                except ValueError:
                    value = 0.0
        qualities[kind] = value
    return next((qualities[kind] for kind in kinds if kind in qualities), 0.0)


def prefers_page(scope: Scope) -> bool:
    """Whether the client prefers HTML to JSON."""
    accept = ",".join(
        value.decode("latin-1") for name, value in scope["headers"] if name == b"accept"
    )
    html = quality(accept, "text/html")
    return html > 0 and html > quality(accept, "application/json", "application/*", "*/*")


class ContentNegotiation:
    """Middleware in front of the router."""

    def __init__(self, app: ASGIApp, shell: ASGIApp) -> None:
        self.app = app
        self.shell = shell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            # Routes declare only GET; HEAD gets the same response without the body.
            scope = {**scope, "method": "GET"}
            send = _without_body(send)
        await (self.shell if _is_page(scope) else self.app)(scope, receive, send)


def _is_page(scope: Scope) -> bool:
    """Whether a request is for a page for certain, so that no route needs to be tried."""
    if scope["method"] != "GET":
        return False
    path: str = scope["path"]
    if path in SHARED_PATHS or path.startswith(UNSUBSCRIBE):
        return prefers_page(scope)
    return rendered_address(raw_path(scope), scope["query_string"]) is not None


def _without_body(send: Send) -> Send:
    async def send_empty(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_empty
