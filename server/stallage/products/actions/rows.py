"""Rows of products, SKUs and images, and the statements that write many of them at once.

Rows are passed as one JSON document, which PostgreSQL expands into typed columns, so that hundreds of
products need only a few statements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stallage.products.actions.naming import ResolvedNames
from stallage.products.drafts import ImageDraft, Options, ProductDraft
from stallage.products.queries.product_reader import StoredProduct
from stallage.products.rules.merging import options_key
from stallage.products.rules.product_media import spin_to_json, videos_to_json

Row = dict[str, Any]

LOCK_SKUS = """
    SELECT s.id FROM skus s JOIN products p ON p.id = s.product_id
    WHERE p.slug = ANY($1::text[]) ORDER BY s.id FOR NO KEY UPDATE OF s
"""
LOCK_PRODUCTS = """
    SELECT id FROM products WHERE slug = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE
"""

_PRODUCT_COLUMNS = {
    "slug": "text",
    "title": "text",
    "summary": "text",
    "description_html": "text",
    "product_type": "text",
    "status": "text",
    "tags": "text[]",
    "attributes": "jsonb",
    "specification": "jsonb",
    "videos": "jsonb",
    "spin": "jsonb",
    "option_names": "text[]",
    "swatches": "jsonb",
    "seo_title": "text",
    "seo_description": "text",
    "returnable": "boolean",
    "max_per_order": "integer",
    "gift_card": "jsonb",
    "channels": "text[]",
    "publish_at": "timestamptz",
    "unpublish_at": "timestamptz",
    "extra": "jsonb",
}
_IMAGE_COLUMNS = {
    "position": "integer",
    "alt": "text",
    "options": "jsonb",
    "focus_x": "smallint",
    "focus_y": "smallint",
}
_NEW_IMAGE_COLUMNS = {
    "product_id": "bigint",
    "path": "text",
    "source_url": "text",
    "state": "text",
    "width": "integer",
    "height": "integer",
    "colour": "text",
    "preview": "text",
    **_IMAGE_COLUMNS,
}
_SKU_COLUMNS = {
    "position": "integer",
    "sku": "text",
    "options": "text[]",
    "price": "bigint",
    "compare_at_price": "bigint",
    "cost": "bigint",
    "stock": "bigint",
    "tracked": "boolean",
    "backorder": "boolean",
    "barcode": "text",
    "weight_grams": "bigint",
    "weight_unit": "text",
    "requires_shipping": "boolean",
    "taxable": "boolean",
    "image_id": "bigint",
    "extra": "jsonb",
}


def _input(columns: Mapping[str, str]) -> str:
    """Return SQL for the first parameter as a table."""
    typed = ", ".join(f"{name} {kind}" for name, kind in columns.items())
    return f"json_to_recordset($1::text::json) AS input ({typed})"


def _names(columns: Iterable[str]) -> str:
    return ", ".join(columns)


def _assignments(columns: Iterable[str]) -> str:
    return ", ".join(f"{name} = input.{name}" for name in columns)


_BRAND = "(SELECT b.id FROM brands b WHERE lower(b.name) = lower(input.brand))"

INSERT_PRODUCTS = f"""
    INSERT INTO products ({_names(_PRODUCT_COLUMNS)}, brand_id, created_at, updated_at)
    SELECT {_names(f"input.{name}" for name in _PRODUCT_COLUMNS)},
        {_BRAND}, coalesce(input.created_at, $2), $2
    FROM {_input(_PRODUCT_COLUMNS | {"brand": "text", "created_at": "timestamptz", "place": "bigint"})}
    ORDER BY input.place
    RETURNING id, slug
"""
UPDATE_PRODUCTS = f"""
    UPDATE products p SET {_assignments(_PRODUCT_COLUMNS)}, brand_id = {_BRAND}, updated_at = $2
    FROM {_input({"id": "bigint", "brand": "text"} | _PRODUCT_COLUMNS)}
    WHERE p.id = input.id
"""
INSERT_IMAGES = f"""
    INSERT INTO product_images ({_names(_NEW_IMAGE_COLUMNS)})
    SELECT {_names(_NEW_IMAGE_COLUMNS)} FROM {_input(_NEW_IMAGE_COLUMNS)}
    RETURNING id, product_id, coalesce(source_url, path) AS src
"""
UPDATE_IMAGES = f"""
    UPDATE product_images i SET {_assignments(_IMAGE_COLUMNS)}
    FROM {_input({"id": "bigint"} | _IMAGE_COLUMNS)} WHERE i.id = input.id
"""
DELETE_IMAGES = "DELETE FROM product_images WHERE id = ANY($1::bigint[])"
INSERT_SKUS = f"""
    INSERT INTO skus (product_id, {_names(_SKU_COLUMNS)})
    SELECT product_id, {_names(_SKU_COLUMNS)} FROM {_input({"product_id": "bigint"} | _SKU_COLUMNS)}
    ORDER BY product_id, position
