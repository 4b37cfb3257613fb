"""The filters of lists for operators."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.core.db import Connection, Record
from stallage.core.etags import etag_of
from stallage.products.rules.attribute_names import default_label
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.storefront_changes.schemas.filters import (
    MAX_ORDERED,
    FilterList,
    OfferedFilter,
    OfferedValue,
)

STORED = """
    SELECT name, label, position, hidden, value_order FROM attributes_view ORDER BY position, name
"""

Indexed = Mapping[str, Mapping[str, int]]
"""Products on sale by attribute or option and value."""


async def indexed_values(cache: CatalogCache) -> Indexed:
    """Return what lists can be filtered by now."""
    return await cache.engine().count_attribute_values()


async def filters(connection: Connection, indexed: Indexed) -> FilterList:
    """Return the filters in the order of lists. Those that were never arranged come last, by name."""
    rows = await connection.fetch(STORED)
    items = [_offered(row, indexed.get(row["name"], {})) for row in rows]
    stored = {row["name"] for row in rows}
    items += [
        OfferedFilter(
            name=name,
            label=default_label(name),
            hidden=False,
            value_order=[],
            values=_values([], indexed[name]),
        )
        for name in sorted(indexed)
        if name not in stored
    ]
    return FilterList(items=items, etag=etag_of(*(value for row in rows for value in row.values())))


async def arranged_names(connection: Connection) -> set[str]:
    """Return the names of the filters that have a place, a label or another setting."""
    return {row["name"] for row in await connection.fetch(STORED)}


def _offered(row: Record, products: Mapping[str, int]) -> OfferedFilter:
    return OfferedFilter(
        name=row["name"],
        label=row["label"],
        hidden=row["hidden"],
        value_order=row["value_order"],
        values=_values(row["value_order"], products),
    )


def _values(order: list[str], products: Mapping[str, int]) -> list[OfferedValue]:
    places = {value: place for place, value in enumerate(order)}
    names = sorted(products, key=lambda one: (-products[one], one))[:MAX_ORDERED]
    names.sort(key=lambda one: places.get(one, len(places)))
    return [OfferedValue(value=one, products=products[one]) for one in names]
