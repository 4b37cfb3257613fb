"""Create and change products in bulk: used by imports, shop files and the demo shop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import orjson

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.hints import add_hint
from stallage.products.actions import rows
from stallage.products.actions.cards import refresh_products
from stallage.products.actions.naming import ResolvedNames, find_names, resolve_names
from stallage.products.actions.pictures import request_pictures
from stallage.products.actions.stock_changes import describe_change
from stallage.products.actions.stock_levels import STOCK_CHANGED
from stallage.products.drafts import ProductDraft
from stallage.products.queries.product_reader import StoredProduct, stored_products
from stallage.products.rules.merging import can_be_merged, merge_product, options_key
from stallage.products.rules.sanitizing import sanitise

MAX_OPTIONS = 3
ONE_AT_A_TIME = 0x7374_616C_6C70_7574
"""Key of the advisory lock that serialises imports."""


Outcome: TypeAlias = Literal["created", "changed", "unchanged", "refused"]
"""`refused`: the draft has one price or stock for a product that is sold in several options."""


@dataclass(frozen=True, slots=True)
class PutResult:
    """The outcome of a draft."""

    slug: str
    product_id: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class PlannedProduct:
    """What putting a draft would do."""

    stored: StoredProduct | None
    after: ProductDraft
    """The complete product; names that are new are as in the draft."""
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class _Target:
    """A product in its new state, with its stored state."""

    product: ProductDraft
    stored: StoredProduct | None
    product_id: int = 0
    refused: bool = False

    @property
    def before(self) -> ProductDraft | None:
        return self.stored.draft if self.stored else None


async def put_products(connection: Connection, drafts: Sequence[ProductDraft]) -> list[PutResult]:
    """Create or change products to match the drafts; return the outcomes in the same order.

    Runs in the caller's transaction; pass a few hundred drafts at a time. Products that already match
    are not written, so the call is idempotent. SKUs are identified by their options and keep their ids.
    SKUs that a draft no longer lists become inactive but are not deleted, since carts and orders refer
    to them. Pictures from other hosts are downloaded later; until then a placeholder is shown.

    Raises ValueError for inconsistent drafts.
    """
    _check(drafts)
    if not drafts:
        return []
    slugs = [draft.slug for draft in drafts]
    await lock_catalogue(connection, slugs)
    names = await resolve_names(connection, drafts)
    targets = await _targets(connection, drafts, names)
    changed = [one for one in targets if one.product != one.before]
    ids = await _write(connection, changed, names)
    return [
        PutResult(
            slug=one.product.slug,
            product_id=ids.get(one.product.slug) or (one.stored.product_id if one.stored else 0),
            outcome=_outcome(one, ids),
        )
        for one in targets
    ]


async def plan_products(
    connection: Connection, drafts: Sequence[ProductDraft]
) -> list[PlannedProduct]:
    """Return what `put_products` would do with the drafts now, in the same order. Writes nothing.

    Raises ValueError for inconsistent drafts.
    """
    _check(drafts)
    targets = await _targets(connection, drafts, await find_names(connection, drafts))
    return [PlannedProduct(one.stored, one.product, _planned_outcome(one)) for one in targets]


def _planned_outcome(one: _Target) -> Outcome:
    if one.refused:
        return "refused"
    if one.stored is None:
        return "created"
    return "unchanged" if one.product == one.before else "changed"


async def lock_catalogue(connection: Connection, slugs: Sequence[str]) -> None:
    """Lock products with their SKUs, and keep others from putting products, until the transaction ends.

    For callers that compute drafts from stored products.
    """
    await connection.execute("SELECT pg_advisory_xact_lock($1)", ONE_AT_A_TIME)
    # All actions lock SKUs before products, each in key order, to avoid deadlocks.
    await connection.execute(rows.LOCK_SKUS, slugs)
    await connection.execute(rows.LOCK_PRODUCTS, slugs)


async def _targets(
    connection: Connection, drafts: Sequence[ProductDraft], names: ResolvedNames
) -> list[_Target]:
    stored = await stored_products(connection, [draft.slug for draft in drafts])
    found = await _found_related(connection, drafts)
    return [
        _target(_with_found(names.with_stored_spelling(draft), found), stored.get(draft.slug))
        for draft in drafts
    ]


def _check(drafts: Sequence[ProductDraft]) -> None:
    if len({draft.slug for draft in drafts}) < len(drafts):
        raise ValueError("two drafts have the same slug")
    for draft in drafts:
        if len(draft.option_names) > MAX_OPTIONS:
            raise ValueError(f"{draft.slug}: a product has at most {MAX_OPTIONS} options")
        if any(len(sku.options) != len(draft.option_names) for sku in draft.skus):
            raise ValueError(f"{draft.slug}: each SKU needs one value per option")
        if len({options_key(sku.options) for sku in draft.skus}) < len(draft.skus):
            raise ValueError(f"{draft.slug}: two SKUs have the same options")


async def _found_related(connection: Connection, drafts: Sequence[ProductDraft]) -> set[str]:
    """Return the slugs of related products that exist, or that these drafts create."""
    slugs = {slug for draft in drafts for slug in draft.related or ()}
    if not slugs:
        return set()
    known = await connection.fetch(rows.KNOWN_SLUGS, sorted(slugs))
    return {row["slug"] for row in known} | {draft.slug for draft in drafts}


def _with_found(draft: ProductDraft, found: set[str]) -> ProductDraft:
    if not draft.related:
        return draft
    related = (slug for slug in dict.fromkeys(draft.related) if slug in found)
    return replace(draft, related=tuple(slug for slug in related if slug != draft.slug))


def _target(draft: ProductDraft, stored: StoredProduct | None) -> _Target:
    if draft.description_html is not None:
        draft = replace(draft, description_html=sanitise(draft.description_html))
    if stored is None:
        return _Target(merge_product(draft), None)
    if not can_be_merged(draft, stored.draft):
        return _Target(stored.draft, stored, stored.product_id, refused=True)
    return _Target(merge_product(draft, stored.draft, stored.retired), stored, stored.product_id)


def _outcome(one: _Target, ids: dict[str, int]) -> Outcome:
    if one.refused:
        return "refused"
    if one.product.slug not in ids:
        return "unchanged"
    return "changed" if one.stored else "created"


async def _write(
    connection: Connection, changed: Sequence[_Target], names: ResolvedNames
) -> dict[str, int]:
    """Write changed products; return their ids by slug."""
    if not changed:
        return {}
    ids = await _write_products(connection, changed, names)
    known = [replace(one, product_id=ids[one.product.slug]) for one in changed]
    await _write_related(connection, known)
    await _write_categories(connection, known, names)
    images = await _write_images(connection, known)
    await _write_skus(connection, known, images)
    await refresh_products(connection, ids.values())
    with_new_pictures = [
        one.product_id
        for one in known
        if any(not rows.is_path(image.src) for image in rows.new_images(one.product, one.stored))
    ]
    await request_pictures(connection, with_new_pictures)
    return ids


async def _write_products(
    connection: Connection, changed: Sequence[_Target], names: ResolvedNames
) -> dict[str, int]:
    now = clock.now()
    new = [_row(one, place, names) for place, one in enumerate(changed) if not one.stored]
    old = [_row(one, 0, names) for one in changed if one.stored]
    inserted = await connection.fetch(rows.INSERT_PRODUCTS, _json(new), now) if new else []
    if old:
        await connection.execute(rows.UPDATE_PRODUCTS, _json(old), now)
    return {row["slug"]: row["id"] for row in inserted} | {row["slug"]: row["id"] for row in old}


def _row(one: _Target, place: int, names: ResolvedNames) -> dict[str, Any]:
    return rows.product_row(one.product, one.product_id, place, names)


async def _write_related(connection: Connection, known: Sequence[_Target]) -> None:
    """Write products chosen by hand, once all products of the call exist."""
    changed: list[dict[str, Any]] = [
        {"id": one.product_id, "slugs": one.product.related}
        for one in known
        if one.product.related != (one.before.related if one.before else ())
    ]
    if changed:
        await connection.execute(rows.SET_RELATED, _json(changed))


async def _write_categories(
    connection: Connection, known: Sequence[_Target], names: ResolvedNames
) -> None:
    moved = [
        one for one in known if not one.before or one.product.categories != one.before.categories
    ]
    if not moved:
        return
    category_ids = names.category_ids()
    places = [
        (one.product_id, category_ids[path], position)
        for one in moved
        for position, path in enumerate(one.product.categories or ())
    ]
    await connection.execute(rows.DELETE_PLACES, [one.product_id for one in moved])
    await connection.execute(rows.INSERT_PLACES, *rows.columns(places, 3))


async def _write_images(
    connection: Connection, known: Sequence[_Target]
) -> dict[tuple[int, str], int]:
    """Write pictures; return the ids of all pictures by product id and `src`."""
    ids: dict[tuple[int, str], int] = {}
    new: list[dict[str, Any]] = []
    old: list[dict[str, Any]] = []
    removed: list[int] = []
    for one in known:
        stored = one.stored.image_ids if one.stored else {}
        ids |= {(one.product_id, src): image_id for src, image_id in stored.items()}
        if one.before is not None and one.product.images == one.before.images:
            continue
        images = rows.image_rows(one.product, one.product_id, stored)
        new += [row for row in images if not row["id"]]
        old += [row for row in images if row["id"]]
        used = {row["id"] for row in images}
        removed += [image_id for image_id in stored.values() if image_id not in used]
    if old:
        await connection.execute(rows.UPDATE_IMAGES, _json(old))
    if new:
        inserted = await connection.fetch(rows.INSERT_IMAGES, _json(new))
        ids |= {(row["product_id"], row["src"]): row["id"] for row in inserted}
    if removed:
        await connection.execute(rows.DELETE_IMAGES, removed)
    return ids


async def _write_skus(
    connection: Connection, known: Sequence[_Target], images: dict[tuple[int, str], int]
) -> None:
    new: list[dict[str, Any]] = []
    old: list[dict[str, Any]] = []
    retired: list[int] = []
    for one in known:
        if one.before is not None and one.product.skus == one.before.skus:
            continue
        stored = one.stored.sku_ids if one.stored else {}
        skus = rows.sku_rows(one.product, one.product_id, stored, images)
        new += [row for row in skus if not row["id"]]
        old += [row for row in skus if row["id"]]
        used = {row["id"] for row in skus}
        before = one.before.skus if one.before else ()
        active = (stored[options_key(sku.options)] for sku in before)
        retired += [sku_id for sku_id in active if sku_id not in used]
    if retired:
        await connection.execute(rows.RETIRE_SKUS, retired)
    if old or new:
        await describe_change(connection, "import")
    if old:
        await connection.execute(rows.UPDATE_SKUS, _json(old))
        await add_hint(connection, STOCK_CHANGED)
    if new:
        await connection.execute(rows.INSERT_SKUS, _json(new))


def _json(table: list[dict[str, Any]]) -> str:
    return orjson.dumps(table).decode()
