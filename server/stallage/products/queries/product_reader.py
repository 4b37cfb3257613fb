"""Read stored products as complete drafts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from stallage.core.db import Connection, Record
from stallage.products.drafts import CHANNELS, ImageDraft, Options, ProductDraft, SkuDraft
from stallage.products.rules.merging import CENTRE, options_key
from stallage.products.rules.product_media import spin_from_json, videos_from_json

BATCH = 500
"""Products read at a time."""

PRODUCTS = """
    SELECT p.id, p.slug, p.title, p.summary, p.description_html, b.name AS brand, p.product_type,
        p.status, p.tags, p.attributes, p.specification, p.videos, p.spin, p.option_names, p.swatches,
        p.seo_title, p.seo_description, p.returnable, p.max_per_order, p.gift_card, p.channels, p.publish_at,
        p.unpublish_at, p.extra,
        array(
            SELECT other.slug FROM unnest(p.related) WITH ORDINALITY AS chosen (id, place)
            JOIN products other ON other.id = chosen.id ORDER BY chosen.place
        ) AS related
    FROM products p LEFT JOIN brands b ON b.id = p.brand_id
"""
OF_SLUGS = f"{PRODUCTS} WHERE p.slug = ANY($1::text[]) ORDER BY p.id"
OF_IDS = f"{PRODUCTS} WHERE p.id = ANY($1::bigint[]) ORDER BY p.id"
AFTER_ID = f"{PRODUCTS} WHERE p.id > $1 ORDER BY p.id LIMIT $2"
SKUS = """
    SELECT s.*, coalesce(i.source_url, i.path, '') AS image
    FROM skus s LEFT JOIN product_images i ON i.id = s.image_id
    WHERE s.product_id = ANY($1::bigint[])
    ORDER BY s.product_id, s.position, s.id
"""
IMAGES = """
    SELECT * FROM product_images WHERE product_id = ANY($1::bigint[])
    ORDER BY product_id, position, id
"""
CATEGORIES = """
    SELECT pc.product_id,
        array(
            SELECT c.title FROM unnest(leaf.path) WITH ORDINALITY AS above (id, depth)
            JOIN categories c ON c.id = above.id ORDER BY above.depth
        ) AS titles
    FROM product_categories pc JOIN categories leaf ON leaf.id = pc.category_id
    WHERE pc.product_id = ANY($1::bigint[])
    ORDER BY pc.product_id, pc.position, pc.category_id
"""
LABELS = "SELECT name, label FROM attributes ORDER BY position, name"
EXTRA_COLUMNS = """
    SELECT jsonb_object_keys(extra) AS name FROM products
    UNION SELECT jsonb_object_keys(extra) FROM skus WHERE active
"""
MOST_ATTRIBUTES = """
    SELECT coalesce(max(
        cardinality(option_names) + (SELECT count(*) FROM jsonb_object_keys(attributes))
    ), 0) FROM products
"""
AMBIGUOUS_CODES = """
    SELECT sku FROM skus WHERE active AND sku <> '' GROUP BY sku HAVING count(*) > 1
    UNION SELECT s.sku FROM skus s JOIN products p ON p.slug = s.sku WHERE s.active
