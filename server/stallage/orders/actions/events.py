"""Adds entries to an order's timeline that do not change its status, and names who acts."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection
from stallage.orders.drafts import LockedOrder
from stallage.orders.rules import By

ADD_EVENT = """
    INSERT INTO order_events (order_id, owner_id, status, by, happened_at, label, person)
    VALUES ($1, $7, $2, $3, $4, $5, $6) RETURNING id
"""


def acting_person() -> str | None:
    """The name of the operator or app that acts, for the timeline; None for shoppers and the shop."""
    actor = current_actor()
    return None if actor is None else actor.name


async def add_event(connection: Connection, order: LockedOrder, by: By, label: str) -> int:
    """Add an entry to an order's timeline; return its id. The caller holds the order's row."""
    values = (order.status, by, clock.now(), label, acting_person(), order.owner_id)
    entry_id: int = await connection.fetchval(ADD_EVENT, order.id, *values)
    return entry_id
