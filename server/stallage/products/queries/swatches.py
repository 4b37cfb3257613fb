"""Colours of option values, for filters of lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from stallage.core.db import Connection
from stallage.products.rules.attribute_names import facet_name

MAX_SWATCHES = 10_000
"""Colours of values that are read, those of the most products; more than any list shows."""

Swatches: TypeAlias = Mapping[str, Mapping[str, str]]
"""Name of a facet → value as `swatch_key` writes it → `#rrggbb`."""

COUNTED = """
    SELECT option, value, colour, sum(products)::bigint AS products FROM swatch_counts
    GROUP BY option, value, colour HAVING sum(products) > 0
    ORDER BY 4 DESC, 1, 2, 3 LIMIT $1
"""


def swatch_key(value: str) -> str:
    """Return the value of an option as swatches are looked up."""
    return value.casefold()


async def read_swatches(connection: Connection) -> Swatches:
    """Return the colour that most products on sale give a value; of several, the first by its digits.

    Options whose names are the same in URLs share their colours, as they share a facet.
    """
    name_of = lru_cache(maxsize=None)(facet_name)
    counts: dict[tuple[str, str], dict[str, int]] = {}
    for option, value, colour, products in await connection.fetch(COUNTED, MAX_SWATCHES):
        colours = counts.setdefault((name_of(option), swatch_key(value)), {})
        colours[colour] = colours.get(colour, 0) + products
    swatches: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for (name, key), colours in counts.items():
        swatches[name][key] = min(colours, key=lambda one: (-colours[one], one))
    return dict(swatches)
