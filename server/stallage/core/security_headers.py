"""Security headers of all responses: API calls, pages, pictures, feeds, errors and 304s."""

from __future__ import annotations

from collections.abc import Iterable

Headers = tuple[tuple[bytes, bytes], ...]

HSTS = b"max-age=31536000"
"""A year. Without includeSubDomains: subdomains are not the shop's to decide about."""

DEFAULT_HEADERS: Headers = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", b"frame-ancestors 'none'"),
)
"""Sent with every response that does not set them itself."""


def security_headers(public_url: str) -> Headers:
    """Return the default headers of a shop with this URL."""
    if not public_url.lower().startswith("https://"):
        return DEFAULT_HEADERS
    return (*DEFAULT_HEADERS, (b"strict-transport-security", HSTS))


def missing_headers(headers: Iterable[tuple[bytes, bytes]], defaults: Headers) -> Headers:
    """Return the defaults that a response does not set. Names are lower case, as in ASGI."""
    names = {name for name, _ in headers}
    return tuple(header for header in defaults if header[0] not in names)
