"""Emails the customer how to send items back."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.actions import LockedOrder
from stallage.orders.rules import OrderStatus
from stallage.returns.actions.moving import open_return, subject_of
from stallage.returns.errors import ReturnRefused
from stallage.returns.events import ReturnInstructed

ADD = """
    INSERT INTO return_instructions (return_id, owner_id, text, label_url, by, created_at)
    VALUES ($1, $6, $2, $3, $4, $5) RETURNING id
"""


async def send_instructions(
    connection: Connection, order: LockedOrder, text: str, label_url: str
) -> None:
    """Store instructions for an approved return, and email them. Raises ReturnRefused."""
    returned = await open_return(connection, order)
    if returned.status is not OrderStatus.RETURN_APPROVED:
        raise ReturnRefused("Instructions can be sent while an approved return is on its way.")
    actor = current_actor()
    by = "" if actor is None else actor.name
    instructions_id = await connection.fetchval(
        ADD, returned.id, text, label_url, by, clock.now(), order.owner_id
    )
    await record(
        connection,
        "return.instructions_sent",
        subject_of(returned),
        after={"instructions": instructions_id},
    )
    await publish(connection, ReturnInstructed(instructions_id=instructions_id, order_id=order.id))
