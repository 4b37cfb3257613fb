"""Duplicate, archive, restore and delete products."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.product_changes.errors.lists import EditRefused, ProductInUse
from stallage.product_changes.schemas.lifecycle import ProductState
from stallage.products.actions.put_products import lock_catalogue, put_products
from stallage.products.actions.removal import delete_product
from stallage.products.drafts import ImageDraft, ProductDraft, SkuDraft, Status
from stallage.products.queries.product_reader import stored_products
from stallage.products.rules.slugs import product_slug
from stallage.stock.actions import lock

PRODUCT = "SELECT id, slug, title, status FROM products_view WHERE id = $1"
TAKEN = "SELECT EXISTS (SELECT FROM products_view WHERE slug = $1)"
PICTURES = """
    SELECT path, alt, width, height, colour, preview, options, coalesce(focus_x, 50) AS focus_x,
        coalesce(focus_y, 50) AS focus_y
    FROM product_images_view
    WHERE product_id = $1 AND path IS NOT NULL ORDER BY position, id
"""
PICTURES_OF_SKUS = """
    SELECT s.options, i.path FROM skus_view s JOIN product_images_view i ON i.id = s.image_id
    WHERE s.product_id = $1 AND s.active AND i.path IS NOT NULL
"""
SKU_IDS = "SELECT id FROM skus_view WHERE product_id = $1"
ORDERED = """
    SELECT EXISTS (SELECT FROM order_lines_view WHERE sku_id = ANY($1::bigint[]))
        OR EXISTS (SELECT FROM reservations_view WHERE sku_id = ANY($1::bigint[]))
"""
SUFFIX = "copy"


async def _state(connection: Connection, product_id: int) -> ProductState:
    row = await connection.fetchrow(PRODUCT, product_id)
    if row is None:
        raise NotFound
    return ProductState(**dict(row))


async def duplicate_product(connection: Connection, product_id: int) -> ProductState:
    """Create a draft like a product, without stock, codes and barcodes. Raises NotFound."""
    original = await _state(connection, product_id)
    await lock_catalogue(connection, [original.slug])
    stored = (await stored_products(connection, [original.slug]))[original.slug]
    slug = await _free_slug(connection, original.slug)
    title = f"{original.title} ({SUFFIX})"
    pictures = await connection.fetch(PICTURES, product_id)
    of_skus = {
        tuple(row["options"]): row["path"]
        for row in await connection.fetch(PICTURES_OF_SKUS, product_id)
    }
    copy = replace(
        stored.draft,
        slug=slug,
        title=title,
        status="draft",
        skus=tuple(_copied_sku(sku, of_skus) for sku in stored.draft.skus),
        images=tuple(
            ImageDraft(
                src=row["path"],
                alt=row["alt"],
                options=row["options"] or {},
                focus=(row["focus_x"], row["focus_y"]),
                width=row["width"],
                height=row["height"],
                colour=row["colour"],
                preview=row["preview"],
            )
            for row in pictures
        ),
        created_at=None,
    )
    (put,) = await put_products(connection, [copy])
    await record(
        connection,
        "product.duplicated",
        Subject("product", put.product_id, title),
        after={"slug": slug, "copyOf": original.slug},
    )
    return await _state(connection, put.product_id)


async def _free_slug(connection: Connection, slug: str) -> str:
    """A slug that no product has. The catalogue is locked, so nobody else takes it."""
    number = 1
    while True:
        ending = SUFFIX if number == 1 else f"{SUFFIX}-{number}"
        found = product_slug(f"{slug[:200]}-{ending}")
        if not await connection.fetchval(TAKEN, found):
            return found
        number += 1


def _copied_sku(sku: SkuDraft, pictures: Mapping[tuple[str, ...], str]) -> SkuDraft:
    # Codes and barcodes identify a variant, so the copy has none. It is tracked as the original.
    return replace(sku, sku="", barcode="", stock=0, image=pictures.get(sku.options, ""))


async def set_status(connection: Connection, product_id: int, status: Status) -> ProductState:
    """Set the status of a product; nothing happens if it has it. Raises NotFound and EditRefused."""
    before = await _state(connection, product_id)
    await lock_catalogue(connection, [before.slug])
    stored = (await stored_products(connection, [before.slug])).get(before.slug)
    if stored is None or stored.product_id != product_id:
        raise NotFound
    if status == "active" and not stored.draft.skus:
        raise EditRefused("A product without a variant cannot be sold.")
    draft = ProductDraft(
        slug=before.slug,
        title=stored.draft.title,
        option_names=stored.draft.option_names,
        skus=tuple(SkuDraft(options=sku.options) for sku in stored.draft.skus),
        status=status,
    )
    await put_products(connection, [draft])
    await record(
        connection,
        "product.archived" if status == "archived" else "product.restored",
        Subject("product", product_id, stored.draft.title),
        before={"status": stored.draft.status},
        after={"status": status},
    )
    return await _state(connection, product_id)


async def remove_product(connection: Connection, product_id: int) -> ProductState:
    """Delete a product that was never ordered. Raises NotFound and ProductInUse."""
    product = await _state(connection, product_id)
    await lock_catalogue(connection, [product.slug])
    sku_ids = [row["id"] for row in await connection.fetch(SKU_IDS, product_id)]
    # Whoever orders one of them waits, and then finds it gone.
    await lock(connection, sku_ids)
    if await connection.fetchval(ORDERED, sku_ids):
        raise ProductInUse
    await delete_product(connection, product_id)
    await record(
        connection,
        "product.deleted",
        Subject("product", product_id, product.title),
        before={"slug": product.slug, "title": product.title, "status": product.status},
    )
    return product
