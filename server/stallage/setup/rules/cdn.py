"""What the answers of a CDN say about its cache, and what to do about those that are wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

MIN_PICTURE_SECONDS = 86_400
"""Pictures never change, so the shop lets them be cached for a year. A day is the least that helps."""
MAX_PAGE_SECONDS = 300
"""The longest that the shop lets a CDN cache a page without asking again."""

STATUS_HEADERS = (
    "cf-cache-status",
    "cache-status",
    "x-cache",
    "x-cache-status",
    "x-proxy-cache",
    "cdn-cache",
)
"""Headers that say whether an answer came from the cache: Cloudflare's, RFC 9211, and the usual ones."""
_HIT = re.compile(r"\bhit\b", re.IGNORECASE)
_AGE = re.compile(r"(?:^|[,\s])(s-maxage|max-age)=\"?(\d{1,10})", re.IGNORECASE)
_FORBIDS = re.compile(r"\b(no-store|private|no-cache)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Caching:
    """What the headers of an answer say."""

    is_hit: bool | None
    """Whether it came from a cache; None if no header says so."""
    age: int | None
    """Seconds that it has been in a cache."""
    lifetime: int
    """Seconds that a cache may keep it; 0 if it may not."""
    evidence: str
    """The header that it says so, such as `CF-Cache-Status: HIT`."""


def caching_of(headers: Mapping[str, str]) -> Caching:
    """Read the headers of an answer; their names are in lower case."""
    age_text = headers.get("age", "").strip()
    age = (
        int(age_text) if age_text.isascii() and age_text.isdigit() and len(age_text) < 11 else None
    )
    for name in STATUS_HEADERS:
        value = headers.get(name, "").strip()
        if value:
            evidence = f"{name.title()}: {value[:80]}"
            return Caching(bool(_HIT.search(value)), age, _lifetime(headers), evidence)
    if age:
        return Caching(True, age, _lifetime(headers), f"Age: {age}")
    return Caching(None, age, _lifetime(headers), "")


def _lifetime(headers: Mapping[str, str]) -> int:
    control = headers.get("cache-control", "")
    if _FORBIDS.search(control):
        return 0
    ages = {name.lower(): int(seconds) for name, seconds in _AGE.findall(control)}
    return ages.get("s-maxage", ages.get("max-age", 0))


def status_advice(status: int, origin: str) -> str:
    """What to do if the CDN answers with an error instead of a file."""
    if status in {401, 403}:
        return (
            "The CDN may not read the file, or asks visitors to sign in. Make pictures public there, and"
            " let its firewall pass requests of servers."
        )
    if status in {404, 410}:
        return (
            f"Check that the CDN takes its files from {origin} and passes on the path as it is, with"
            " /media/ at its beginning. The address above must not have a path of its own unless the CDN"
            " removes it."
        )
    if status == 429:
        return "The CDN limits the requests of this server. Try again in a few minutes."
    if status >= 500:
        return (
            f"The CDN does not reach the shop. Check that its origin is {origin}, and that your firewall"
            " lets the CDN in."
        )
    return "The CDN should answer with the file and the status 200. Look up its settings."


def redirect_advice(location: str, origin: str) -> str:
    """What to do if the CDN sends browsers to another address."""
    target = f" to {location[:200]}" if location else ""
    return (
        f"Each picture would take two requests. If the redirect{target} is meant, enter the address that"
        f" it leads to; if it leads back to {origin}, the CDN has no origin or forces https there."
    )


TLS_ADVICE = (
    "Browsers refuse such an address. Add its name to the CDN's certificate, or enter the name that the"
    " CDN gave you, and try again once the certificate is active."
)
HOST_ADVICE = (
    "Check the spelling, and that the name's DNS entry leads to the CDN. New entries take time."
)
TIME_ADVICE = (
    "Check in the CDN's status page that it works, and that it does not block this server."
)
PRIVATE_ADVICE = "Enter the address at which visitors reach the CDN on the internet."
OTHER_FILE_ADVICE = (
    "Switch off whatever changes pictures at the CDN, such as image optimization: the shop makes its own"
    " sizes and formats. If it is another file altogether, empty the CDN's cache."
)
SIZES_ADVICE = (
    "The CDN ignores ?w=… in addresses, so that phones load pictures of full size. Let it pass on query"
    " strings and make them a part of the cache key."
)
CACHE_ADVICE = "Add a rule that caches everything below /media/, whatever cookies a visitor has."
LIFETIME_ADVICE = "Let the CDN pass on the shop's Cache-Control, which is a year for pictures."
PAGE_ADVICE = (
    "Let the CDN obey the shop's Cache-Control for pages, or cache only what is below /media/. Otherwise"
    " visitors see old prices and stock."
)
