"""Reads drafts with the link where the shopper pays, which contains the key of a guest's order."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.draft_orders.queries import stored_draft, to_draft
from stallage.draft_orders.schemas import Draft
from stallage.orders.emails import order_link
from stallage.orders.queries import order_for_email


async def pay_link(runtime: Runtime, connection: Connection, order_id: int) -> str:
    """Where the shopper pays an order."""
    emailed = await order_for_email(connection, order_id)
    return order_link(runtime.settings, runtime.secret, emailed)


async def read_draft(runtime: Runtime, connection: Connection, draft_id: int) -> Draft:
    """Read a draft for the API. Raises NotFound."""
    stored = await stored_draft(connection, draft_id)
    link = None
    if stored.state == "waiting":
        link = await pay_link(runtime, connection, stored.row["order_id"])
    return to_draft(stored, link)
