"""Resolves what the editor refers to by id."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.product_changes.queries.records import PATH
from stallage.product_changes.schemas.records import AttributeKind

TITLES = f"SELECT c.id, {PATH} AS path FROM categories_view c WHERE c.id = ANY($1::bigint[])"
SLUGS = "SELECT id, slug FROM products_view WHERE id = ANY($1::bigint[])"
KINDS = "SELECT label, kind, unit FROM attributes_view"
TAKEN = "SELECT slug FROM products_view WHERE slug = $1 OR slug LIKE $2"


async def category_titles(connection: Connection, ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Return the titles from the root of categories by id; unknown ids are left out."""
    return {row["id"]: tuple(row["path"]) for row in await connection.fetch(TITLES, list(ids))}


async def product_slugs(connection: Connection, ids: Sequence[int]) -> dict[int, str]:
    """Return the slugs of products by id; unknown ids are left out."""
    return {row["id"]: row["slug"] for row in await connection.fetch(SLUGS, list(ids))}


async def attribute_kinds(connection: Connection) -> dict[str, tuple[AttributeKind, str]]:
    """Return kind and unit of each attribute by label."""
    return {row["label"]: (row["kind"], row["unit"]) for row in await connection.fetch(KINDS)}


async def free_slug(connection: Connection, slug: str) -> str:
    """Return the slug, or with the first number behind it that no product has."""
    pattern = "".join(f"\\{char}" if char in "%_\\" else char for char in slug) + "-%"
    taken = {row["slug"] for row in await connection.fetch(TAKEN, slug, pattern)}
    number = 2
    found = slug
    while found in taken:
        found, number = f"{slug}-{number}", number + 1
    return found