"""
UPDATE_SKUS = f"""
    UPDATE skus s SET {_assignments(_SKU_COLUMNS)}, active = true,
        supplied = s.supplied + input.stock - s.stock
    FROM {_input({"id": "bigint"} | _SKU_COLUMNS)} WHERE s.id = input.id
"""
RETIRE_SKUS = "UPDATE skus SET active = false WHERE id = ANY($1::bigint[])"
KNOWN_SLUGS = "SELECT slug FROM products WHERE slug = ANY($1::text[])"
SET_RELATED = """
    UPDATE products p SET related = array(
        SELECT other.id FROM json_array_elements_text(input.slugs) WITH ORDINALITY AS given (slug, place)
        JOIN products other ON other.slug = given.slug AND other.id <> p.id
        ORDER BY given.place)
    FROM json_to_recordset($1::text::json) AS input (id bigint, slugs json)
    WHERE p.id = input.id
"""
DELETE_PLACES = "DELETE FROM product_categories WHERE product_id = ANY($1::bigint[])"
INSERT_PLACES = """
    INSERT INTO product_categories (product_id, category_id, position)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::integer[])
"""


def product_row(product: ProductDraft, product_id: int, place: int, names: ResolvedNames) -> Row:
    """Return a complete draft as a row of `products`."""
    return {
        "id": product_id,
        "place": place,
        "slug": product.slug,
        "title": product.title,
        "summary": product.summary,
        "description_html": product.description_html,
        "brand": product.brand or None,
        "product_type": product.product_type,
        "status": product.status,
        "tags": product.tags,
        "attributes": {
            names.attributes[label]: values for label, values in product.attributes.items()
        },
        "specification": product.specification,
        "videos": videos_to_json(product.videos or ()),
        "spin": spin_to_json(product.spin or ()),
        "option_names": product.option_names,
        "swatches": product.swatches,
        "seo_title": product.seo_title,
        "seo_description": product.seo_description,
        "returnable": product.returnable,
        "max_per_order": product.max_per_order or None,
        "gift_card": product.gift_card or None,
        "channels": product.channels,
        "publish_at": (product.schedule or (None, None))[0],
        "unpublish_at": (product.schedule or (None, None))[1],
        "extra": product.extra,
        "created_at": product.created_at,
    }


def image_rows(product: ProductDraft, product_id: int, ids: Mapping[str, int]) -> list[Row]:
    """Return a product's pictures as rows; `ids` are those of its stored pictures, by `src`."""
    return [
        {
            "id": ids.get(image.src),
            "product_id": product_id,
            "position": position,
            "path": image.src if is_path(image.src) else None,
            "source_url": None if is_path(image.src) else image.src,
            "state": "ready" if is_path(image.src) else "pending",
            "alt": image.alt,
            "width": image.width,
            "height": image.height,
            "colour": image.colour,
            "preview": image.preview,
            "options": image.options or None,
            "focus_x": image.focus[0] if image.focus else None,
            "focus_y": image.focus[1] if image.focus else None,
        }
        for position, image in enumerate(product.images or ())
    ]


def sku_rows(
    product: ProductDraft,
    product_id: int,
    ids: Mapping[Options, int],
    images: Mapping[tuple[int, str], int],
) -> list[Row]:
    """Return a product's SKUs as rows; `ids` are those of its stored SKUs, by `options_key`."""
    return [
        {
            "id": ids.get(options_key(sku.options)),
            "product_id": product_id,
            "position": position,
            "sku": sku.sku,
            "options": sku.options,
            "price": sku.price,
            "compare_at_price": sku.compare_at_price or None,
            "cost": sku.cost or None,
            "stock": sku.stock,
            "tracked": sku.tracked,
            "backorder": sku.backorder,
            "barcode": sku.barcode,
            "weight_grams": sku.weight_grams or None,
            "weight_unit": sku.weight_unit,
            "requires_shipping": sku.requires_shipping,
            "taxable": sku.taxable,
            "image_id": images.get((product_id, sku.image)) if sku.image else None,
            "extra": sku.extra,
        }
        for position, sku in enumerate(product.skus)
    ]


def new_images(product: ProductDraft, stored: StoredProduct | None) -> list[ImageDraft]:
    """Return the pictures that are not stored yet."""
    known = stored.image_ids if stored else {}
    return [image for image in product.images or () if image.src not in known]


def is_path(src: str) -> bool:
    """Whether a picture is stored in the shop's own media."""
    return src.startswith("/")


def columns(rows: Sequence[tuple[int, ...]], width: int) -> list[list[int]]:
    """Transpose rows into `width` columns."""
    return [[row[place] for row in rows] for place in range(width)]
