"""Splits money that goes back between what it was paid with and the wallet, and sends both parts."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.actions import LockedOrder, give_back, note_refund, tenders_of
from stallage.orders.rules.tenders import Tender, divided
from stallage.returns.events import ReturnCredited
from stallage.tenders import tender_kind
from stallage.wallet.actions import credit
from stallage.wallet.rules import Reason


async def divide(
    connection: Connection, order: LockedOrder, amount: int, refund_to: str
) -> tuple[list[tuple[Tender, int]], int]:
    """The parts of an amount that go back to the order's tenders, and what goes to the wallet."""
    if refund_to != "source":
        return [], amount
    tenders = await tenders_of(connection, order.id)
    return divided(
        amount, [tender for tender in tenders if tender_kind(tender.kind).returns_to_source]
    )


async def send_to_source(
    connection: Connection,
    order: LockedOrder,
    parts: Sequence[tuple[Tender, int]],
    *,
    key: str,
    in_wallet: int,
) -> None:
    """Gives parts back to the order's tenders; `in_wallet` is what goes to the wallet instead."""
    is_back = await give_back(connection, order, parts, key)
    if is_back and (parts or not in_wallet):
        await note_refund(connection, order)


async def credit_wallet(
    connection: Connection, order: LockedOrder, return_id: int, amount: int
) -> None:
    """Adds money of a return to its customer's wallet. The caller has noted that it does, once."""
    if order.customer_id is None:
        raise AssertionError("a guest's money waits")
    await credit(connection, order.customer_id, amount, Reason.REFUND, order_id=order.public_id)
    await note_refund(connection, order)
    await publish(connection, ReturnCredited(return_id=return_id))
