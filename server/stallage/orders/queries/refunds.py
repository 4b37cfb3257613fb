"""Reads what was paid for an order and how much of it can be refunded, and its refunds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.orders.queries.lines import order_lines
from stallage.orders.rules import CANCELLED, OrderStatus
from stallage.orders.rules.differences import due_of, held_difference
from stallage.orders.rules.refunds import (
    Extras,
    OrderMoney,
    Reason,
    State,
    split_extras,
    taken_tenders,
)
from stallage.orders.rules.tenders import Tender, TenderState
from stallage.orders.rules.units import StoredLine
from stallage.tenders import tender_kind

ORDER = """
    SELECT o.status, o.customer_id, o.email, o.phone, o.shipping_total, o.gift_wrap_total, o.subtotal,
        o.discounts, o.taxes, o.total,
        (SELECT jsonb_agg(to_jsonb(t) - ARRAY['order_id', 'owner_id'] ORDER BY t.position)
            FROM order_tenders t WHERE t.order_id = o.id AND t.owner_id = o.owner_id) AS tenders,
        (SELECT coalesce(sum(r.amount), 0)::bigint FROM order_refunds r
            WHERE r.order_id = o.id AND r.owner_id = o.owner_id AND r.state = 'granted') AS granted,
        EXISTS (SELECT FROM order_refunds r
            WHERE r.order_id = o.id AND r.owner_id = o.owner_id
                AND r.state <> 'withdrawn' AND r.delivery > 0) AS delivery_refunded,
        EXISTS (SELECT FROM order_refunds r
            WHERE r.order_id = o.id AND r.owner_id = o.owner_id
                AND r.state <> 'withdrawn' AND r.gift_wrap > 0) AS wrap_refunded,
        EXISTS (SELECT FROM parcels p WHERE p.order_id = o.id AND p.owner_id = o.owner_id) AS has_parcels,
        (SELECT jsonb_object_agg(s.line, s.units) FROM (
            SELECT pl.order_line_id AS line, sum(pl.quantity) AS units
            FROM parcel_lines pl JOIN parcels p ON p.id = pl.parcel_id AND p.owner_id = pl.owner_id
            WHERE p.order_id = o.id AND p.owner_id = o.owner_id GROUP BY pl.order_line_id) s) AS in_parcels
    FROM orders o WHERE o.id = $1
"""

TENDERS = """
    SELECT position, kind, amount, state, released, given_back, reference, credited
    FROM order_tenders WHERE order_id = $1 ORDER BY position
"""

GRANTED = """
    SELECT coalesce(sum(amount), 0)::bigint FROM order_refunds
    WHERE order_id = $1 AND state = 'granted'
"""

COLUMNS = """
    id, public_id, order_id, state, lines, delivery, delivery_tax, gift_wrap, gift_wrap_tax, goodwill,
    refunded_before, amount, to_source, to_wallet, reason, note, notify, granted_at, granted_by,
    granted_by_name, needs_approval, paid_at, paid_by_name, withdrawn_at, credited_at
