"""Mails reports at their times."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import structlog

from stallage.core import clock
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.money import Currency
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.reports.actions.schedules import (
    KEEP_DAYS,
    delete_old_emails,
    mark_sent,
    queue_due_reports,
)
from stallage.reports.emails import Figure, ReportEmailText, report_email
from stallage.reports.events import ReportDue
from stallage.reports.formats import csv_of, shown
from stallage.reports.queries.reports import ReportTable, read_table
from stallage.reports.queries.schedules import find_schedule, members, was_sent
from stallage.reports.rules.email_text import MAX_CSV_BYTES, TOP, days_text, row_name
from stallage.reports.rules.periods import period_of
from stallage.reports.rules.reports import REPORTS
from stallage.settings import Settings
from stallage.shop.queries import company

log = structlog.get_logger(__name__)


@every("* * * * *")
async def queue_reports(runtime: Runtime) -> None:
    """Queue the emails of schedules that are due."""
    now = clock.now()
    more = True
    while more:
        async with runtime.database.transaction() as connection:
            zone = ZoneInfo(runtime.settings.time_zone)
            more = await queue_due_reports(connection, now, zone)


@every("41 3 * * *")
async def purge_report_emails(runtime: Runtime) -> None:
    """Forget which reports were mailed long ago."""
    async with runtime.database.transaction() as connection:
        await delete_old_emails(connection, clock.now() - timedelta(days=KEEP_DAYS))


@on(ReportDue, policy=EMAIL)
async def send_report(runtime: Runtime, due: ReportDue) -> None:
    """Mail a report to a team member, unless they may no longer see reports or have it already."""
    settings = runtime.settings
    async with runtime.database.reading() as connection:
        schedule = await find_schedule(connection, due.schedule_id)
        found = await members(connection, [due.operator_id])
        if schedule is None or not found or not found[0].gets_mail:
            return
        if not due.is_test and (
            schedule.paused
            or due.operator_id not in {one.id for one in schedule.recipients}
            or await was_sent(connection, due.schedule_id, due.operator_id, due.first)
        ):
            return
        zone = ZoneInfo(settings.time_zone)
        table = await read_table(
            connection,
            schedule.report,
            schedule.group,
            period_of(due.first, due.last, clock.now(), zone),
            comparison="before",
            zone=zone,
        )
        shop_name = (await company(connection, settings)).company_name
    message = report_email(
        found[0].email,
        _email_text(table, due, settings),
        shop_name=shop_name,
        shop_url=settings.public_url,
    )
    try:
        await runtime.mailer.send(message)
    except Undeliverable as error:
        # Figures of the shop are not kept for sending them to a corrected address.
        log.warning("message_undeliverable", reason=str(error))
    if not due.is_test:
        async with runtime.database.transaction() as connection:
            await mark_sent(connection, due.schedule_id, due.operator_id, due.first)


def _email_text(table: ReportTable, due: ReportDue, settings: Settings) -> ReportEmailText:
    currency, locale = Currency.of(settings.currency), settings.locale
    kind = REPORTS[table.report]
    main = next(place for place, one in enumerate(table.columns) if one.key == kind.main)
    totals = [
        Figure(
            column.title,
            shown(table.total[place], column, currency, locale),
            ""
            if table.total_before is None
            else shown(table.total_before[place], column, currency, locale),
        )
        for place, column in enumerate(table.columns)
    ]
    # The total of a single day is the day.
    rows = table.rows if len(table.rows) > 1 else []
    top = [
        Figure(
            row_name(row.names, table.names, locale),
            shown(row.values[main], table.columns[main], currency, locale),
            ""
            if row.before is None
            else shown(row.before[main], table.columns[main], currency, locale),
        )
        for row in rows[:TOP]
    ]
    csv = csv_of(
        table.names, table.columns, table.lines, (table.total, table.total_before), currency
    )
    days = f"first={due.first}&last={due.last}&compare=before&group={table.group}"
    return ReportEmailText(
        title=kind.title,
        period=days_text(due.first, due.last, locale) if kind.has_period else "Now",
        compared_with=""
        if table.before is None
        else days_text(table.before.first, table.before.last, locale),
        totals=totals,
        main=table.columns[main].title,
        top=top,
        more=len(rows) - len(top),
        address=f"{settings.public_url.rstrip('/')}/backoffice/reports/{table.report}?{days}",
        csv_name=f"{table.report}-{due.first}-{due.last}.csv",
        csv=csv if len(csv) <= MAX_CSV_BYTES else "",
        is_test=due.is_test,
    )
