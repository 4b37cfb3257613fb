"""Putting products into the catalogue, many at once: the one way in for files and the demo shop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import orjson

from stallage.core import clock
from stallage.core.db import Connection
from stallage.products.actions import rows
from stallage.products.actions.cards import products_changed
from stallage.products.actions.naming import Names, names_of
from stallage.products.actions.pictures import await_pictures
from stallage.products.drafts import ProductDraft
from stallage.products.queries.product_reader import StoredProduct, stored_products
from stallage.products.rules.merging import can_be_merged, merged, options_key
from stallage.products.rules.sanitizing import sanitised

MAX_OPTIONS = 3
_ONE_AT_A_TIME = 0x7374_616C_6C70_7574
"""The advisory lock by which two imports of the same products do not meet halfway."""


Outcome: TypeAlias = Literal["created", "changed", "left", "refused"]
"""Refused: the draft gives one price or stock to a product that is sold in options."""


@dataclass(frozen=True, slots=True)
class Put:
    """What became of a draft."""

    slug: str
    product_id: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A product as it shall be, and as it is."""

    product: ProductDraft
    stored: StoredProduct | None
    product_id: int = 0
    refused: bool = False

    @property
    def before(self) -> ProductDraft | None:
        return self.stored.draft if self.stored else None


async def put_products(connection: Connection, drafts: Sequence[ProductDraft]) -> list[Put]:
    """Creates and changes products so that they are as the drafts say; answers in their order.

    All or nothing, in the caller's transaction; a few hundred drafts at a time are well. A product
    that is as its draft says is not touched, so that doing it twice is doing it once. SKUs are known
    by their options and keep their ids; those that a draft does not name any more are taken out of
    sale, never deleted, for carts and orders speak of them. Pictures that lie elsewhere are fetched
    afterwards; until then their products have a placeholder.

    Raises ValueError for drafts that contradict themselves.
    """
    _check(drafts)
    if not drafts:
        return []
    await connection.execute("SELECT pg_advisory_xact_lock($1)", _ONE_AT_A_TIME)
    slugs = [draft.slug for draft in drafts]
    # Whoever locks both locks SKUs before products, each in key order, so nobody waits in a circle.
    await connection.execute(rows.LOCK_SKUS, slugs)
    await connection.execute(rows.LOCK_PRODUCTS, slugs)
    names = await names_of(connection, drafts)
    stored = await stored_products(connection, slugs)
    wanted = [_wanted(names.spelled(draft), stored.get(draft.slug)) for draft in drafts]
    changed = [one for one in wanted if one.product != one.before]
    ids = await _write(connection, changed, names)
    return [
        Put(
            slug=one.product.slug,
            product_id=ids.get(one.product.slug) or (one.stored.product_id if one.stored else 0),
            outcome=_outcome(one, ids),
        )
        for one in wanted
    ]


def _check(drafts: Sequence[ProductDraft]) -> None:
    if len({draft.slug for draft in drafts}) < len(drafts):
        raise ValueError("two drafts have one slug")
    for draft in drafts:
        if len(draft.option_names) > MAX_OPTIONS:
            raise ValueError(f"{draft.slug}: a product has at most {MAX_OPTIONS} options")
        if any(len(sku.options) != len(draft.option_names) for sku in draft.skus):
            raise ValueError(f"{draft.slug}: a SKU has one value for each option")
        if len({options_key(sku.options) for sku in draft.skus}) < len(draft.skus):
            raise ValueError(f"{draft.slug}: two SKUs have the same options")


def _wanted(draft: ProductDraft, stored: StoredProduct | None) -> _Wanted:
    if draft.description_html is not None:
        draft = replace(draft, description_html=sanitised(draft.description_html))
    if stored is None:
        return _Wanted(merged(draft), None)
    if not can_be_merged(draft, stored.draft):
        return _Wanted(stored.draft, stored, stored.product_id, refused=True)
    return _Wanted(merged(draft, stored.draft, stored.retired), stored, stored.product_id)


