"""Records versions of products."""

from __future__ import annotations

from collections.abc import Iterable

from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection
from stallage.product_changes.queries.records import stored_snapshot
from stallage.product_changes.rules.differences import changed_fields
from stallage.product_changes.rules.snapshots import Snapshot, snapshot_from_json
from stallage.products.queries.product_reader import stored_products_by_id

MAX_VERSIONS = 100
"""Versions of a product."""

LAST = """
    SELECT DISTINCT ON (product_id) product_id, number, product FROM product_versions
    WHERE product_id = ANY($1::bigint[]) ORDER BY product_id, number DESC
"""
INSERT = """
    INSERT INTO product_versions (
        product_id, number, recorded_at, actor_kind, actor_id, actor_name, restored, fields, product)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
"""
DELETE_OLD = "DELETE FROM product_versions WHERE product_id = $1 AND number <= $2"


async def record_version(
    connection: Connection, product_ids: Iterable[int], *, restored: int | None = None
) -> None:
    """Record a version of each of these products that differs from its last one.

    Call it after the change, in the same transaction: who acts is its author.
    """
    ids = sorted(set(product_ids))
    last = {row["product_id"]: row for row in await connection.fetch(LAST, ids)}
    for product_id, stored in (await stored_products_by_id(connection, ids)).items():
        now, row = stored_snapshot(stored), last.get(product_id)
        if row is None:
            number, fields = 1, list[str]()
        else:
            number = row["number"] + 1
            fields = changed_fields(snapshot_from_json(row["product"]), now)
            if not fields and restored is None:
                continue
        actor = current_actor()
        author = (actor.kind, actor.id, actor.name) if actor else (None, None, None)
        await connection.execute(
            INSERT, product_id, number, clock.now(), *author, restored, fields, now.to_json()
        )
        await connection.execute(DELETE_OLD, product_id, number - MAX_VERSIONS)


async def record_first_version(connection: Connection, product_id: int, before: Snapshot) -> None:
    """Record a product as it is before its first recorded change, so that it can be restored."""
    if not await connection.fetch(LAST, [product_id]):
        await connection.execute(
            INSERT, product_id, 1, clock.now(), None, None, None, None, [], before.to_json()
        )
