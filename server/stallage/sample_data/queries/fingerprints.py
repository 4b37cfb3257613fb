"""Fingerprints of sample records: of what operators edit of them, so that an edit is noticed.

Names of categories and brands, positions and lists of other sample records are left out. They change when
something else is edited.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, replace
from typing import Any

import orjson

from stallage.core.db import Connection
from stallage.core.etags import etag_of
from stallage.declaration import current_state
from stallage.declaration.records import Record
from stallage.products.queries.product_reader import StoredProduct, stored_products_by_id
from stallage.sample_data.rules import SampleKind

LINKS = """
    SELECT p.id, p.brand_id, p.related, array(
            SELECT category_id FROM product_categories_view c WHERE c.product_id = p.id
            ORDER BY c.position, c.category_id
        ) AS categories
    FROM products_view p WHERE p.id = ANY($1::bigint[])
"""
CATEGORIES = "SELECT id, slug FROM categories_view"
BRANDS = "SELECT id, slug FROM brands_view"
BLOGS = "SELECT id, slug FROM blogs_view"
SLUGS = "SELECT slug FROM products_view WHERE id = ANY($1::bigint[])"

Keys = Mapping[SampleKind, Collection[str]]
NOT_EDITED = frozenset({"path", "position", "size_guide"})


async def fingerprints(connection: Connection, keys: Keys) -> dict[tuple[SampleKind, str], str]:
    """Return the fingerprints of the records that exist, by kind and key."""
    found: dict[tuple[SampleKind, str], str] = {}
    product_ids = [int(key) for key in keys.get("product", ())]
    links = {
        row["id"]: [row["brand_id"], row["related"], row["categories"]]
        for row in await connection.fetch(LINKS, product_ids)
    }
    for product_id, stored in (await stored_products_by_id(connection, product_ids)).items():
        found["product", str(product_id)] = _of_product(stored, links[product_id])
    samples = {row["slug"] for row in await connection.fetch(SLUGS, product_ids)}
    for kind, records in (await _records(connection)).items():
        for key in keys.get(kind, ()):
            if key in records:
                found[kind, key] = _of_record(kind, records[key], samples)
    return found


async def _records(connection: Connection) -> dict[SampleKind, dict[str, Record]]:
    by_slug: dict[SampleKind, list[Any]] = {
        "category": await current_state.read_categories(connection),
        "size_guide": await current_state.read_size_guides(connection),
        "slider": await current_state.read_sliders(connection),
        "section": await current_state.read_sections(connection),
        "blog": await current_state.read_blogs(connection),
        "brand": await current_state.read_brands(connection),
        "attribute": await current_state.read_attributes(connection),
    }
    ids: dict[SampleKind, str] = {"category": CATEGORIES, "blog": BLOGS, "brand": BRANDS}
    found: dict[SampleKind, dict[str, Record]] = {}
    for kind, records in by_slug.items():
        names: dict[str, str] = {}
        if kind in ids:
            names = {row["slug"]: str(row["id"]) for row in await connection.fetch(ids[kind])}
        for one in records:
            slug = one.slug if kind == "category" else one.key
            found.setdefault(kind, {})[names.get(slug, slug)] = one
    return found


def _of_product(stored: StoredProduct, links: list[Any]) -> str:
    skus = tuple(replace(sku, stock=None) for sku in stored.draft.skus)
    draft = asdict(replace(stored.draft, skus=skus, categories=(), brand="", related=()))
    return _etag([draft, links])


def _of_record(kind: SampleKind, record: Record, samples: Collection[str]) -> str:
    fields = record.model_dump(mode="json", exclude=set(NOT_EDITED), warnings=False)
    for listing in (fields, *fields.get("tile", ())):
        if "products" in listing:
            listing["products"] = sorted(set(listing["products"]) - set(samples))
    if kind == "blog":
        del fields["products"]
    return _etag(fields)


def _etag(value: Any) -> str:
    return etag_of(orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode())
