"""Asks for an email about an order to be sent again."""

from __future__ import annotations

import secrets

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.drafts import LockedOrder
from stallage.orders.events import OrderEmailRequested


async def request_email(connection: Connection, order: LockedOrder, key: str, to: str) -> None:
    """Send an email about an order again after the commit. The caller has checked that it can be sent."""
    await record(
        connection,
        "order.email_sent_again",
        Subject("order", order.id, order.public_id),
        after={"email": key, "to": to},
    )
    await publish(
        connection, OrderEmailRequested(order_id=order.id, key=key, request=secrets.token_hex(6))
    )
