"""Writes down what shoppers want to be told, and finds what has come true."""

from __future__ import annotations

from datetime import datetime

from stallage.alerts.errors import InStock, TooManyAlerts
from stallage.alerts.events import AlertDue
from stallage.alerts.rules import SENT_AT_ONCE, WAITING_PER_ADDRESS, draw_token
from stallage.alerts.schemas import Kind
from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.customers.actions.locking import share_contacts
from stallage.products.sql.prices import priced_skus

NOW = f"SELECT * FROM ({priced_skus('s.id = $1', '$2')}) k"
WAITING = """
SELECT count(*) FROM product_alerts WHERE lower(email) = lower($1) AND sent_at IS NULL
"""
# Asking again keeps the alert; for a price, the lower of the two counts from then on.
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
    ORDER BY a.id LIMIT {SENT_AT_ONCE} FOR UPDATE OF a SKIP LOCKED
)
UPDATE product_alerts a SET sent_at = $1 FROM due WHERE a.id = due.id RETURNING a.id
"""
END_OF_LETTER = "DELETE FROM product_alerts WHERE token = $1"
END_OWN = """
DELETE FROM product_alerts WHERE id = $1 AND (
    customer_id = $2 OR lower(email) = (SELECT lower(c.email) FROM customers c WHERE c.id = $2)
)
"""
FORGET = "DELETE FROM product_alerts WHERE customer_id = $1 OR lower(email) = lower($2)"

DELETE_OLD = """
DELETE FROM product_alerts WHERE id IN (
    SELECT id FROM product_alerts WHERE sent_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


async def add_alert(
    connection: Connection, sku_id: int, kind: Kind, email: str, customer_id: int | None
) -> None:
    """Remembers what to tell whom; asking twice is one alert.

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
        await share_contacts(connection, email)
    price = row["price"] if kind == "price" else None
    await connection.execute(
        ADD, sku_id, customer_id, email, kind, price, draw_token(), clock.now()
    )


async def tell_what_is_due(connection: Connection) -> int:
    """Publishes what has come true for some of those who wait; how many there were.

    Marking and publishing are one transaction, so each is told once.
    """
    rows = await connection.fetch(DUE, clock.now())
    await publish(connection, *(AlertDue(alert_id=row["id"]) for row in rows))
    return len(rows)


async def end_by_token(connection: Connection, token: str) -> None:
    """Ends the alert of a letter; one that is gone already is no error."""
    await connection.execute(END_OF_LETTER, token)


async def end_own(connection: Connection, customer_id: int, alert_id: int) -> None:
    """Ends an alert of the customer's; one that is gone already is no error."""
    await connection.execute(END_OWN, alert_id, customer_id)


async def forget_alerts(connection: Connection, customer_id: int, email: str | None) -> None:
    """Deletes what a customer wanted to be told."""
    await connection.execute(FORGET, customer_id, email)


async def delete_old_alerts(connection: Connection, sent_before: datetime, most: int) -> int:
    """Deletes some alerts that were sent so long ago; how many there were."""
    return affected_rows(await connection.execute(DELETE_OLD, sent_before, most))
