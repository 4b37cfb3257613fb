"""Reads an order's figures before and after an edit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stallage.core.db import Connection
from stallage.order_changes.queries.money import money_with_returns, stock_levels
from stallage.orders.drafts import LockedOrder
from stallage.orders.queries import order_lines
from stallage.orders.queries.refunds import due_amount
from stallage.orders.rules.refunds import OrderMoney
from stallage.orders.rules.units import StoredLine

OPTIONS = "SELECT id, options FROM order_lines_view WHERE order_id = $1"
CREDITED = """
    SELECT coalesce(sum(payable + wallet - refunded_before) FILTER (WHERE paid), 0)::bigint
    FROM order_cancellations_view WHERE order_id = $1
"""
LABEL = "SELECT label FROM order_events_view WHERE id = $1"


@dataclass(frozen=True, slots=True)
class OrderFigures:
    """An order at one moment. Amounts are minor units, without what is cancelled."""

    lines: Sequence[StoredLine]
    options: dict[int, list[str]]
    """By line id."""
    money: OrderMoney
    total: int
    payable: int
    due: int
    """What is still to be paid of a paid order."""
    credited: int
    """What credit notes of cancelled items come to."""
    stock: dict[int, int]
    """By SKU id, of those that are tracked."""


async def figures_of(
    connection: Connection, order: LockedOrder, sku_ids: Iterable[int]
) -> OrderFigures:
    """Read an order under the lock of its row, and the stock of its items and of `sku_ids`."""
    lines = await order_lines(connection, order.id)
    rows = await connection.fetch(OPTIONS, order.id)
    skus = {line.sku_id: 0 for line in lines} | dict.fromkeys(sku_ids, 0)
    return OrderFigures(
        lines=lines,
        options={row["id"]: [one["value"] for one in row["options"]] for row in rows},
        money=(await money_with_returns(connection, order.id)).money,
        total=order.total,
        payable=order.payable,
        due=await due_amount(connection, order.id),
        credited=await credited_amount(connection, order.id),
        stock=await stock_levels(connection, skus),
    )


async def credited_amount(connection: Connection, order_id: int) -> int:
    """What credit notes of cancelled items come to."""
    amount: int = await connection.fetchval(CREDITED, order_id)
    return amount


async def order_text(connection: Connection, entry_id: int) -> str | None:
    """What an entry of an order's timeline says."""
    label: str | None = await connection.fetchval(LABEL, entry_id)
    return label
