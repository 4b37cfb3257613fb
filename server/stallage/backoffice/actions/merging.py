"""Merge two accounts of one person, and undo it.

The rows that were moved are recorded, so that an undo gives back exactly those. Everything happens under
a lock of both customers that waits for transactions that write their rows. Rows of a request that began
before the merge and ends after it are moved ten minutes later by `sweep_merge`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any

import asyncpg

from stallage.alerts.actions import move_alerts, return_alerts
from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.backoffice.errors.customers import (
    PreviewOutdated,
    SameCustomer,
    UndoNeedsContact,
    UndoOver,
)
from stallage.backoffice.queries.merges import merge_to_undo, preview_merge
from stallage.backoffice.rules.merging import SWEEP_AFTER, UNDO
from stallage.backoffice.schemas.merges import Merged, Undone
from stallage.core import clock, security_log
from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.customers.actions.merging import (
    lock_merged,
    lock_pair,
    merge_identity,
    move_addresses,
    return_addresses,
    separate_identity,
)
from stallage.customers.queries import MovedIdentity
from stallage.draft_orders.actions import move_drafts, return_drafts
from stallage.moving_in.actions.orders import move_imported_orders, return_imported_orders
from stallage.orders.actions.claim import lock_orders_of, move_orders, return_orders
from stallage.questions.actions import (
    move_answers,
    move_questions,
    return_answers,
    return_questions,
)
from stallage.reviews.actions import move_reviews, return_reviews
from stallage.signin.actions.google_accounts import move_accounts, return_accounts
from stallage.signin.actions.tokens import end_all
from stallage.support.actions.merging import move_tickets, return_tickets
from stallage.uploads.actions import move_uploads, return_uploads
from stallage.wallet.actions import return_transferred, transfer
from stallage.wishlist.actions import move_items, move_share, return_items, return_share

Move = Callable[[Connection, int, int], Awaitable[list[Any]]]
Return = Callable[[Connection, list[Any], int, int], Awaitable[None]]

LISTS: dict[str, tuple[Move, Return]] = {
    "orders": (move_orders, return_orders),
    "tickets": (move_tickets, return_tickets),
    "reviews": (move_reviews, return_reviews),
    "questions": (move_questions, return_questions),
    "answers": (move_answers, return_answers),
    "alerts": (move_alerts, return_alerts),
    "drafts": (move_drafts, return_drafts),
    "imported_orders": (move_imported_orders, return_imported_orders),
    "uploads": (move_uploads, return_uploads),
    "wishlist_items": (move_items, return_items),
    "google_accounts": (move_accounts, return_accounts),
}
"""What is moved row by row. Orders come first, since they are locked by others too."""

INSERT = """
INSERT INTO customer_merges (source_id, target_id, operator, merged_at, moved)
VALUES ($1, $2, $3, $4, $5) RETURNING id
"""
SET_MOVED = "UPDATE customer_merges SET moved = $2, swept = true WHERE id = $1"
END = "UPDATE customer_merges SET undone_at = $2, moved = '{}', swept = true WHERE id = $1"
TO_SWEEP = """
SELECT id, source_id, target_id FROM customer_merges
WHERE NOT swept AND merged_at <= $1 ORDER BY merged_at LIMIT 100
"""
MOVED = "SELECT moved FROM customer_merges WHERE id = $1 AND undone_at IS NULL AND moved <> '{}'"
FORGET_OLD = "UPDATE customer_merges SET moved = '{}' WHERE moved <> '{}' AND merged_at <= $1"
FORGET_OF = """
UPDATE customer_merges SET moved = '{}' WHERE (source_id = $1 OR target_id = $1) AND moved <> '{}'
"""


def _subject(customer_id: int) -> Subject:
    return Subject("customer", customer_id, f"Customer {customer_id}")


async def merge_customers(
    connection: Connection,
    source_id: int,
    target_id: int,
    *,
    version: str,
    operator: str,
    currency: Currency,
) -> Merged:
    """Merge an account into another, as previewed.

    Raises SameCustomer, NotFound, CustomerMerged, and PreviewOutdated if anything has changed.
    """
    if source_id == target_id:
        raise SameCustomer
    await lock_orders_of(connection, source_id)
    source, target = await lock_pair(connection, source_id, target_id)
    preview = await preview_merge(connection, source, target, currency)
    if preview.version != version:
        raise PreviewOutdated
    moved: dict[str, Any] = {}
    for name, (move, _) in LISTS.items():
        moved[name] = await move(connection, source_id, target_id)
    moved["addresses"], moved["primary_address"] = await move_addresses(
        connection, source_id, target_id
    )
    moved["share"] = await move_share(connection, source_id, target_id)
    moved |= asdict(await merge_identity(connection, source, target))
    # After the source is marked as merged: credit that arrives from now on is moved on by the ledger.
    moved["wallet"] = await transfer(connection, source_id, target_id)
    await end_all(connection, source_id)
    now = clock.now()
    merge_id = await connection.fetchval(INSERT, source_id, target_id, operator, now, moved)
    figures = {name: len(moved[name]) for name in (*LISTS, "addresses")}
    await record(
        connection,
        "customer.merged",
        _subject(target_id),
        before={"customer": source_id},
        after={"merge": merge_id, "wallet": moved["wallet"], **figures},
    )
    security_log.record("customers_merged", customer_id=target_id, merged_id=source_id)
    return Merged.model_construct(merge_id=merge_id, undo_until=now + UNDO)


async def undo_merge(connection: Connection, target_id: int, merge_id: int) -> Undone:
    """Separate two accounts again. Orders and other rows that came since stay with the target.

    Raises NotFound, UndoOver, and UndoNeedsContact if an account would have no contact.
    """
    source_id, _, merged_at = await merge_to_undo(connection, target_id, merge_id)
    await lock_orders_of(connection, target_id)
    is_merged = await lock_merged(connection, source_id, target_id)
    # Read again under the lock.
    moved = await connection.fetchval(MOVED, merge_id)
    if not is_merged or moved is None or clock.now() > merged_at + UNDO:
        raise UndoOver
    identity = MovedIdentity(**{name: moved[name] for name in MovedIdentity.__slots__})
    try:
        await separate_identity(connection, identity, source_id, target_id)
    except asyncpg.CheckViolationError as error:
        raise UndoNeedsContact from error
    for name, (_, give_back) in LISTS.items():
        await give_back(connection, moved[name], source_id, target_id)
    await return_addresses(
        connection, moved["addresses"], moved["primary_address"], source_id, target_id
    )
    if moved["share"]:
        await return_share(connection, moved["share"], source_id, target_id)
    returned = await return_transferred(connection, source_id, target_id)
    # Whoever signed in with a contact of the source is signed in to the target.
    await end_all(connection, target_id)
    await connection.execute(END, merge_id, clock.now())
    await record(
        connection,
        "customer.merge_undone",
        _subject(target_id),
        before={"merge": merge_id},
        after={"customer": source_id, "wallet": returned},
    )
    security_log.record("customer_merge_undone", customer_id=target_id, merged_id=source_id)
    return Undone.model_construct(source_id=source_id, target_id=target_id)


async def sweep_merge(
    connection: Connection, merge_id: int, source_id: int, target_id: int
) -> None:
    """Move rows of requests that were running during the merge. Idempotent."""
    is_merged = await lock_merged(connection, source_id, target_id)
    moved = await connection.fetchval(MOVED, merge_id)
    if moved is None:
        await connection.execute(SET_MOVED, merge_id, {})
        return
    if is_merged:
        for name, (move, _) in LISTS.items():
            moved[name] += await move(connection, source_id, target_id)
        addresses, _ = await move_addresses(connection, source_id, target_id)
        moved["addresses"] += addresses
        moved["wallet"] += await transfer(connection, source_id, target_id)
    await connection.execute(SET_MOVED, merge_id, moved)


async def merges_to_sweep(connection: Connection) -> list[tuple[int, int, int]]:
    """Return id, source and target of merges whose second step is due."""
    rows = await connection.fetch(TO_SWEEP, clock.now() - SWEEP_AFTER)
    return [(row["id"], row["source_id"], row["target_id"]) for row in rows]


async def forget_old_merges(connection: Connection) -> None:
    """Delete the record of what was moved once a merge can no longer be undone."""
    await connection.execute(FORGET_OLD, clock.now() - UNDO)


async def forget_merges_of(connection: Connection, customer_id: int) -> None:
    """Delete the record of what was moved of a person who is being erased."""
    await connection.execute(FORGET_OF, customer_id)