"""


@dataclass(frozen=True, slots=True)
class StoredProduct:
    """A product of the catalogue, with the database ids of its SKUs and images."""

    product_id: int
    draft: ProductDraft
    """With the active SKUs."""
    retired: tuple[SkuDraft, ...]
    """Inactive SKUs."""
    sku_ids: dict[Options, int]
    """By `options_key`; of several with the same options the active one, else the newest."""
    image_ids: dict[str, int]
    """By `src`."""


async def stored_products(connection: Connection, slugs: list[str]) -> dict[str, StoredProduct]:
    """Return the products with these slugs by slug; unknown slugs are left out."""
    rows = await connection.fetch(OF_SLUGS, slugs)
    return {stored.draft.slug: stored for stored in await _stored_products(connection, rows)}


async def stored_products_by_id(
    connection: Connection, product_ids: list[int]
) -> dict[int, StoredProduct]:
    """Return products by id; unknown ids are left out."""
    rows = await connection.fetch(OF_IDS, product_ids)
    return {stored.product_id: stored for stored in await _stored_products(connection, rows)}


async def read_catalogue(connection: Connection) -> AsyncIterator[ProductDraft]:
    """Yield all products in order of creation, with a few hundred in memory at a time.

    Run it in one repeatable-read transaction, so that products that change meanwhile are not skipped.
    """
    last = 0
    while rows := await connection.fetch(AFTER_ID, last, BATCH):
        for stored in await _stored_products(connection, rows):
            yield stored.draft
        last = rows[-1]["id"]


async def read_products(
    connection: Connection, product_ids: list[int]
) -> AsyncIterator[ProductDraft]:
    """Yield products by id in order of creation; unknown ids are left out."""
    ordered = sorted(set(product_ids))
    for first in range(0, len(ordered), BATCH):
        rows = await connection.fetch(OF_IDS, ordered[first : first + BATCH])
        for stored in await _stored_products(connection, rows):
            yield stored.draft


async def attribute_labels(connection: Connection) -> dict[str, str]:
    """Return the label of each attribute by its name.

    If several attributes share a label, all but the first get their name as label, so that labels are
    unique.
    """
    labels: dict[str, str] = {}
    for row in await connection.fetch(LABELS):
        taken = row["label"] in labels.values()
        labels[row["name"]] = row["name"] if taken else row["label"]
    return labels


async def extra_columns(connection: Connection) -> list[str]:
    """Return the names of all columns in `extra`, for an export."""
    return [row["name"] for row in await connection.fetch(EXTRA_COLUMNS)]


async def most_attributes(connection: Connection) -> int:
    """Return the most attributes and options that one product has, for an export."""
    return int(await connection.fetchval(MOST_ATTRIBUTES))


async def ambiguous_codes(connection: Connection) -> frozenset[str]:
    """Return the SKU codes of several variants, and those that are the slug of a product."""
    return frozenset(row["sku"] for row in await connection.fetch(AMBIGUOUS_CODES))


async def _stored_products(connection: Connection, rows: list[Record]) -> list[StoredProduct]:
    ids = [row["id"] for row in rows]
    if not ids:
        return []
    labels = await attribute_labels(connection)
    skus = _by_product(await connection.fetch(SKUS, ids))
    images = _by_product(await connection.fetch(IMAGES, ids))
    categories = _by_product(await connection.fetch(CATEGORIES, ids))
    return [
        _stored_product(
            row,
            labels,
            skus.get(row["id"], []),
            images.get(row["id"], []),
            categories.get(row["id"], []),
        )
        for row in rows
    ]


def _by_product(rows: list[Record]) -> dict[int, list[Record]]:
    grouped: dict[int, list[Record]] = {}
    for row in rows:
        grouped.setdefault(row["product_id"], []).append(row)
    return grouped


def _stored_product(
    row: Record,
    labels: dict[str, str],
    skus: list[Record],
    images: list[Record],
    categories: list[Record],
) -> StoredProduct:
    draft = ProductDraft(
        slug=row["slug"],
        title=row["title"],
        skus=tuple(_sku(sku) for sku in skus if sku["active"]),
        option_names=tuple(row["option_names"]),
        description_html=row["description_html"],
        summary=row["summary"],
        brand=row["brand"] or "",
        product_type=row["product_type"],
        tags=tuple(row["tags"]),
        status=row["status"],
        swatches=row["swatches"],
        categories=tuple(tuple(category["titles"]) for category in categories),
        attributes={labels.get(n, n): tuple(values) for n, values in row["attributes"].items()},
        specification=tuple((name, value) for name, value in row["specification"]),
        seo_title=row["seo_title"],
        seo_description=row["seo_description"],
        images=tuple(_image(image) for image in images),
        videos=videos_from_json(row["videos"]),
        spin=spin_from_json(row["spin"]),
        returnable=row["returnable"],
        max_per_order=row["max_per_order"] or 0,
        gift_card=row["gift_card"] or {},
        channels=tuple(name for name in CHANNELS if name in row["channels"]),
        related=tuple(row["related"]),
        schedule=(row["publish_at"], row["unpublish_at"]),
        extra=row["extra"],
    )
    retired = [sku for sku in skus if not sku["active"]]
    # Later entries win in `sku_ids`.
    ordered = sorted(retired, key=lambda sku: sku["id"]) + [sku for sku in skus if sku["active"]]
    return StoredProduct(
        product_id=row["id"],
        draft=draft,
        retired=tuple(_sku(sku) for sku in ordered if not sku["active"]),
        sku_ids={options_key(tuple(sku["options"])): sku["id"] for sku in ordered},
        image_ids={_src(image): image["id"] for image in images},
    )


def _sku(row: Record) -> SkuDraft:
    return SkuDraft(
        options=tuple(row["options"]),
        sku=row["sku"],
        price=row["price"],
        compare_at_price=row["compare_at_price"] or 0,
        stock=row["stock"],
        tracked=row["tracked"],
        backorder=row["backorder"],
        barcode=row["barcode"],
        weight_grams=row["weight_grams"] or 0,
        weight_unit=row["weight_unit"],
        image=row["image"],
        requires_shipping=row["requires_shipping"],
        taxable=row["taxable"],
        cost=row["cost"] or 0,
        extra=row["extra"],
    )


def _image(row: Record) -> ImageDraft:
    return ImageDraft(
        src=_src(row),
        alt=row["alt"],
        options=row["options"] or {},
        focus=CENTRE if row["focus_x"] is None else (row["focus_x"], row["focus_y"] or 0),
        width=row["width"],
        height=row["height"],
        colour=row["colour"],
        preview=row["preview"],
    )


def _src(row: Record) -> str:
    """Return what identifies an image: its source, also after it was downloaded."""
    return row["source_url"] or row["path"] or ""
