"""Splits refunds between the order's tenders and the wallet, and sends both parts."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.actions import (
    LockedOrder,
    give_back,
    record_credited,
    record_refund,
    remaining_amount,
    tenders_of,
)
from stallage.orders.rules.refunds import credited_parts
from stallage.orders.rules.tenders import Tender, split_refund
from stallage.returns.events import ReturnCredited
from stallage.tenders import tender_kind
from stallage.wallet.actions import credit
from stallage.wallet.rules import Reason


async def divide(
    connection: Connection, order: LockedOrder, amount: int, refund_to: str
) -> tuple[list[tuple[Tender, int]], int]:
    """The parts of an amount that go to the order's tenders, and the part that goes to the wallet.

    Refunds at most what earlier refunds, such as goodwill, have left of the order's money. Records the
    wallet's part, which the caller credits.
    """
    amount = min(amount, await remaining_amount(connection, order.id))
    tenders = await tenders_of(connection, order.id)
    sources = [tender for tender in tenders if tender_kind(tender.kind).returns_to_source]
    parts, wallet = split_refund(amount, sources) if refund_to == "source" else ([], amount)
    last = frozenset(tender.position for tender in sources)
    await record_credited(connection, order, credited_parts(tenders, parts, last, wallet))
    return parts, wallet


async def send_to_source(
    connection: Connection,
    order: LockedOrder,
    parts: Sequence[tuple[Tender, int]],
    *,
    key: str,
    in_wallet: int,
) -> None:
    """Give parts back to the order's tenders. `in_wallet` is the amount that goes to the wallet."""
    is_back = await give_back(connection, order, parts, key)
    if is_back and (parts or not in_wallet):
        await record_refund(connection, order)


async def credit_wallet(
    connection: Connection, order: LockedOrder, return_id: int, amount: int
) -> None:
    """Credit a refund to the customer's wallet. The caller makes sure that it happens once."""
    if order.customer_id is None:
        raise AssertionError("a guest has no wallet")
    await credit(connection, order.customer_id, amount, Reason.REFUND, order_id=order.public_id)
    await record_refund(connection, order)
    await publish(connection, ReturnCredited(return_id=return_id))
