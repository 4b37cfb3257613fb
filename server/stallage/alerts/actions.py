"""Create and delete alerts, and find those that are due."""

from __future__ import annotations

from datetime import datetime

from stallage.alerts.errors import InStock, TooManyAlerts
from stallage.alerts.events import AlertDue
from stallage.alerts.rules import BATCH, WAITING_PER_ADDRESS, create_token
from stallage.alerts.schemas import Kind
from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.customers.actions.locking import lock_contacts_shared
from stallage.products.sql.prices import priced_skus

NOW = f"SELECT * FROM ({priced_skus('s.id = $1', '$2')}) k"
WAITING = """
SELECT count(*) FROM product_alerts WHERE lower(email) = lower($1) AND sent_at IS NULL
"""
# A repeated request changes the existing alert: the lower of the two prices applies.
ADD = """
INSERT INTO product_alerts (sku_id, customer_id, email, kind, price, token, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (sku_id, kind, lower(email)) WHERE sent_at IS NULL
    DO UPDATE SET price = least(product_alerts.price, excluded.price),
        customer_id = coalesce(product_alerts.customer_id, excluded.customer_id)
"""

DUE = f"""
WITH due AS (
    SELECT a.id FROM product_alerts a
    JOIN ({priced_skus("s.id IN (SELECT sku_id FROM product_alerts WHERE sent_at IS NULL)", "$1")}) k
        ON k.sku_id = a.sku_id
    WHERE a.sent_at IS NULL AND k.in_stock AND (a.kind = 'stock' OR k.price < a.price)
    ORDER BY a.id LIMIT {BATCH} FOR UPDATE OF a SKIP LOCKED
)
UPDATE product_alerts a SET sent_at = $1 FROM due WHERE a.id = due.id RETURNING a.id
"""
DELETE_LINKED = "DELETE FROM product_alerts WHERE token = $1"
DELETE_OWN = """
DELETE FROM product_alerts WHERE id = $1 AND (
    customer_id = $2 OR lower(email) = (SELECT lower(c.email) FROM customers_view c WHERE c.id = $2)
)
"""
DELETE_ALL = "DELETE FROM product_alerts WHERE customer_id = $1 OR lower(email) = lower($2)"

DELETE_OLD = """
DELETE FROM product_alerts WHERE id IN (
    SELECT id FROM product_alerts WHERE sent_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


async def add_alert(
    connection: Connection, sku_id: int, kind: Kind, email: str, customer_id: int | None
) -> None:
    """Create an alert. A repeated request creates no second one.

    Raises NotFound, InStock and TooManyAlerts.
    """
    row = await connection.fetchrow(NOW, sku_id, clock.now())
    if row is None or not row["available"]:
        raise NotFound
    if kind == "stock" and row["in_stock"]:
        raise InStock
    if await connection.fetchval(WAITING, email) >= WAITING_PER_ADDRESS:
        raise TooManyAlerts
    if customer_id is None:
        await lock_contacts_shared(connection, email)
    price = row["price"] if kind == "price" else None
    await connection.execute(
        ADD, sku_id, customer_id, email, kind, price, create_token(), clock.now()
    )


async def publish_due_alerts(connection: Connection) -> int:
    """Mark a batch of due alerts as sent and publish them; return their number.

    Both happen in one transaction, so that each alert is sent once.
    """
    rows = await connection.fetch(DUE, clock.now())
    await publish(connection, *(AlertDue(alert_id=row["id"]) for row in rows))
    return len(rows)


async def delete_by_token(connection: Connection, token: str) -> None:
    """Delete the alert of an email. Does nothing if it does not exist."""
    await connection.execute(DELETE_LINKED, token)


async def delete_own(connection: Connection, customer_id: int, alert_id: int) -> None:
    """Delete an alert of the customer. Does nothing if it does not exist."""
    await connection.execute(DELETE_OWN, alert_id, customer_id)


async def delete_alerts_of(connection: Connection, customer_id: int, email: str | None) -> None:
    """Delete all alerts of a customer and an address."""
    await connection.execute(DELETE_ALL, customer_id, email)


async def delete_old_alerts(connection: Connection, sent_before: datetime, most: int) -> int:
    """Delete at most `most` alerts that were sent until `sent_before`; return how many."""
    return affected_rows(await connection.execute(DELETE_OLD, sent_before, most))


MOVE_ALERTS = """
UPDATE product_alerts SET customer_id = $2 WHERE customer_id = $1 RETURNING id
"""
RETURN_ALERTS = """
UPDATE product_alerts SET customer_id = $2 WHERE customer_id = $1 AND id = ANY($3::bigint[])
"""


async def move_alerts(connection: Connection, source_id: int, target_id: int) -> list[int]:
    """Give a customer's alerts to the account that it is merged into; return their ids."""
    rows = await connection.fetch(MOVE_ALERTS, source_id, target_id)
    return [row["id"] for row in rows]


async def return_alerts(
    connection: Connection, ids: list[int], source_id: int, target_id: int
) -> None:
    """Give alerts back to the account that they were moved from."""
    await connection.execute(RETURN_ALERTS, target_id, source_id, ids)
