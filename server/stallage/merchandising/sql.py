"""SQL of the rules of collections."""

from __future__ import annotations

from datetime import datetime, timedelta

from stallage.core.criteria import SqlParameters
from stallage.merchandising.drafts import CollectionRule, RuleCondition, RuleSort

# Positions are sorted in ascending order. They depend on the product alone, so that a new product does not
# change those of others. Minutes since 1970 fit an integer.
POSITIONS: dict[RuleSort, str] = {
    "newest": "-(extract(epoch FROM p.created_at) / 60)::integer",
    "price": "least(p.price, 2147483647)::integer",
    "-price": "-least(p.price, 2147483647)::integer",
    "discount": "-p.discount_percent::integer",
}

IN_CATEGORY = """EXISTS (
    SELECT FROM product_categories_view pc JOIN categories_view own ON own.id = pc.category_id
    WHERE pc.product_id = p.id AND {value}::bigint = ANY(own.path))"""
HAS_TAG = "EXISTS (SELECT FROM unnest(p.tags) tag WHERE lower(tag) = lower({value}::text))"
HAS_ATTRIBUTE = "coalesce(p.attributes -> {name}::text ? {value}::text, false)"


def rule_condition(rule: CollectionRule, now: datetime, parameters: SqlParameters) -> str:
    """Return SQL for a rule as a condition on the product `p`. Products that are not on sale never match."""
    conditions = [_condition(one, now, parameters) for one in rule.conditions]
    word = " AND " if rule.match == "all" else " OR "
    return f"p.card IS NOT NULL AND ({word.join(f'({one})' for one in conditions)})"


def _condition(condition: RuleCondition, now: datetime, parameters: SqlParameters) -> str:
    if condition.field == "createdWithinDays":
        since = now - timedelta(days=int(condition.value))
        return f"p.created_at > {parameters.add(since)}::timestamptz"
    value = parameters.add(condition.value)
    match condition.field:
        case "category":
            return IN_CATEGORY.format(value=value)
        case "brand":
            return f"p.brand_id = {value}::bigint"
        case "tag":
            return HAS_TAG.format(value=value)
        case "priceFrom":
            return f"p.price >= {value}::bigint"
        case "priceTo":
            return f"p.price <= {value}::bigint"
        case "discount":
            return f"p.discount_percent >= {value}::integer"
        case "inStock":
            return f"p.in_stock = {value}::boolean"
        case "attribute":
            return HAS_ATTRIBUTE.format(name=parameters.add(condition.name), value=value)
