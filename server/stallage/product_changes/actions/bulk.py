"""Apply a bulk edit to a product, and take it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.json_types import JsonObject
from stallage.product_changes.errors.lists import ChangedSince, EditRefused
from stallage.product_changes.queries.bulk import category_paths, editable_products, slug_of
from stallage.product_changes.rules.bulk import (
    Edit,
    EditableProduct,
    SkuValues,
    Values,
    plan_edit,
    still_has,
)
from stallage.products.actions.put_products import lock_catalogue, put_products
from stallage.products.drafts import ProductDraft, SkuDraft
from stallage.products.queries.product_reader import StoredProduct, stored_products
from stallage.products.rules.merging import options_key


async def apply_edit(connection: Connection, product_id: int, edit: Edit) -> JsonObject:
    """Change a product. Returns what `undo_edit` needs. Raises NotFound and EditRefused."""
    slug, product = await _locked(connection, product_id)
    planned = plan_edit(product, edit)
    if planned.reason is not None:
        raise EditRefused(planned.reason)
    await _write(connection, slug, planned.after, planned.skus_after)
    before, after = _entries(planned.before, planned.skus_before, planned.after, planned.skus_after)
    subject = Subject("product", product_id, product.title)
    await record(connection, "product.bulk_edited", subject, before=before, after=after)
    return {
        "before": planned.before,
        "after": planned.after,
        "skus_before": _with_texts(planned.skus_before),
        "skus_after": _with_texts(planned.skus_after),
    }


async def undo_edit(connection: Connection, product_id: int, change: JsonObject) -> None:
    """Give a product its values before a bulk edit.

    Raises NotFound, and ChangedSince if one of them is not what the bulk edit left.
    """
    slug, product = await _locked(connection, product_id)
    if not still_has(change, product):
        raise ChangedSince
    skus = {int(sku_id): values for sku_id, values in change["skus_before"].items()}
    await _write(connection, slug, change["before"], skus)
    before, after = _entries(
        change["after"], change["skus_after"], change["before"], change["skus_before"]
    )
    subject = Subject("product", product_id, product.title)
    await record(connection, "product.bulk_edit_undone", subject, before=before, after=after)


async def _locked(connection: Connection, product_id: int) -> tuple[str, EditableProduct]:
    slug = await slug_of(connection, product_id)
    if slug is None:
        raise NotFound
    await lock_catalogue(connection, [slug])
    products = await editable_products(connection, [product_id], with_prices=False)
    # Its slug may have changed before it was locked.
    if not products or await slug_of(connection, product_id) != slug:
        raise NotFound
    return slug, products[0]


async def _write(
    connection: Connection, slug: str, values: Values, prices: Mapping[int, Mapping[str, Any]]
) -> None:
    stored = (await stored_products(connection, [slug]))[slug]
    draft = ProductDraft(
        slug=slug,
        title=stored.draft.title,
        option_names=stored.draft.option_names,
        # In their order, so that no variant moves.
        skus=tuple(_sku(stored, sku, prices) for sku in stored.draft.skus),
        status=values.get("status"),
        tags=None if "tags" not in values else tuple(values["tags"]),
        brand=values.get("brand"),
        max_per_order=values.get("max_per_order"),
        returnable=values.get("returnable"),
    )
    if "categories" in values:
        paths = await category_paths(connection, values["categories"])
        draft = replace(draft, categories=paths)
    await put_products(connection, [draft])


def _sku(stored: StoredProduct, sku: SkuDraft, prices: Mapping[int, Mapping[str, Any]]) -> SkuDraft:
    new = prices.get(stored.sku_ids[options_key(sku.options)])
    if new is None:
        return SkuDraft(options=sku.options)
    return SkuDraft(
        options=sku.options, price=new["price"], compare_at_price=new["compare_at_price"] or 0
    )


def _with_texts(skus: SkuValues) -> JsonObject:
    return {str(sku_id): values for sku_id, values in skus.items()}


def _entries(
    before: Values, skus_before: Mapping[Any, Any], after: Values, skus_after: Mapping[Any, Any]
) -> tuple[JsonObject, JsonObject]:
    """Values before and after, for the audit log."""
    if not skus_after:
        return before, after
    return (
        {**before, "prices": {str(key): value for key, value in skus_before.items()}},
        {**after, "prices": {str(key): value for key, value in skus_after.items()}},
    )
