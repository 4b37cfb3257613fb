"""Which links are safe, and when something scheduled is shown."""

from __future__ import annotations

import re
from datetime import datetime
from urllib.parse import urlsplit

_NEVER = re.compile(r"[\s\\\x00-\x1f\x7f]")
"""Browsers remove some of these characters and read a backslash as a slash."""


def is_safe_address(address: str) -> bool:
    """Whether a link may lead there: a path of this shop, a website, an email address or a phone number.

    `//example.org` is refused: it looks like a path and leads to another website.
    """
    if _NEVER.search(address):
        return False
    if address.startswith("/"):
        return not address.startswith("//")
    try:
        parts = urlsplit(address)
        host, user = parts.hostname, parts.username
    except ValueError:
        return False
    if parts.scheme in ("http", "https"):
        return bool(host) and user is None
    return parts.scheme in ("mailto", "tel") and parts.netloc == "" and parts.path != ""


def is_shown(starts_at: datetime | None, ends_at: datetime | None, now: datetime) -> bool:
    """Whether something with this schedule is shown now. The end is exclusive."""
    return (starts_at is None or starts_at <= now) and (ends_at is None or now < ends_at)
