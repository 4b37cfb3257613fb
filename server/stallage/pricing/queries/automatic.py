"""Reads automatic discounts, and the brands and categories that they depend on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stallage.core.db import Connection
from stallage.pricing.rules.automatic import DiscountRule, Scope

# Includes parent categories: a discount on a category applies to its subcategories as well.
TRAITS = """
    SELECT p.id, p.brand_id, ARRAY(
        SELECT DISTINCT above.id
        FROM product_categories_view pc
        JOIN categories_view c ON c.id = pc.category_id
        CROSS JOIN unnest(c.path) AS above (id)
        WHERE pc.product_id = p.id
    ) AS category_ids
    FROM products_view p WHERE p.id = ANY($1::bigint[])
"""


@dataclass(frozen=True, slots=True)
class Traits:
    """The brand and the categories of a product."""

    brand_id: int | None
    category_ids: frozenset[int]


UNKNOWN = Traits(None, frozenset())


def to_discount_rules(value: Sequence[Mapping[str, Any]] | None) -> list[DiscountRule]:
    """Convert the JSON of `pricing.sql.running_discounts`."""
    return [_to_rule(row) for row in value or ()]


def _to_rule(row: Mapping[str, Any]) -> DiscountRule:
    scope = _to_scope(row, "")
    get_scope = _to_scope(row, "get_")
    return DiscountRule(
        slug=row["slug"],
        title=row["title"],
        kind=row["kind"],
        priority=row["priority"],
        group=row["exclusive_group"],
        combines_with_codes=row["combines_with_codes"],
        minimum_purchase=row["minimum_purchase"],
        percent=row["percent"],
        amount=row["amount"],
        scope=scope,
        buy_quantity=row["buy_quantity"] or 1,
        get_quantity=row["get_quantity"] or 1,
        get_scope=scope if get_scope.is_everything else get_scope,
        times_per_order=row["times_per_order"],
        gift_sku_id=row["gift_sku_id"],
    )


def _to_scope(row: Mapping[str, Any], prefix: str) -> Scope:
    return Scope(
        frozenset(row[f"{prefix}product_ids"]),
        frozenset(row[f"{prefix}category_ids"]),
        frozenset(row[f"{prefix}brand_ids"]),
    )


async def product_traits(connection: Connection, product_ids: Sequence[int]) -> dict[int, Traits]:
    """Brand and categories by product id."""
    rows = await connection.fetch(TRAITS, list(product_ids))
    return {row["id"]: Traits(row["brand_id"], frozenset(row["category_ids"])) for row in rows}


def gift_skus(rules: Sequence[DiscountRule]) -> list[int]:
    """The ids of the SKUs that these discounts may add for free, sorted."""
    return sorted({rule.gift_sku_id for rule in rules if rule.gift_sku_id is not None})
