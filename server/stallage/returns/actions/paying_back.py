"""Splits refunds between the order's tenders and the wallet, and sends both parts."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.actions import (
    LockedOrder,
    give_back,
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


@dataclass(frozen=True, slots=True)
class Division:
    """Where a refund goes."""

    parts: list[tuple[Tender, int]]
    """What goes back to the order's tenders."""
    wallet: int
    """What becomes wallet credit."""
    credited: list[tuple[Tender, int]]
    """The same by the tenders that paid it."""


async def divide(
    connection: Connection, order: LockedOrder, amount: int, refund_to: str
) -> Division:
    """Divide an amount between the order's tenders and the wallet.

    Refunds at most what earlier refunds, such as goodwill, have left of the order's money.
    """
    amount = min(amount, await remaining_amount(connection, order.id))
    tenders = await tenders_of(connection, order.id)
    sources = [tender for tender in tenders if tender_kind(tender.kind).returns_to_source]
    parts, wallet = split_refund(amount, sources) if refund_to == "source" else ([], amount)
    last = frozenset(tender.position for tender in sources)
    return Division(parts, wallet, list(credited_parts(tenders, parts, last, wallet)))


async def send_to_source(
    connection: Connection, order: LockedOrder, division: Division, key: str
) -> None:
    """Give back what goes to the order's tenders, once for each `key`."""
    is_back = await give_back(connection, order, division.parts, key)
    if is_back and (division.parts or not division.wallet):
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