def _outcome(one: _Wanted, ids: dict[str, int]) -> Outcome:
    if one.refused:
        return "refused"
    if one.product.slug not in ids:
        return "left"
    return "changed" if one.stored else "created"


async def _write(
    connection: Connection, changed: Sequence[_Wanted], names: Names
) -> dict[str, int]:
    """Writes what differs; the ids of the products by slug."""
    if not changed:
        return {}
    ids = await _write_products(connection, changed, names)
    known = [replace(one, product_id=ids[one.product.slug]) for one in changed]
    await _write_categories(connection, known, names)
    images = await _write_images(connection, known)
    await _write_skus(connection, known, images)
    await products_changed(connection, ids.values())
    awaited = [
        one.product_id
        for one in known
        if any(not rows.is_path(image.src) for image in rows.new_images(one.product, one.stored))
    ]
    await await_pictures(connection, awaited)
    return ids


async def _write_products(
    connection: Connection, changed: Sequence[_Wanted], names: Names
) -> dict[str, int]:
    now = clock.now()
    new = [_row(one, place, names) for place, one in enumerate(changed) if not one.stored]
    old = [_row(one, 0, names) for one in changed if one.stored]
    made = await connection.fetch(rows.INSERT_PRODUCTS, _json(new), now) if new else []
    if old:
        await connection.execute(rows.UPDATE_PRODUCTS, _json(old), now)
    return {row["slug"]: row["id"] for row in made} | {row["slug"]: row["id"] for row in old}


def _row(one: _Wanted, place: int, names: Names) -> dict[str, Any]:
    return rows.product_row(one.product, one.product_id, place, names)


async def _write_categories(connection: Connection, known: Sequence[_Wanted], names: Names) -> None:
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
    connection: Connection, known: Sequence[_Wanted]
) -> dict[tuple[int, str], int]:
    """Writes pictures; the ids of all that there are now, by product and `src`."""
    ids: dict[tuple[int, str], int] = {}
    new: list[dict[str, Any]] = []
    old: list[dict[str, Any]] = []
    gone: list[int] = []
    for one in known:
        there = one.stored.image_ids if one.stored else {}
        ids |= {(one.product_id, src): image_id for src, image_id in there.items()}
        if one.before is not None and one.product.images == one.before.images:
            continue
        wanted = rows.image_rows(one.product, one.product_id, there)
        new += [row for row in wanted if not row["id"]]
        old += [row for row in wanted if row["id"]]
        kept = {row["id"] for row in wanted}
        gone += [image_id for image_id in there.values() if image_id not in kept]
    if old:
        await connection.execute(rows.UPDATE_IMAGES, _json(old))
    if new:
        made = await connection.fetch(rows.INSERT_IMAGES, _json(new))
        ids |= {(row["product_id"], row["src"]): row["id"] for row in made}
    if gone:
        await connection.execute(rows.DELETE_IMAGES, gone)
    return ids


async def _write_skus(
    connection: Connection, known: Sequence[_Wanted], images: dict[tuple[int, str], int]
) -> None:
    new: list[dict[str, Any]] = []
    old: list[dict[str, Any]] = []
    retired: list[int] = []
    for one in known:
        if one.before is not None and one.product.skus == one.before.skus:
            continue
        there = one.stored.sku_ids if one.stored else {}
        wanted = rows.sku_rows(one.product, one.product_id, there, images)
        new += [row for row in wanted if not row["id"]]
        old += [row for row in wanted if row["id"]]
        kept = {row["id"] for row in wanted}
        before = one.before.skus if one.before else ()
        on_sale = (there[options_key(sku.options)] for sku in before)
        retired += [sku_id for sku_id in on_sale if sku_id not in kept]
    if retired:
        await connection.execute(rows.RETIRE_SKUS, retired)
    if old:
        await connection.execute(rows.UPDATE_SKUS, _json(old))
    if new:
        await connection.execute(rows.INSERT_SKUS, _json(new))


def _json(given: list[dict[str, Any]]) -> str:
    return orjson.dumps(given).decode()
