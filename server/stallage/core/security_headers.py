"""Headers that every answer carries, whatever made it: calls, pages, pictures, feeds, errors, 304."""

from __future__ import annotations

from collections.abc import Iterable

Headers = tuple[tuple[bytes, bytes], ...]

HSTS = b"max-age=31536000"
"""A year. Other names below the shop's own are not the shop's to decide about."""

EVERYWHERE: Headers = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", b"frame-ancestors 'none'"),
)
"""What an answer has that does not say otherwise."""


def security_headers(public_url: str) -> Headers:
    """The headers of a shop at this address."""
    if not public_url.lower().startswith("https://"):
        return EVERYWHERE
    return (*EVERYWHERE, (b"strict-transport-security", HSTS))


def missing_from(headers: Iterable[tuple[bytes, bytes]], wanted: Headers) -> Headers:
    """Those wanted that an answer does not have. Names are in lower case, as ASGI has them."""
    there = {name for name, _ in headers}
    return tuple(one for one in wanted if one[0] not in there)