"""
REFUNDS_OF = f"SELECT {COLUMNS} FROM order_refunds WHERE order_id = $1 ORDER BY id"
REFUND = f"SELECT {COLUMNS} FROM order_refunds WHERE order_id = $1 AND public_id = $2"


@dataclass(frozen=True, slots=True)
class StoredRefund:
    """A refund that an operator granted; see `models.OrderRefund`."""

    id: int
    public_id: str
    order_id: int
    state: State
    lines: list[dict[str, Any]]
    delivery: int
    delivery_tax: int
    gift_wrap: int
    gift_wrap_tax: int
    goodwill: int
    refunded_before: int
    amount: int
    to_source: int
    to_wallet: int
    reason: Reason
    note: str
    notify: bool
    granted_at: datetime
    granted_by: str
    granted_by_name: str
    needs_approval: bool
    paid_at: datetime | None
    paid_by_name: str | None
    withdrawn_at: datetime | None
    credited_at: datetime | None


def _shipped(row: Record, lines: list[StoredLine]) -> dict[int, int]:
    """Shipped units by line. An order may be shipped without parcels."""
    status = OrderStatus(row["status"])
    if status < OrderStatus.SHIPPED or status in CANCELLED:
        return {}
    whole = not row["has_parcels"] or status >= OrderStatus.DELIVERED
    in_parcels = row["in_parcels"] or {}
    return {
        line.id: line.quantity - line.cancelled if whole else int(in_parcels.get(str(line.id), 0))
        for line in lines
        if not line.is_gift_card
    }


def _extras(row: Record, lines: list[StoredLine], *, delivery_in_returns: bool) -> Extras:
    net = row["subtotal"] - sum(one["amount"] for one in row["discounts"])
    added_on_lines = sum(line.tax_added for line in lines)
    both = row["shipping_total"] + row["gift_wrap_total"]
    extras = split_extras(
        shipping_total=row["shipping_total"],
        gift_wrap_total=row["gift_wrap_total"],
        tax=sum(one["amount"] for one in row["taxes"]) - sum(line.tax for line in lines),
        tax_added=row["total"] - net - both - added_on_lines,
    )
    no_delivery = delivery_in_returns or row["delivery_refunded"]
    no_wrap = delivery_in_returns or row["wrap_refunded"]
    return Extras(
        delivery=0 if no_delivery else extras.delivery,
        delivery_tax=0 if no_delivery else extras.delivery_tax,
        gift_wrap=0 if no_wrap else extras.gift_wrap,
        gift_wrap_tax=0 if no_wrap else extras.gift_wrap_tax,
    )


async def money_of(
    connection: Connection,
    order_id: int,
    *,
    in_returns: Mapping[int, int],
    other_pending: int,
    delivery_in_returns: bool,
) -> OrderMoney:
    """Read what was paid for an order and what can be refunded. Raises NotFound.

    Callers who decide by it hold the lock of the order's row. The arguments are what returns of the
    order take: units, money, and whether one refunds delivery.
    """
    row = await connection.fetchrow(ORDER, order_id)
    if row is None:
        raise NotFound
    lines = await order_lines(connection, order_id)
    stored = [Tender(**{**one, "state": TenderState(one["state"])}) for one in row["tenders"] or []]
    tenders, held = taken_tenders(stored), held_difference(stored)
    kinds = {one.position: tender_kind(one.kind) for one in tenders}
    is_customers = row["customer_id"] is not None
    return OrderMoney(
        tenders=tenders,
        granted=row["granted"],
        other_pending=other_pending,
        extras=_extras(row, lines, delivery_in_returns=delivery_in_returns),
        lines=lines,
        shipped=_shipped(row, lines),
        in_returns=in_returns,
        has_wallet=is_customers or row["email"] is not None or row["phone"] is not None,
        source_positions=frozenset(
            place
            for place, kind in kinds.items()
            if not kind.is_paid_to_courier and (is_customers or not kind.needs_customer)
        ),
        offset=0 if held is None else held[1].offset,
        wallet_last=frozenset(place for place, kind in kinds.items() if kind.returns_to_source),
    )


async def due_amount(connection: Connection, order_id: int) -> int:
    """What is still to be paid of a paid order, because items were added to it."""
    rows = await connection.fetch(TENDERS, order_id)
    return due_of(Tender(**{**dict(row), "state": TenderState(row["state"])}) for row in rows)


async def granted_amount(connection: Connection, order_id: int) -> int:
    """The sum of refunds of an order that are granted and not paid yet."""
    amount: int = await connection.fetchval(GRANTED, order_id)
    return amount


async def refunds_of(connection: Connection, order_id: int) -> list[StoredRefund]:
    """Read the refunds that operators granted for an order, oldest first."""
    return [StoredRefund(**dict(row)) for row in await connection.fetch(REFUNDS_OF, order_id)]


async def refund_of(connection: Connection, order_id: int, public_id: str) -> StoredRefund:
    """Read a refund of an order. Raises NotFound."""
    row = await connection.fetchrow(REFUND, order_id, public_id)
    if row is None:
        raise NotFound
    return StoredRefund(**dict(row))
