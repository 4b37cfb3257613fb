"""Lets browsers prefetch public pages when a pointer rests on a link, until the client has started."""

from __future__ import annotations

import orjson

from stallage.shop.rules.client_routes import ROUTES

PATTERNS = [
    pattern
    for route in ROUTES
    if route.access == "public"
    for pattern in (f"/{route.path}", f"/{route.path}\\?*")
]
"""Of addresses, with and without a query.

There are no selectors among the rules: with them, a browser computes the styles of a page once more.
"""

RULES = orjson.dumps(
    {"prefetch": [{"where": {"href_matches": PATTERNS}, "eagerness": "moderate"}]}
).decode()

SPECULATION_RULES = f'<script type="speculationrules">{RULES}</script>'
"""For a page. The client removes it as soon as it prefetches by itself."""
