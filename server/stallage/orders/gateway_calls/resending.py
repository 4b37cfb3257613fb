"""Composes emails about an order again, to show them to an operator or to send them once more."""

from __future__ import annotations

from stallage.content.gateway_calls import with_own_texts
from stallage.core.db import Connection
from stallage.core.mail import Message
from stallage.core.runtime import Runtime
from stallage.orders import emails
from stallage.orders.drafts import EmailedOrder
from stallage.orders.emails import EmailContent, order_email
from stallage.orders.emails.parcels import parcel_email
from stallage.orders.errors import EmailNotSendable
from stallage.orders.gateway_calls.sending import send_message_once
from stallage.orders.queries import order_for_email
from stallage.orders.rules import OrderStatus
from stallage.shop.queries import company

PARCEL = "SELECT public_id FROM parcels WHERE id = $1 AND order_id = $2"
EDITED = "SELECT label FROM order_events WHERE id = $1 AND order_id = $2"
CANCELLED_LINES = "SELECT lines, by FROM order_cancellations WHERE id = $1 AND order_id = $2"


def _number(text: str) -> int:
    """The number in a key. Raises EmailNotSendable."""
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise EmailNotSendable
    return int(text)


async def _content(
    connection: Connection, order_id: int, order: EmailedOrder, key: str
) -> EmailContent:
    """What the email with this key says. Raises EmailNotSendable."""
    kind, _colon, rest = key.partition(":")
    if kind == "placed":
        return emails.confirmation_email(order)
    if kind == "paid":
        return emails.PAID
    if kind == "difference_paid":
        return emails.DIFFERENCE_PAID
    if kind == "late_payment":
        return emails.LATE_PAYMENT_REFUNDED
    if kind == "payment_failed" and order.details.allows.pay:
        return emails.PAYMENT_FAILED
    if kind == "lines":
        row = await connection.fetchrow(CANCELLED_LINES, _number(rest), order_id)
        if row is None:
            raise EmailNotSendable
        items = ", ".join(f"{line['quantity']} × {line['title']}" for line in row["lines"])
        return emails.lines_cancelled_email(items, row["by"])
    if kind == "edited":
        label = await connection.fetchval(EDITED, _number(rest), order_id)
        return emails.edited_email(label, order.details)
    if kind.startswith("status_"):
        status = _number(kind.removeprefix("status_"))
        # An email about an earlier status would mislead.
        if order.details.status == status and OrderStatus(status) in emails.BY_STATUS:
            return emails.BY_STATUS[OrderStatus(status)]
    raise EmailNotSendable


async def _compose(runtime: Runtime, connection: Connection, order_id: int, key: str) -> Message:
    order = await order_for_email(connection, order_id)
    shop = await company(connection, runtime.settings)
    kind, _colon, rest = key.partition(":")
    message: Message | None
    if kind == "parcel":
        public_id = await connection.fetchval(PARCEL, _number(rest), order_id)
        message = parcel_email(
            runtime.settings, runtime.secret, order, public_id or "", shop.company_name
        )
    else:
        content = await _content(connection, order_id, order, key)
        message = order_email(runtime.settings, runtime.secret, order, content, shop.company_name)
    if message is None:
        raise EmailNotSendable("The customer cannot be reached any more.")
    return await with_own_texts(connection, runtime.settings, message)


async def email_again(runtime: Runtime, order_id: int, key: str) -> Message:
    """Compose an email about an order as it would be sent now. Raises NotFound and EmailNotSendable."""
    async with runtime.database.reading() as connection:
        return await _compose(runtime, connection, order_id, key)


async def send_again(runtime: Runtime, order_id: int, key: str, request: str) -> None:
    """Send an email once more, once for each request. Raises NotFound and EmailNotSendable."""
    message = await email_again(runtime, order_id, key)
    await send_message_once(
        runtime, order_id, f"again:{request}:{key}", lambda _order, _shop: message
    )
