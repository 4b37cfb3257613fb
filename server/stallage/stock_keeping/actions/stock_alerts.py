"""Finds items that fall to their low-stock level, and queues emails about them.

`low_skus` holds the SKUs that are at or below their level. A SKU gets there once per fall, and leaves
when it is above its level again, so each fall is announced once. Everything here holds the lock of the
settings, so two workers never see the same fall.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.stock_keeping.events import StockAlertDue
from stallage.stock_keeping.rules import KEEP_DAYS, next_alert
from stallage.stock_keeping.sql.low_levels import LEVEL_OF_EACH, LEVELS_OF_ALL, LOW_AT, LOW_FROM

SETTINGS = "SELECT frequency, at_minute, next_at, shop_low_at FROM stock_alert_settings"
LOCK = f"{SETTINGS} FOR UPDATE"
LOCK_IF_FREE = f"{SETTINGS} FOR UPDATE SKIP LOCKED"

# An item has not fallen if nothing of it was ever sold, held or removed, or if the shop's level was
# raised above its stock.
RECORD = f"""
    WITH low AS MATERIALIZED (
        SELECT s.id, s.stock, s.supplied, {LOW_FROM} AS low_from FROM skus_view s {{levels}}
        WHERE s.stock <= {LOW_AT} AND {{condition}}
    ), refilled AS (
        DELETE FROM low_skus k WHERE NOT EXISTS (SELECT FROM low WHERE low.id = k.sku_id)
            AND {{refilled}}
    )
    INSERT INTO low_skus (sku_id, since, announced)
    SELECT low.id, $1, $2 OR low.low_from = 'shop' AND low.stock > coalesce($3, low.stock)
        OR low.stock = low.supplied AND NOT EXISTS (
            SELECT FROM stock_movements_view m WHERE m.sku_id = low.id AND m.quantity < 0)
    FROM low WHERE NOT EXISTS (SELECT FROM low_skus k WHERE k.sku_id = low.id)
"""
RECORD_ALL = RECORD.format(levels=LEVELS_OF_ALL, condition="true", refilled="true")
RECORD_PRODUCT = RECORD.format(
    levels=LEVEL_OF_EACH,
    condition="s.product_id = $4",
    refilled="k.sku_id IN (SELECT id FROM skus_view WHERE product_id = $4)",
)
SHOP_LEVEL = """
    UPDATE stock_alert_settings SET shop_low_at = state.low_stock FROM catalogue_state_view state
"""
ADD_ALERT = "INSERT INTO stock_alerts (created_at) VALUES ($1) RETURNING id"
# What is not for sale is announced once it is.
ANNOUNCE = """
    UPDATE low_skus k SET announced = true, alert_id = $1
    FROM skus_view s JOIN products_view p ON p.id = s.product_id
    WHERE NOT k.announced AND s.id = k.sku_id AND s.tracked AND s.active AND p.status = 'active'
"""
TO_ANNOUNCE = """
    SELECT EXISTS (
        SELECT FROM low_skus k JOIN skus_view s ON s.id = k.sku_id
        JOIN products_view p ON p.id = s.product_id
        WHERE NOT k.announced AND s.tracked AND s.active AND p.status = 'active')
"""
RECIPIENTS = "SELECT operator_id FROM stock_alert_recipients ORDER BY operator_id"
MOVE_ON = "UPDATE stock_alert_settings SET next_at = $1"
MARK_SENT = """
    INSERT INTO stock_alert_emails (alert_id, operator_id, sent_at)
    SELECT a.id, o.id, $3 FROM stock_alerts a, operators_view o WHERE a.id = $1 AND o.id = $2
    ON CONFLICT DO NOTHING
"""
DELETE_OLD = "DELETE FROM stock_alerts WHERE created_at < $1"


async def check_stock(connection: Connection, now: datetime, zone: ZoneInfo) -> None:
    """Record which items fell or were refilled, and queue an alert about falls if one may be sent.

    Does nothing while another worker does it, or while nobody wants emails.
    """
    settings = await connection.fetchrow(LOCK_IF_FREE)
    if settings is None or settings["frequency"] == "off":
        return
    await _record(connection, settings["shop_low_at"], announced=False)
    if settings["next_at"] is not None and now < settings["next_at"]:
        return
    following = next_alert(settings["frequency"], settings["at_minute"], now, zone)
    if await connection.fetchval(TO_ANNOUNCE):
        alert_id: int = await connection.fetchval(ADD_ALERT, now)
        await connection.execute(ANNOUNCE, alert_id)
        recipients = await connection.fetch(RECIPIENTS)
        await publish(
            connection,
            *(
                StockAlertDue(alert_id=alert_id, operator_id=one["operator_id"])
                for one in recipients
            ),
        )
    elif settings["frequency"] == "hourly":
        return
    await connection.execute(MOVE_ON, following)


async def record_before_levels_change(connection: Connection) -> str:
    """Lock rules and alerts, and record falls of the levels as they are. Returns the frequency."""
    settings = await connection.fetchrow(LOCK)
    assert settings is not None  # noqa: S101 - the initial schema adds the row
    frequency: str = settings["frequency"]
    if frequency != "off":
        await _record(connection, settings["shop_low_at"], announced=False)
    return frequency


async def accept_low(connection: Connection, product_id: int | None = None) -> None:
    """Announce nothing of what is low now: a level was changed, but no item fell.

    Of one product, or of all. The caller has locked the settings, or this does.
    """
    settings = await connection.fetchrow(LOCK)
    if settings is None or settings["frequency"] == "off":
        return
    await _record(connection, None, announced=True, product_id=product_id)


async def _record(
    connection: Connection,
    shop_low_at: int | None,
    *,
    announced: bool,
    product_id: int | None = None,
) -> None:
    arguments = (clock.now(), announced, shop_low_at)
    if product_id is not None:
        await connection.execute(RECORD_PRODUCT, *arguments, product_id)
        return
    await connection.execute(RECORD_ALL, *arguments)
    await connection.execute(SHOP_LEVEL)


async def mark_sent(connection: Connection, alert_id: int, operator_id: int) -> None:
    """Record that a team member has got an alert, so that it is not sent again."""
    await connection.execute(MARK_SENT, alert_id, operator_id, clock.now())


async def delete_old_alerts(connection: Connection) -> None:
    """Forget alerts that were sent long ago."""
    await connection.execute(DELETE_OLD, clock.now() - timedelta(days=KEEP_DAYS))
