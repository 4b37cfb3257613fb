"""Sends letters about orders, each once."""

from __future__ import annotations

from collections.abc import Callable

from stallage.core import clock
from stallage.core.db import Record
from stallage.core.mail import Message
from stallage.core.runtime import Runtime
from stallage.orders.emails import Letter, order_email
from stallage.orders.queries import order_to_tell
from stallage.shop.queries import company

SENT = "SELECT EXISTS (SELECT FROM order_letters WHERE order_id = $1 AND letter = $2)"
NOTE_SENT = """
    INSERT INTO order_letters (order_id, letter, sent_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
"""


async def send_once(
    runtime: Runtime, order_id: int, key: str, choose: Callable[[Record], Letter | None]
) -> None:
    """Sends a letter about an order unless the one of this key has been sent.

    Raises NotFound where there is no such order.
    """

    def compose(row: Record, shop_name: str) -> Message | None:
        chosen = choose(row)
        return None if chosen is None else order_email(runtime, row, chosen, shop_name)

    await send_message_once(runtime, order_id, key, compose)


async def send_message_once(
    runtime: Runtime,
    order_id: int,
    key: str,
    compose: Callable[[Record, str], Message | None],
) -> None:
    """Sends what `compose` makes of an order's row and the shop's name, unless that key was sent.

    Only who dies between sending and noting it sends it a second time. Raises NotFound where there is
    no such order.
    """
    async with runtime.database.reading() as connection:
        if await connection.fetchval(SENT, order_id, key):
            return
        row = await order_to_tell(connection, order_id)
        shop = await company(connection, runtime.settings)
    message = compose(row, shop.company_name)
    if message is None:
        return
    await runtime.mailer.send(message)
    async with runtime.database.transaction() as connection:
        await connection.execute(NOTE_SENT, order_id, key, clock.now())
