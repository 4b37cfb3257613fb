"""Which pages are rendered on the server, and what of their addresses counts."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlencode

from starlette.types import Scope

from stallage.search.cache.keys import response_key
from stallage.shop.rules.client_routes import ClientRoute, match_route

FOR_VISITORS = frozenset({"cart"})
"""Pages about one visitor that are the same for everybody until the browser fills them in."""

OF_CLIENT = {"product": frozenset({"line"}), "list": frozenset({"filter", "anyFilter"})}
"""Query parameters that only the client understands, of products and lists: it renders pages with them.

They are the line of the cart that a gift card's page changes, and the conditions of an advanced filter.
"""

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
def _rendered_route(path: str) -> ClientRoute | None:
    """Return the route of a raw path if the server renders its pages."""
    stripped = path.strip("/")
    try:
        segments = tuple(unquote(part, errors="strict") for part in stripped.split("/"))
    except UnicodeDecodeError:
        return None
    matched = match_route(segments if stripped else ())
    if matched is None or not path.isascii():
        return None
    route, _ = matched
    return route if route.access == "public" or route.name in FOR_VISITORS else None


def rendered_address(path: str, query_string: bytes) -> str | None:
    """Return the address that a page is rendered for: its raw path and the parameters that count, sorted.

    Campaign tags and unknown parameters are left out, so that they cannot fill the cache. None: the
    client renders the page.
    """
    # Most requests are for other paths, and many of them have a query string that nobody else sends.
    return None if _rendered_route(path) is None else _address(path, query_string)


@lru_cache(4096)
def _address(path: str, query_string: bytes) -> str | None:
    route = _rendered_route(path)
    if route is None or len(query_string) > MAX_QUERY:
        return None
    pairs = parse_qsl(query_string.decode("latin-1"), keep_blank_values=True)
    of_client = OF_CLIENT.get("list" if route.list_parameter else route.name, frozenset())
    if any(name in of_client for name, _ in pairs):
        return None
    if route.list_parameter:
        return response_key(path, query_string, "list")
    own = OWN_PARAMETERS.get(route.name, frozenset())
    query = urlencode(sorted(dict(pair for pair in pairs if pair[0] in own).items()))
    return f"{path}?{query}" if query else path
