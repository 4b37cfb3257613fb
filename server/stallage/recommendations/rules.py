"""Thresholds of recommendations, and the parameters of their routes."""

from __future__ import annotations

import re
from datetime import timedelta

WINDOW = timedelta(days=365)
"""Age of orders that count, relative to the newest one: a shop that was closed for long starts with what it
had sold before."""

HALF_LIFE_DAYS = 90.0
"""An order counts half as much for pairs as one that is this much newer."""

POPULAR_HALF_LIFE_DAYS = 14.0
"""The same for what is popular now."""

MIN_ORDERS = 3
"""Minimum number of orders with both products of a pair."""

SMALL_SHOP_ORDERS = 1_000
"""Shops with fewer orders need only MIN_ORDERS_IN_SMALL_SHOP, since they would have no pairs otherwise."""

MIN_ORDERS_IN_SMALL_SHOP = 2

MIN_CONFIDENCE = 0.01
"""Minimum share of a product's orders that contain the other one."""

MIN_LIFT = 1.2
"""Minimum ratio to the number of orders expected by chance."""

SALES_EXPONENT = 0.8
"""How much a product's own sales lower the scores of its pairs. With 0, the best seller of a cart would
choose what is recommended for it; with 1, its rarest product would."""

MAX_PRODUCTS = 100
"""Larger orders, such as those of resellers, are ignored."""

MAX_PAIRS = 30
"""Pairs stored per product: more than shown, since some sell out."""

MAX_POPULAR = 100
"""Popular products stored, of which some sell out."""

SHOWN_TOGETHER = 4
"""Cards of products bought together unless a request sets a limit."""

SHOWN = 10
"""Cards of the other kinds unless a request sets a limit."""

MAX_SHOWN = 20

MAX_IDS = 100
_IDS = re.compile(r"^[0-9]{1,16}(,[0-9]{1,16})*$")
_LIMIT = re.compile(r"^[0-9]{1,3}$")


def parse_ids(text: str, most: int = MAX_IDS) -> list[int]:
    """Parse `1,2` into distinct ids. Raises ValueError, also for more than `most`."""
    if not _IDS.match(text):
        raise ValueError(text)
    ids = list(dict.fromkeys(int(one) for one in text.split(",")))
    if len(ids) > most:
        raise ValueError(text)
    return ids


def parse_limit(text: str) -> int:
    """Parse a number of cards from 1 to MAX_SHOWN. Raises ValueError."""
    if not _LIMIT.match(text) or not 1 <= int(text) <= MAX_SHOWN:
        raise ValueError(text)
    return int(text)
