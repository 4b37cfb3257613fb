"""Thresholds for products that are often bought together."""

from __future__ import annotations

import re
from datetime import timedelta

WINDOW = timedelta(days=365)
"""Age of orders that count."""

MIN_ORDERS = 3
"""Minimum number of orders with both products."""

MIN_CONFIDENCE = 0.01
"""Minimum share of a product's orders that contain the other one."""

MIN_LIFT = 1.2
"""Minimum ratio to the number of orders expected by chance."""

MAX_PRODUCTS = 30
"""Larger orders, such as those of resellers, are ignored."""

MAX_PAIRS = 12
"""Pairs stored per product: more than shown, since some sell out."""

SHOWN = 4
"""Cards in a response."""

MAX_IDS = 100
_IDS = re.compile(r"^[0-9]{1,16}(,[0-9]{1,16})*$")


def parse_ids(text: str) -> list[int]:
    """Parse `1,2` into distinct ids. Raises ValueError."""
    if not _IDS.match(text):
        raise ValueError(text)
    ids = list(dict.fromkeys(int(one) for one in text.split(",")))
    if len(ids) > MAX_IDS:
        raise ValueError(text)
    return ids
