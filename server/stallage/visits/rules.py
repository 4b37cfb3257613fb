"""What counts as a visit, and how a visitor is recognized for one day."""

from __future__ import annotations

import re
from hashlib import blake2b

SALT_BYTES = 16
VISITOR_BYTES = 16

MAX_REMEMBERED = 50_000
"""Visitors that a process remembers, about 6 MB. The table of the day knows the others."""
MAX_PENDING = 5_000
"""Visitors to write. More than that in a few seconds is an attack, and is not counted."""

BOTS = re.compile(
    r"(?<!cu)bot\b|bot/|crawl|spider|slurp|scrap|preview|monitor|uptime|headless|lighthouse|pagespeed|archiver"
    r"|facebookexternalhit|whatsapp|embed|fetch|curl|wget|httpie|python|java/|okhttp|go-http|ruby|perl"
    r"|libwww|axios|node|postman|scan|validator",
    re.IGNORECASE,
)


def is_person(agent: str, purpose: str) -> bool:
    """Whether a page request seems to come from a person who looks at the page.

    `purpose` is the value of `Sec-Purpose`, which browsers send when they fetch a page in advance.
    """
    return len(agent) > 20 and "prefetch" not in purpose and BOTS.search(agent) is None


def visitor_of(salt: bytes, network: str, agent: str) -> bytes:
    """The visitor of a day. Without the day's salt, it reveals neither network nor browser."""
    hashed = blake2b(network.encode(), digest_size=VISITOR_BYTES, key=salt)
    hashed.update(b"\0" + agent.encode("utf-8", "replace"))
    return hashed.digest()
