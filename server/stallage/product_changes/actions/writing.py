"""Writes a product from a complete draft with the ids of its SKUs; shared by saving and restoring."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.validation import message
from stallage.product_changes.actions.recording import record_first_version, record_version
from stallage.product_changes.queries.records import stored_snapshot
from stallage.product_changes.rules.differences import Difference, differences
from stallage.products.actions.cards import refresh_products
from stallage.products.actions.editing import assign_options, rename_product, slug_is_taken
from stallage.products.actions.put_products import put_products
from stallage.products.drafts import ProductDraft
from stallage.products.queries.product_reader import StoredProduct, stored_products_by_id
from stallage.products.rules.merging import options_key
from stallage.products.rules.slugs import product_slug

MAX_AUDITED = 50
"""Differences in an entry of the audit log."""


async def check_slug(connection: Connection, slug: str, product_id: int = 0) -> None:
    """Raise InvalidFields unless a slug is well-formed and no other product has it."""
    if not slug or product_slug(slug) != slug:
        raise InvalidFields(fields={"slug": [message("invalid", "slug")]})
    if await slug_is_taken(connection, slug, product_id):
        raise InvalidFields(fields={"slug": [message("invalid", "slug") + " It is taken."]})


async def write_product(
    connection: Connection,
    stored: StoredProduct,
    draft: ProductDraft,
    sku_ids: Sequence[int | None],
    *,
    restored: int | None = None,
) -> None:
    """Change a stored product to a draft, whose SKUs have these ids; None for new ones.

    Attributes that the draft does not list are removed. The caller has locked the product and checked
    the draft.
    """
    before = stored_snapshot(stored)
    product_id = stored.product_id
    await record_first_version(connection, product_id, before)
    is_renamed = draft.slug != stored.draft.slug
    if is_renamed:
        await rename_product(connection, product_id, draft.slug)
    known = {
        sku_id: sku.options
        for sku_id, sku in zip(sku_ids, draft.skus, strict=True)
        if sku_id is not None
    }
    is_moved = draft.option_names != stored.draft.option_names or any(
        stored.sku_ids.get(options_key(options)) != sku_id for sku_id, options in known.items()
    )
    if is_moved:
        await assign_options(connection, product_id, draft.option_names, known)
    (put,) = await put_products(connection, [draft])
    if put.outcome == "unchanged" and (is_renamed or is_moved):
        await refresh_products(connection, [product_id])
    await record_version(connection, [product_id], restored=restored)
    after = (await stored_products_by_id(connection, [product_id]))[product_id]
    changes = differences(before, stored_snapshot(after))
    if changes or restored is not None:
        action = "product.changed" if restored is None else "product.restored"
        await _audit(connection, action, after, changes)


async def _audit(
    connection: Connection, action: str, stored: StoredProduct, changes: list[Difference]
) -> None:
    names = [" ".join(filter(None, (one.field, one.item, one.part))) for one in changes]
    shown = list(zip(names, changes, strict=True))[:MAX_AUDITED]
    await record(
        connection,
        action,
        Subject("product", stored.product_id, stored.draft.title),
        before={name: one.before for name, one in shown},
        after={name: one.after for name, one in shown},
    )
