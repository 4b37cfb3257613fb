"""Sends emails about orders, each once."""

from __future__ import annotations

from collections.abc import Callable

from stallage.core import clock
from stallage.core.mail import Message
from stallage.core.runtime import Runtime
from stallage.orders.drafts import EmailedOrder
from stallage.orders.emails import EmailContent, order_email
from stallage.orders.queries import order_for_email
from stallage.shop.queries import company

IS_SENT = "SELECT EXISTS (SELECT FROM order_emails WHERE order_id = $1 AND message = $2)"
RECORD_SENT = """
    INSERT INTO order_emails (order_id, owner_id, message, sent_at)
    SELECT id, owner_id, $2, $3 FROM orders WHERE id = $1
    ON CONFLICT DO NOTHING
"""


async def send_once(
    runtime: Runtime,
    order_id: int,
    key: str,
    choose: Callable[[EmailedOrder], EmailContent | None],
) -> None:
    """Send an email about an order, unless one with this key was sent.

    Raises NotFound if there is no such order.
    """

    def compose(order: EmailedOrder, shop_name: str) -> Message | None:
        content = choose(order)
        if content is None:
            return None
        return order_email(runtime.settings, runtime.secret, order, content, shop_name)

    await send_message_once(runtime, order_id, key, compose)


async def send_message_once(
    runtime: Runtime,
    order_id: int,
    key: str,
    compose: Callable[[EmailedOrder, str], Message | None],
) -> None:
    """Send what `compose` makes of an order and the shop's name, unless this key was sent.

    Sends it twice only if the process dies between sending and recording it. Raises NotFound if there
    is no such order.
    """
    async with runtime.database.reading() as connection:
        if await connection.fetchval(IS_SENT, order_id, key):
            return
        order = await order_for_email(connection, order_id)
        shop = await company(connection, runtime.settings)
    message = compose(order, shop.company_name)
    if message is None:
        return
    await runtime.mailer.send(message)
    # One statement, which commits by itself.
    async with runtime.database.reading() as connection:
        await connection.execute(RECORD_SENT, order_id, key, clock.now())
