"""Which pages are rendered on the server, and what of their addresses counts."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlencode

from starlette.types import Scope

from stallage.search.cache.keys import response_key
from stallage.shop.rules.client_routes import match_route

FOR_VISITORS = frozenset({"cart"})
"""Pages about one visitor that are the same for everybody until the browser fills them in."""

LINE = "line"
"""A gift card's page: the line of the cart that is changed there, known to the client alone."""

OWN_PARAMETERS = {"product": frozenset({"sku"}), "blogs": frozenset({"page"})}
"""Query parameters that count for pages that are not lists, by route."""

MAX_QUERY = 500
"""Characters; the queries of shared links are shorter."""


def raw_path(scope: Scope) -> str:
    """Return the path of a request as it was sent."""
    sent: bytes = scope.get("raw_path", b"")
    path: str = sent.decode("latin-1") or scope["path"]
    return path


@lru_cache(4096)
def rendered_address(path: str, query_string: bytes) -> str | None:
    """Return the address that a page is rendered for: its raw path and the parameters that count, sorted.

    Campaign tags and unknown parameters are left out, so that they cannot fill the cache. None: the
    client renders the page.
    """
    stripped = path.strip("/")
    try:
        segments = tuple(unquote(part, errors="strict") for part in stripped.split("/"))
    except UnicodeDecodeError:
        return None
    matched = match_route(segments if stripped else ())
    if matched is None or len(query_string) > MAX_QUERY or not path.isascii():
        return None
    route, _ = matched
    if route.access != "public" and route.name not in FOR_VISITORS:
        return None
    if route.list_parameter:
        return response_key(path, query_string, "list")
    pairs = parse_qsl(query_string.decode("latin-1"), keep_blank_values=True)
    if route.name == "product" and any(name == LINE for name, _ in pairs):
        return None
    own = OWN_PARAMETERS.get(route.name, frozenset())
    query = urlencode(sorted(dict(pair for pair in pairs if pair[0] in own).items()))
    return f"{path}?{query}" if query else path
