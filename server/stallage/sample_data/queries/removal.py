"""Plans what taking the sample data out does to each record."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from stallage.core.db import Connection
from stallage.product_imports.queries.absent import ordered_products
from stallage.sample_data.queries.fingerprints import fingerprints
from stallage.sample_data.queries.state import count_outcomes, sample_records
from stallage.sample_data.rules import KINDS, Figures, SampleKind, SampleOutcome

CATEGORIES = """
    SELECT c.id, c.parent_id, array(
            SELECT product_id FROM product_categories_view p WHERE p.category_id = c.id
        ) AS products
    FROM categories_view c ORDER BY cardinality(c.path) DESC, c.id
"""
SIZE_GUIDES_IN_USE = """
    SELECT DISTINCT g.slug FROM size_guides_view g JOIN categories_view c ON c.size_guide_id = g.id
    WHERE NOT c.id = ANY($1::bigint[])
"""
BRANDS_IN_USE = """
    SELECT DISTINCT brand_id FROM products_view
    WHERE brand_id IS NOT NULL AND NOT id = ANY($1::bigint[])
"""
ATTRIBUTES_IN_USE = """
    SELECT DISTINCT jsonb_object_keys(attributes) AS name FROM products_view
    WHERE NOT id = ANY($1::bigint[])
"""


@dataclass(slots=True)
class Removal:
    """The outcome of each record by kind and key. Categories are in the order to delete them."""

    outcomes: dict[SampleKind, dict[str, SampleOutcome]] = field(default_factory=dict)

    def keys(self, kind: SampleKind, outcome: SampleOutcome) -> list[str]:
        """Return the keys of a kind with this outcome."""
        return [key for key, one in self.outcomes.get(kind, {}).items() if one == outcome]

    def ids(self, kind: SampleKind, outcome: SampleOutcome) -> list[int]:
        """Do the same for kinds whose keys are ids."""
        return [int(key) for key in self.keys(kind, outcome)]

    def figures(self) -> Figures:
        """Return the numbers of records by kind and outcome."""
        return count_outcomes(
            (kind, outcome)
            for kind, outcomes in self.outcomes.items()
            for outcome in outcomes.values()
        )


async def plan_removal(connection: Connection) -> Removal:
    """Plan to remove what nobody edited, ordered or uses for records of their own."""
    recorded = await sample_records(connection)
    keys = {kind: [key for of, key in recorded if of == kind] for kind in KINDS}
    current = await fingerprints(connection, keys)
    ordered = await ordered_products(connection, [int(key) for key in keys["product"]])
    plan = Removal({kind: {} for kind in KINDS})
    for (kind, key), before in recorded.items():
        outcome: SampleOutcome = "removed"
        if (kind, key) not in current:
            outcome = "gone"
        elif current[kind, key] != before:
            outcome = "edited"
        elif kind == "product" and int(key) in ordered:
            outcome = "archived"
        plan.outcomes[kind][key] = outcome
    await _keep_used_categories(connection, plan)
    removed = plan.ids("product", "removed")
    in_use: Mapping[SampleKind, Collection[str]] = {
        "size_guide": await _names(connection, SIZE_GUIDES_IN_USE, plan.ids("category", "removed")),
        "brand": await _names(connection, BRANDS_IN_USE, removed),
        "attribute": await _names(connection, ATTRIBUTES_IN_USE, removed),
    }
    for kind, names in in_use.items():
        for key in plan.keys(kind, "removed"):
            if key in names:
                plan.outcomes[kind][key] = "in_use"
    return plan


async def _keep_used_categories(connection: Connection, plan: Removal) -> None:
    """Keep categories with other products or subcategories, and order the others children first."""
    # An archived product leaves its categories.
    leaving = {*plan.ids("product", "removed"), *plan.ids("product", "archived")}
    before, used = plan.outcomes["category"], set[int]()
    after: dict[str, SampleOutcome] = {}
    for row in await connection.fetch(CATEGORIES):
        key = str(row["id"])
        outcome = before.get(key)
        if outcome == "removed" and (row["id"] in used or not leaving.issuperset(row["products"])):
            outcome = "in_use"
        if outcome is not None:
            after[key] = outcome
        if outcome != "removed":
            used.add(row["parent_id"])
    plan.outcomes["category"] = {**after, **{key: before[key] for key in before.keys() - after}}


async def _names(connection: Connection, sql: str, ids: list[int]) -> set[str]:
    return {str(row[0]) for row in await connection.fetch(sql, ids)}
