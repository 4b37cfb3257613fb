"""Reads the orders of a selection: their ids, what bulk operations may do with them, and their export."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from stallage.core.db import Connection, Record
from stallage.core.money import Currency
from stallage.orders.queries.admin_lists import (
    PLAN_WITH_VALUES,
    filter_conditions,
    matches_sql,
)
from stallage.orders.rules import OrderStatus, PaymentStatus
from stallage.orders.schemas.admin_lists import FULFILMENT_NAMES, PAYMENT_NAMES, OrderFilter

SELECTED = """
    SELECT o.id, o.public_id, o.status, o.payment_status, o.pay_until,
        -- Only what was added to a paid order is still held.
        coalesce((SELECT sum(t.amount - t.released)::bigint FROM order_tenders t
            WHERE t.order_id = o.id
                AND t.owner_id = o.owner_id AND t.state = 'held' AND o.payment_status IN (1, 4)), 0)
            AS amount_due
    FROM unnest($1::bigint[]) WITH ORDINALITY AS i (id, place) JOIN orders o ON o.id = i.id
    ORDER BY i.place
"""

EXPORTED = """
    SELECT o.public_id, o.placed_at, s.fulfilment, s.payment, s.ship_by, o.first_name, o.last_name,
        o.email, o.phone, o.address, s.method, s.items, o.subtotal, o.shipping_total, s.total,
        o.currency, o.promo_code, s.tenders, o.delivery_note
"""
EXPORTED_BY_ID = (
    EXPORTED
    + """
    FROM unnest($1::bigint[]) WITH ORDINALITY AS i (id, place)
    JOIN orders o ON o.id = i.id JOIN order_states s ON s.order_id = o.id
        AND s.owner_id = o.owner_id ORDER BY i.place
"""
)
EXPORTED_BY_FILTER = (
    EXPORTED + "FROM ({matches}) s JOIN orders o ON o.id = s.order_id ORDER BY s.order_id DESC"
)
ROWS = 500

EXPORT_COLUMNS = (
    "Order",
    "Placed",
    "Fulfilment",
    "Payment",
    "Ship by",
    "First name",
    "Last name",
    "Email",
    "Phone",
    "Company",
    "Address",
    "Address, second line",
    "Postal code",
    "City",
    "State",
    "Country",
    "Delivery method",
    "Items",
    "Subtotal",
    "Delivery",
    "Total",
    "Currency",
    "Promo code",
    "Paid with",
    "Delivery note",
)


@dataclass(frozen=True, slots=True)
class SelectedOrder:
    """What bulk operations decide by."""

    id: int
    public_id: str
    status: OrderStatus
    payment_status: PaymentStatus
    pay_until: datetime | None
    amount_due: int
    """What is still to be paid of a paid order."""


async def matching_ids(
    connection: Connection, filters: OrderFilter, time_zone: str, most: int
) -> list[int]:
    """The ids of at most `most` orders that match, newest first. In the caller's transaction."""
    found = await filter_conditions(connection, filters, time_zone)
    await connection.execute(PLAN_WITH_VALUES)
    sql = f"{matches_sql(found)} ORDER BY s.placed_at DESC, s.order_id DESC LIMIT {most}"
    rows = await connection.fetch(f"SELECT order_id FROM ({sql}) m", *found.parameters.values)
    return [row["order_id"] for row in rows]


async def selected_orders(connection: Connection, ids: Sequence[int]) -> list[SelectedOrder]:
    """Read the orders of these ids, in their order. Leaves out ids that do not exist."""
    return [
        SelectedOrder(
            row["id"],
            row["public_id"],
            OrderStatus(row["status"]),
            PaymentStatus(row["payment_status"]),
            row["pay_until"],
            row["amount_due"],
        )
        for row in await connection.fetch(SELECTED, list(ids))
    ]


def _amount(currency: Currency, amount: int) -> str:
    return f"{Decimal(amount).scaleb(-currency.decimals):f}"


def _row_of(row: Record, zone: ZoneInfo) -> Sequence[str | int | None]:
    currency = Currency.of(row["currency"])
    address: dict[str, Any] = row["address"] or {}
    return (
        row["public_id"],
        row["placed_at"].astimezone(zone).strftime("%Y-%m-%d %H:%M"),
        FULFILMENT_NAMES[row["fulfilment"]].replace("_", " "),
        PAYMENT_NAMES[row["payment"]].replace("_", " "),
        None if row["ship_by"] is None else row["ship_by"].isoformat(),
        row["first_name"],
        row["last_name"],
        row["email"],
        row["phone"],
        address.get("company"),
        address.get("line1"),
        address.get("line2"),
        address.get("postal_code"),
        address.get("city"),
        address.get("state"),
        address.get("country"),
        row["method"],
        row["items"],
        _amount(currency, row["subtotal"]),
        _amount(currency, row["shipping_total"]),
        _amount(currency, row["total"]),
        row["currency"],
        row["promo_code"],
        row["tenders"].replace("+", " + "),
        row["delivery_note"],
    )


async def export_rows(
    connection: Connection, ids: Sequence[int] | None, filters: OrderFilter | None, time_zone: str
) -> AsyncIterator[Sequence[str | int | None]]:
    """Yield the rows of an export: of ids, or of all matches of a filter. In one transaction."""
    zone = ZoneInfo(time_zone)
    if ids is not None:
        sql, values = EXPORTED_BY_ID, [list(ids)]
    else:
        found = await filter_conditions(connection, filters or OrderFilter(), time_zone)
        sql, values = EXPORTED_BY_FILTER.format(matches=matches_sql(found)), found.parameters.values
    async for row in connection.cursor(sql, *values, prefetch=ROWS):
        yield _row_of(row, zone)
