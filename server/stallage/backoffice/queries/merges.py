"""What a merge of two customers moves, and what undoing one gives back."""

from __future__ import annotations

from datetime import datetime

from stallage.backoffice.rules.merging import UNDO
from stallage.backoffice.schemas.merges import (
    ConflictKind,
    MergeConflict,
    MergedContact,
    MergePreview,
    UndoPreview,
)
from stallage.core import clock
from stallage.core.db import Connection, required
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.customers.queries import StoredCustomer, identity_to_move
from stallage.wallet.queries import balance_of, transferred_left

COUNTS = """
SELECT
    (SELECT count(*) FROM orders_view WHERE customer_id = $1) AS orders,
    (SELECT coalesce(max(id), 0) FROM orders_view WHERE customer_id = $1) AS newest_order,
    (SELECT count(*) FROM addresses_view WHERE customer_id = $1) AS addresses,
    (SELECT count(*) FROM tickets_view WHERE customer_id = $1) AS tickets,
    (SELECT count(*) FROM reviews_view WHERE customer_id = $1) AS reviews,
    (SELECT count(*) FROM questions_view WHERE customer_id = $1) AS questions,
    (SELECT count(*) FROM wishlist_items_view w WHERE w.customer_id = $1 AND NOT EXISTS (
        SELECT FROM wishlist_items_view o WHERE o.customer_id = $2 AND o.sku_id = w.sku_id))
        AS wishlist_items,
    (SELECT count(*) FROM sign_ins_view WHERE customer_id = $1 AND ended_at IS NULL) AS sign_ins
"""

# Both reviews stay, since each is of a purchase of its own.
SAME_REVIEWS = """
SELECT DISTINCT p.title FROM reviews_view mine
JOIN reviews_view other ON other.product_id = mine.product_id AND other.customer_id = $2
JOIN products_view p ON p.id = mine.product_id
WHERE mine.customer_id = $1 ORDER BY p.title LIMIT 20
"""
SAME_ITEMS = """
SELECT p.title FROM wishlist_items_view mine
JOIN wishlist_items_view other ON other.sku_id = mine.sku_id AND other.customer_id = $2
JOIN skus_view s ON s.id = mine.sku_id JOIN products_view p ON p.id = s.product_id
WHERE mine.customer_id = $1 ORDER BY p.title LIMIT 20
"""
NEWSLETTER = """
SELECT s.email FROM newsletter_subscribers_view s
WHERE lower(s.email) = lower($1) AND s.status = 'subscribed'
"""

MERGE = """
SELECT m.id, m.source_id, m.target_id, m.merged_at, m.moved
FROM customer_merges m
WHERE m.id = $1 AND m.target_id = $2 AND m.undone_at IS NULL
"""


async def _conflicts(
    connection: Connection, source: StoredCustomer, target: StoredCustomer
) -> list[MergeConflict]:
    found: list[tuple[ConflictKind, str]] = []
    for row in await connection.fetch(SAME_REVIEWS, source.id, target.id):
        found.append(("review", row["title"]))
    for row in await connection.fetch(SAME_ITEMS, source.id, target.id):
        found.append(("wishlist_item", row["title"]))
    primaries = [
        next((one for one in customer.addresses if one.is_primary), None)
        for customer in (source, target)
    ]
    if primaries[0] and primaries[1]:
        found.append(
            ("primary_address", f"{primaries[1].line1}, {primaries[1].city or ''}".strip(", "))
        )
    if source.email and target.email and await connection.fetchval(NEWSLETTER, source.email):
        found.append(("newsletter", source.email))
    if source.name and target.name and source.name.lower() != target.name.lower():
        found.append(("name", source.name))
    return [MergeConflict.model_construct(kind=kind, label=label) for kind, label in found]


async def preview_merge(
    connection: Connection, source: StoredCustomer, target: StoredCustomer, currency: Currency
) -> MergePreview:
    """Return what merging `source` into `target` moves. Neither may be merged already."""
    counts = dict(required(await connection.fetchrow(COUNTS, source.id, target.id)))
    conflicts = await _conflicts(connection, source, target)
    moved = await balance_of(connection, source.id)
    held = await balance_of(connection, target.id)
    identity = identity_to_move(source, target)
    contacts = [
        MergedContact.model_construct(contact=contact, outcome="moves" if moves else "signs_in")
        for contact, moves in ((source.email, identity.email), (source.phone, identity.phone))
        if contact
    ]
    return MergePreview.model_construct(
        source_id=source.id,
        source_name=source.name,
        target_id=target.id,
        target_name=target.name,
        orders=counts["orders"],
        addresses=counts["addresses"],
        tickets=counts["tickets"],
        reviews=counts["reviews"],
        questions=counts["questions"],
        wishlist_items=counts["wishlist_items"],
        sign_ins_ended=counts["sign_ins"],
        wallet=currency.money(moved),
        wallet_after=currency.money(moved + held),
        contacts=contacts,
        fills_name=identity.has_name,
        added_tags=identity.tags,
        conflicts=conflicts,
        undo_until=clock.now() + UNDO,
        version=etag_of(
            source.etag,
            target.etag,
            moved,
            held,
            *(counts[name] for name in counts if name != "sign_ins"),
            *(f"{one.kind}:{one.label}" for one in conflicts),
        ).strip('"'),
    )


async def merge_to_undo(
    connection: Connection, target_id: int, merge_id: int
) -> tuple[int, JsonObject, datetime]:
    """Return the source of a merge, what was moved, and when. Raises NotFound."""
    row = await connection.fetchrow(MERGE, merge_id, target_id)
    if row is None:
        raise NotFound("There is no such merge, or it was undone.")
    return row["source_id"], row["moved"], row["merged_at"]


async def preview_undo(
    connection: Connection, target_id: int, merge_id: int, currency: Currency
) -> UndoPreview:
    """Return what undoing a merge gives back. Raises NotFound."""
    source_id, moved, _ = await merge_to_undo(connection, target_id, merge_id)
    left, spent = await transferred_left(connection, source_id, target_id)
    return UndoPreview.model_construct(
        merge_id=merge_id,
        source_id=source_id,
        target_id=target_id,
        orders=len(moved.get("orders", [])),
        addresses=len(moved.get("addresses", [])),
        tickets=len(moved.get("tickets", [])),
        reviews=len(moved.get("reviews", [])),
        wishlist_items=len(moved.get("wishlist_items", [])),
        wallet=currency.money(left),
        wallet_spent=currency.money(spent),
        contacts=[moved[name] for name in ("email", "phone") if moved.get(name)],
    )
