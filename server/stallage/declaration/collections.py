"""Convert the conditions of collections between files, which have slugs, and rules, which have ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stallage.core.db import Connection
from stallage.declaration.records.home import Collection, CollectionCondition
from stallage.merchandising.drafts import CollectionRule, ConditionField, RuleCondition
from stallage.pricing.actions.automatic import UnknownName

FIELDS: Mapping[str, ConditionField] = {
    "category": "category",
    "brand": "brand",
    "tag": "tag",
    "price_from": "priceFrom",
    "price_to": "priceTo",
    "discount": "discount",
    "in_stock": "inStock",
    "created_within_days": "createdWithinDays",
    "attribute": "attribute",
}
"""Field in files → field of a condition."""
NAMES: Mapping[ConditionField, str] = {field: name for name, field in FIELDS.items()}

CATEGORIES = "SELECT id, slug FROM categories"
BRANDS = "SELECT id, slug FROM brands"


async def rule_of(connection: Connection, record: Collection) -> CollectionRule | None:
    """Return the rule of a declared collection; None if it lists its products. Raises UnknownName."""
    if not record.condition:
        return None
    ids = await _ids(connection)
    conditions = [_to_condition(one, ids) for one in record.condition]
    return CollectionRule(match=record.match, sort=record.sort, conditions=conditions)


def _to_condition(record: CollectionCondition, ids: Mapping[str, dict[str, int]]) -> RuleCondition:
    name = next(name for name in FIELDS if getattr(record, name) is not None)
    value = getattr(record, name)
    if name in ids:
        if value not in ids[name]:
            raise UnknownName("condition", value)
        value = ids[name][value]
    if name == "attribute":
        return RuleCondition(field="attribute", name=value, value=record.value or "")
    return RuleCondition(field=FIELDS[name], value=value)


async def fields_of_rule(connection: Connection, stored: dict[str, Any] | None) -> dict[str, Any]:
    """Return the fields of a stored rule in files. Conditions on deleted categories are left out."""
    if stored is None:
        return {"match": "all", "sort": "newest", "condition": []}
    rule = CollectionRule.model_validate(stored)
    slugs = {
        kind: {one: slug for slug, one in ids.items()}
        for kind, ids in (await _ids(connection)).items()
    }
    conditions = []
    for one in rule.conditions:
        name, value = NAMES[one.field], one.value
        if name in slugs:
            slug = slugs[name].get(int(value))
            if slug is None:
                continue
            value = slug
        fields: dict[str, Any] = {name: value}
        if name == "attribute":
            fields = {"attribute": one.name, "value": value}
        conditions.append(CollectionCondition.model_construct(**fields))
    return {"match": rule.match, "sort": rule.sort, "condition": conditions}


async def _ids(connection: Connection) -> dict[str, dict[str, int]]:
    return {
        "category": {row["slug"]: row["id"] for row in await connection.fetch(CATEGORIES)},
        "brand": {row["slug"]: row["id"] for row in await connection.fetch(BRANDS)},
    }
