"""Decides between a call and a page where an address is both, and answers HEAD."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

BOTH = frozenset({"/customer", "/wishlist"})
"""Calls that are also something a person may type."""

LETTERS_LINKS = "/unsubscribe/"
"""A mail program posts here; a person who follows the link gets a page."""


def quality(accept: str, *kinds: str) -> float:
    """How much an Accept header wants the first of the kinds that it names; 0 where none."""
    qualities: dict[str, float] = {}
    for part in accept.split(","):
        kind, *parameters = (piece.strip() for piece in part.lower().split(";"))
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
    """Whether the client asks for HTML rather than for JSON."""
    accept = ",".join(
        value.decode("latin-1") for name, value in scope["headers"] if name == b"accept"
    )
    html = quality(accept, "text/html")
    return html > 0 and html > quality(accept, "application/json", "application/*", "*/*")


class ContentNegotiation:
    """Stands in front of the router."""

    def __init__(self, app: ASGIApp, shell: ASGIApp) -> None:
        self.app = app
        self.shell = shell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            # Calls are declared for GET alone; the answer to HEAD is theirs without its body.
            scope = {**scope, "method": "GET"}
            send = _without_body(send)
        is_both = scope["path"] in BOTH or scope["path"].startswith(LETTERS_LINKS)
        is_page = is_both and scope["method"] == "GET" and prefers_page(scope)
        await (self.shell if is_page else self.app)(scope, receive, send)


def _without_body(send: Send) -> Send:
    async def emptied(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return emptied
