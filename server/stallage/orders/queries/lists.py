"""Reads pages of a customer's orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from stallage.core import clock
from stallage.core.criteria import Match, SqlParameters
from stallage.core.db import Connection, Record
from stallage.core.paging import Page
from stallage.orders.queries.details import allowed_actions, parcels_of, summary_fields
from stallage.orders.rules.returning import can_return
from stallage.orders.rules.units import StoredLine
from stallage.orders.schemas import (
    ListedOrderAllows,
    OrderCriterion,
    OrderSummary,
    OrderTracking,
)
from stallage.orders.sql.criteria import condition_of
from stallage.orders.sql.flags import flags_sql
from stallage.orders.sql.orders import LINES, PARCELS, TENDERS

ORDERS_OF = f"""
    WITH found AS (
        SELECT o.id FROM orders o
        WHERE o.customer_id = $1 AND ($2::int[] IS NULL OR o.status = ANY($2::int[]))
            AND ($3 = '' OR strpos(lower(o.public_id), lower($3)) > 0 OR EXISTS (
                SELECT FROM order_lines l
                WHERE l.order_id = o.id
                    AND l.owner_id = o.owner_id AND strpos(lower(l.title), lower($3)) > 0))
            AND (CRITERIA)
    )
    SELECT (SELECT count(*) FROM found) AS found, o.*, {LINES}, {PARCELS}, {TENDERS}, FLAGS AS flags
    FROM (SELECT 1) one
    LEFT JOIN (
        SELECT * FROM orders WHERE id IN (SELECT id FROM found ORDER BY id DESC LIMIT $4 OFFSET $5)
    ) o ON true
    ORDER BY o.id DESC
"""

STORED_FIELDS = tuple(one.name for one in fields(StoredLine) if one.name != "is_gift_card")


def _stored_line(line: Mapping[str, Any]) -> StoredLine:
    return StoredLine(
        **{name: line[name] for name in STORED_FIELDS}, is_gift_card=line["gift_card"] is not None
    )


def _tracking_of(row: Record) -> OrderTracking | None:
    parcels = parcels_of(row)
    if not parcels:
        return None
    under_way = [parcel for parcel in parcels if parcel.delivered_at is None]
    days = [parcel.arrives_by for parcel in under_way]
    followed = under_way or parcels
    single = followed[0] if len(followed) == 1 else None
    shipped = sum(line.quantity for parcel in parcels for line in parcel.lines)
    ordered = sum(
        line["quantity"] - line["cancelled"] for line in row["lines"] if line["gift_card"] is None
    )
    return OrderTracking.model_construct(
        parcel_count=len(parcels),
        delivered_count=len(parcels) - len(under_way),
        unshipped_quantity=ordered - shipped,
        arrives_by=max((day for day in days if day is not None), default=None),
        carrier=None if single is None else single.carrier,
        tracking_url=None if single is None else single.tracking_url,
    )


def _summary_of(row: Record, return_window_seconds: int, now: datetime) -> OrderSummary:
    flags = row["flags"]
    return OrderSummary.model_construct(
        **summary_fields(row),
        tracking=_tracking_of(row),
        allows=ListedOrderAllows.model_construct(
            **allowed_actions(row),
            return_items=can_return(
                row["status"],
                row["delivered_at"],
                [_stored_line(line) for line in row["lines"]],
                window_seconds=return_window_seconds,
                now=now,
            ),
            review=flags.get("review", False),
            invoice=flags.get("invoice", False),
        ),
    )


async def orders_of(
    connection: Connection,
    customer_id: int,
    page: Page,
    statuses: list[int] | None,
    words: str,
    *,
    return_window_seconds: int,
    criteria: Sequence[OrderCriterion] = (),
    match: Match = "all",
) -> tuple[list[OrderSummary], int]:
    """Read a page of a customer's orders, newest first, and their total number.

    Raises InvalidFields if an operation or a value does not fit its criterion's key.
    """
    parameters = SqlParameters([customer_id, statuses, words.strip(), page.size, page.offset])
    condition = condition_of(criteria, match, parameters)
    sql = ORDERS_OF.replace("FLAGS", flags_sql()).replace("CRITERIA", condition)
    rows = await connection.fetch(sql, *parameters.values)
    now = clock.now()
    orders = [_summary_of(row, return_window_seconds, now) for row in rows if row["id"] is not None]
    return orders, rows[0]["found"]
