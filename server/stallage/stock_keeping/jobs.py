"""Finds items that fall to their low-stock level, and emails those who want to know."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import structlog

from stallage.core import clock
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.shop.queries import company
from stallage.stock_keeping.actions.stock_alerts import check_stock, delete_old_alerts, mark_sent
from stallage.stock_keeping.emails import MAX_ITEMS, low_stock_email
from stallage.stock_keeping.events import StockAlertDue
from stallage.stock_keeping.queries.low_levels import gets_alerts, items_of_alert, was_sent

log = structlog.get_logger(__name__)


@every("*/5 * * * *")
async def check_low_stock(runtime: Runtime) -> None:
    """Record which items fell to their level, and queue an email about them if one may be sent."""
    async with runtime.database.transaction() as connection:
        await check_stock(connection, clock.now(), ZoneInfo(runtime.settings.time_zone))


@every("47 3 * * *")
async def purge_stock_alerts(runtime: Runtime) -> None:
    """Forget which emails were sent long ago."""
    async with runtime.database.transaction() as connection:
        await delete_old_alerts(connection)


@on(StockAlertDue, policy=EMAIL)
async def send_stock_alert(runtime: Runtime, due: StockAlertDue) -> None:
    """Email a team member what is low, unless they have the email already or want none any more."""
    async with runtime.database.reading() as connection:
        to = await gets_alerts(connection, due.operator_id)
        if to is None or await was_sent(connection, due.alert_id, due.operator_id):
            return
        items, count = await items_of_alert(connection, due.alert_id, MAX_ITEMS)
        shop_name = (await company(connection, runtime.settings)).company_name
    if items:
        try:
            await runtime.mailer.send(
                low_stock_email(
                    to,
                    items,
                    count,
                    message_key=f"{due.alert_id}-{due.operator_id}",
                    shop_name=shop_name,
                    shop_url=runtime.settings.public_url,
                )
            )
        except Undeliverable as error:
            # What is low is in the back office; it is not kept for a corrected address.
            log.warning("message_undeliverable", reason=str(error))
    async with runtime.database.transaction() as connection:
        await mark_sent(connection, due.alert_id, due.operator_id)
