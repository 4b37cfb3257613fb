"""Old paths and the paths that they lead to: read, normalized and checked."""

from __future__ import annotations

from urllib.parse import quote, unquote, urlsplit

from stallage.shop.rules.client_routes import match_route

MAX_PATH = 1_000
"""Characters of a path, as in a browser's address bar."""

RESERVED = (
    "/api", "/assets", "/auth", "/backoffice", "/customer", "/icons", "/media", "/payments",
)  # fmt: skip
"""Paths that the server answers itself; a redirect from there would never be used."""


class BadPath(ValueError):
    """A path cannot be used; the text is a sentence."""


def normalize_old_path(text: str) -> str:
    """Return an old address as a path: percent-encoded, without host, query and trailing slash.

    `https://old.example/products/Vase/?a=1` becomes `/products/Vase`. Raises BadPath, also for paths
    that a redirect can never be used for, because the shop answers them itself.
    """
    path = _normalize_path(_split(text)[0])
    if path == "/":
        raise BadPath("The home page cannot be redirected.")
    first = "/" + path[1:].partition("/")[0]
    if first.lower() in RESERVED:
        raise BadPath(f"Addresses below {first} are the shop's own and cannot be redirected.")
    matched = match_route(_segments(path))
    if matched is not None and not matched[0].slug_kind:
        raise BadPath("This address is a page of the shop and cannot be redirected.")
    return path


def normalize_target(text: str, shop_url: str) -> str:
    """Return a new address as a path of this shop with its query, such as `/search?q=vase`.

    An address with a host must be the shop's own (`shop_url`), so that a redirect never leads to a
    stranger's website. Raises BadPath.
    """
    path, query = _split(text, shop_url)
    normalized = _normalize_path(path)
    return f"{normalized}?{quote(query, safe=_QUERY_SAFE)}" if query else normalized


_QUERY_SAFE = "=&+%:/?@!$'()*,;-._~"


def _split(text: str, shop_url: str | None = None) -> tuple[str, str]:
    """Return path and query; with `shop_url`, refuses addresses with another host."""
    address = text.strip()
    if not address:
        raise BadPath("An address is missing.")
    if len(address) > MAX_PATH:
        raise BadPath(f"The address is longer than {MAX_PATH:,} characters.")
    if "\\" in address or any(ord(c) < 32 or c in "\x7f\u2028\u2029" for c in address):
        raise BadPath("The address contains characters that are not allowed.")
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise BadPath("This is not an address.") from error
    if parts.scheme or parts.netloc:
        if parts.scheme.lower() not in ("http", "https") or not parts.netloc:
            raise BadPath("Enter a path that starts with a slash, such as /products/vase.")
        if shop_url is not None and parts.netloc.lower() != urlsplit(shop_url).netloc.lower():
            raise BadPath("A redirect can only lead to a page of this shop.")
    elif not parts.path.startswith("/") or address.startswith("//"):
        raise BadPath("Enter a path that starts with a slash, such as /products/vase.")
    return parts.path or "/", parts.query


def _segments(path: str) -> tuple[str, ...]:
    inner = path.strip("/")
    return tuple(unquote(part) for part in inner.split("/")) if inner else ()


def _normalize_path(path: str) -> str:
    inner = path[:-1] if path.endswith("/") and len(path) > 1 else path
    if "//" in inner:
        raise BadPath("The address contains two slashes in a row.")
    try:
        segments = [unquote(part, errors="strict") for part in inner[1:].split("/")]
    except UnicodeDecodeError as error:
        raise BadPath("The address contains characters that are not allowed.") from error
    if any("\x00" in segment or segment in (".", "..") for segment in segments):
        raise BadPath("The address contains characters that are not allowed.")
    return "/" + "/".join(quote(segment, safe="") for segment in segments)


def path_of_query(path: str) -> str:
    """Return a path without its query."""
    return path.partition("?")[0]
