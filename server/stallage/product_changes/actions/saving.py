"""Creates and changes products for the editor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import check_match
from stallage.core.validation import message
from stallage.product_changes.actions.recording import record_version
from stallage.product_changes.actions.writing import check_slug, write_product
from stallage.product_changes.errors.records import StockMoved
from stallage.product_changes.queries.records import record_of
from stallage.product_changes.queries.references import (
    attribute_kinds,
    category_titles,
    free_slug,
    product_slugs,
)
from stallage.product_changes.rules.drafting import draft_of, find_errors, typed_attributes
from stallage.product_changes.schemas.records import ProductInput
from stallage.products.actions.editing import (
    lock_for_edit,
    lock_products_for_new,
    set_attribute_kind,
)
from stallage.products.actions.put_products import put_products
from stallage.products.drafts import ProductDraft
from stallage.products.queries.product_reader import StoredProduct, stored_products_by_id
from stallage.products.rules.merging import options_key
from stallage.products.rules.slugs import product_slug
from stallage.stock.actions import set_level

T = TypeVar("T")


async def save_product(
    connection: Connection, product_id: int, body: ProductInput, if_match: str | None
) -> None:
    """Change a product to what the editor sends, and the stock of variants where it says so.

    Raises NotFound, PreconditionRequired, EditConflict, InvalidFields and StockMoved.
    """
    if not await lock_for_edit(connection, product_id):
        raise NotFound
    stored = (await stored_products_by_id(connection, [product_id]))[product_id]
    current = await record_of(connection, stored)
    check_match(if_match, current.etag, current)
    levels = _levels(stored)
    _raise_if_any(find_errors(body, levels, stored.image_ids))
    moved = _moved(body, levels)
    if moved:
        raise StockMoved(levels={str(sku_id): levels[sku_id] for sku_id in moved})
    slug = body.slug or stored.draft.slug
    if slug != stored.draft.slug:
        await check_slug(connection, slug, product_id)
    draft = await _draft(connection, body, slug, stored)
    await write_product(connection, stored, draft, [variant.id for variant in body.variants])
    await _set_kinds(connection, body)
    await _set_stock(connection, stored, body, levels)


async def add_product(connection: Connection, body: ProductInput) -> int:
    """Create a product; return its id. Raises InvalidFields."""
    await lock_products_for_new(connection)
    _raise_if_any(find_errors(body, (), ()))
    if body.slug:
        slug = body.slug
        await check_slug(connection, slug)
    else:
        slug = await free_slug(connection, product_slug(body.title))
    draft = await _draft(connection, body, slug, None)
    (put,) = await put_products(connection, [draft])
    await _set_kinds(connection, body)
    await record_version(connection, [put.product_id])
    await record(
        connection,
        "product.created",
        Subject("product", put.product_id, body.title),
        after={"slug": slug, "status": body.status, "variants": len(body.variants)},
    )
    return put.product_id


def _raise_if_any(errors: dict[str, list[str]]) -> None:
    if errors:
        raise InvalidFields(fields=errors)


def _levels(stored: StoredProduct) -> dict[int, int]:
    """Return the stock of the active SKUs by id."""
    return {stored.sku_ids[options_key(sku.options)]: sku.stock or 0 for sku in stored.draft.skus}


def _moved(body: ProductInput, levels: dict[int, int]) -> list[int]:
    """Return the ids of variants whose stock is not what the operator saw."""
    return [
        variant.id
        for variant in body.variants
        if variant.id and variant.stock and variant.stock.before != levels[variant.id]
    ]


async def _draft(
    connection: Connection, body: ProductInput, slug: str, stored: StoredProduct | None
) -> ProductDraft:
    """Return the draft of a body. Raises InvalidFields for unknown categories, products and values."""
    titles = await category_titles(connection, body.categories)
    slugs = await product_slugs(connection, body.related)
    kinds = await attribute_kinds(connection)
    attributes, errors = typed_attributes(body, kinds)
    if len(titles) < len(set(body.categories)):
        errors["categories"] = [message("invalid", "categories")]
    if len(slugs) < len(set(body.related)):
        errors["related"] = [message("invalid", "related")]
    _raise_if_any(errors)
    removed: dict[str, tuple[str, ...]] = (
        dict.fromkeys(stored.draft.attributes, ()) if stored else {}
    )
    return draft_of(
        body,
        slug,
        categories=_in_order(body.categories, titles),
        related=[one for one in _in_order(body.related, slugs) if one != slug],
        attributes={**removed, **attributes},
        stock=_levels(stored) if stored else {},
    )


def _in_order(ids: Sequence[int], values: dict[int, T]) -> list[T]:
    return [values[one] for one in dict.fromkeys(ids)]


async def _set_kinds(connection: Connection, body: ProductInput) -> None:
    kinds = await attribute_kinds(connection)
    for one in body.attributes:
        if one.kind is None or one.label not in kinds:
            continue
        chosen = (one.kind, (one.unit or "") if one.kind == "number" else "")
        if chosen != kinds[one.label]:
            await set_attribute_kind(connection, one.label, *chosen)
            await record(
                connection,
                "attribute.changed",
                Subject("attribute", None, one.label),
                before=dict(zip(("kind", "unit"), kinds[one.label], strict=True)),
                after=dict(zip(("kind", "unit"), chosen, strict=True)),
            )


async def _set_stock(
    connection: Connection, stored: StoredProduct, body: ProductInput, levels: dict[int, int]
) -> None:
    counted = {
        variant.id: variant.stock.level
        for variant in body.variants
        if variant.id and variant.stock and variant.stock.level != levels[variant.id]
    }
    if not counted:
        return
    await set_level(connection, counted)
    names = {variant.id: " / ".join(variant.options) or body.title for variant in body.variants}
    await record(
        connection,
        "stock.counted",
        Subject("product", stored.product_id, body.title),
        before={names[sku_id]: levels[sku_id] for sku_id in counted},
        after={names[sku_id]: level for sku_id, level in counted.items()}
        | ({"reason": body.stock_reason} if body.stock_reason else {}),
    )
