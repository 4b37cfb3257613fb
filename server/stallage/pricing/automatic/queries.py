"""Reads automatic discounts and what they need to know of products."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stallage.core.db import Connection
from stallage.pricing.automatic.rules import DiscountRule, Scope


def running_discounts(now: str) -> str:
    """A scalar subquery of the discounts that run at the moment of this parameter, as JSON.

    It stands beside what a quote reads anyway, so that no quote asks once more for them.
    """
    return f"""
    (SELECT jsonb_agg(to_jsonb(d) - 'id' - 'starts_at' - 'ends_at')
        FROM automatic_discounts d
        WHERE d.starts_at <= {now} AND (d.ends_at IS NULL OR {now} < d.ends_at))
    """


# Categories count with all that stand above them: a discount on a category is one on those below it.
TRAITS = """
    SELECT p.id, p.brand_id, ARRAY(
        SELECT DISTINCT above.id
        FROM product_categories pc
        JOIN categories c ON c.id = pc.category_id
        CROSS JOIN unnest(c.path) AS above (id)
        WHERE pc.product_id = p.id
    ) AS category_ids
    FROM products p WHERE p.id = ANY($1::bigint[])
"""


@dataclass(frozen=True, slots=True)
class Traits:
    """The brand and the categories of a product."""

    brand_id: int | None
    category_ids: frozenset[int]


UNKNOWN = Traits(None, frozenset())


def rules_of(value: Sequence[Mapping[str, Any]] | None) -> list[DiscountRule]:
    """The discounts of `running_discounts`."""
    return [_rule_of(row) for row in value or ()]


def _rule_of(row: Mapping[str, Any]) -> DiscountRule:
    scope = _scope_of(row, "")
    get_scope = _scope_of(row, "get_")
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


def _scope_of(row: Mapping[str, Any], prefix: str) -> Scope:
    return Scope(
        frozenset(row[f"{prefix}product_ids"]),
        frozenset(row[f"{prefix}category_ids"]),
        frozenset(row[f"{prefix}brand_ids"]),
    )


async def traits_of(connection: Connection, product_ids: Sequence[int]) -> dict[int, Traits]:
    """Brand and categories by product id."""
    rows = await connection.fetch(TRAITS, list(product_ids))
    return {row["id"]: Traits(row["brand_id"], frozenset(row["category_ids"])) for row in rows}


def gift_skus(rules: Sequence[DiscountRule]) -> list[int]:
    """The SKUs that running discounts may add for free."""
    return sorted({rule.gift_sku_id for rule in rules if rule.gift_sku_id is not None})
