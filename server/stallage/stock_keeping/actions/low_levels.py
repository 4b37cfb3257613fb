"""Sets the low-stock levels of categories, and who gets emails about items that fall to their level."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.core.validation import message
from stallage.stock_keeping.actions.stock_alerts import accept_low, record_before_levels_change
from stallage.stock_keeping.queries.low_levels import low_levels, members, uncounted_levels
from stallage.stock_keeping.rules import next_alert
from stallage.stock_keeping.schemas.low_levels import LowLevels, LowLevelsInput, StockAlertsInput

KNOWN_CATEGORIES = "SELECT count(*) FROM categories_view WHERE id = ANY($1::bigint[])"
DELETE_RULES = "DELETE FROM stock_category_rules WHERE category_id <> ALL($1::bigint[])"
SET_RULES = """
    INSERT INTO stock_category_rules (category_id, low_at)
    SELECT * FROM unnest($1::bigint[], $2::bigint[])
    ON CONFLICT (category_id) DO UPDATE SET low_at = excluded.low_at
"""
SET_ALERTS = "UPDATE stock_alert_settings SET frequency = $1, at_minute = $2, next_at = $3"
DELETE_RECIPIENTS = "DELETE FROM stock_alert_recipients WHERE operator_id <> ALL($1::bigint[])"
ADD_RECIPIENTS = """
    INSERT INTO stock_alert_recipients (operator_id)
    SELECT id FROM operators_view WHERE id = ANY($1::bigint[]) ON CONFLICT DO NOTHING
"""
FORGET_LOW = "DELETE FROM low_skus"
LAST_ALERT = "SELECT max(created_at) FROM stock_alerts"


async def set_low_levels(
    connection: Connection, new: LowLevelsInput, zone: ZoneInfo, if_match: str | None
) -> LowLevels:
    """Replace the levels of all categories, and who gets emails.

    Raises InvalidFields, PreconditionRequired and EditConflict.
    """
    frequency = await record_before_levels_change(connection)
    before = await uncounted_levels(connection)
    current = before if if_match == before.etag else await low_levels(connection)
    check_match(if_match, before.etag, current)
    await _check(connection, new, before)
    levels = {one.category_id: one.low_at for one in new.categories}
    await connection.execute(DELETE_RULES, list(levels))
    await connection.execute(SET_RULES, list(levels), list(levels.values()))
    await _set_alerts(connection, new.alerts, zone)
    if frequency == "off":
        await connection.execute(FORGET_LOW)
    await accept_low(connection)
    after = await low_levels(connection)
    await record(
        connection,
        "stock.low_levels_set",
        Subject("stock_rules", None, "Low-stock levels"),
        before=_audited(before),
        after=_audited(after),
    )
    return after


async def _check(connection: Connection, new: LowLevelsInput, before: LowLevels) -> None:
    """Raise InvalidFields for unknown or repeated categories, and for unfit recipients."""
    categories = [one.category_id for one in new.categories]
    if len(set(categories)) < len(categories) or await connection.fetchval(
        KNOWN_CATEGORIES, categories
    ) != len(categories):
        raise InvalidFields(fields={"categories": [message("invalid", "categories")]})
    recipients = set(new.alerts.recipients)
    # Those who may not see stock any more can stay: they get nothing until they may again.
    known = {one.id for one in await members(connection, recipients) if one.gets_mail}
    known |= {one.id for one in before.alerts.recipients}
    if not recipients <= known or (new.alerts.frequency != "off" and not recipients):
        raise InvalidFields(fields={"recipients": [message("invalid", "recipients")]})


async def _set_alerts(connection: Connection, alerts: StockAlertsInput, zone: ZoneInfo) -> None:
    now = clock.now()
    next_at = None
    if alerts.frequency == "daily":
        next_at = next_alert("daily", alerts.at_minute, now, zone)
    elif alerts.frequency == "hourly":
        last = await connection.fetchval(LAST_ALERT)
        next_at = None if last is None else next_alert("hourly", 0, last, zone)
    await connection.execute(SET_ALERTS, alerts.frequency, alerts.at_minute, next_at)
    await connection.execute(DELETE_RECIPIENTS, alerts.recipients)
    await connection.execute(ADD_RECIPIENTS, alerts.recipients)


def _audited(levels: LowLevels) -> JsonObject:
    return {
        "categories": {one.name: one.low_at for one in levels.categories},
        "emails": levels.alerts.frequency,
        "at_minute": levels.alerts.at_minute,
        "recipients": [one.name for one in levels.alerts.recipients],
    }
