"""The operators' API of reports and their schedules."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Path, Query, Request
from fastapi.responses import StreamingResponse

from stallage.core import clock
from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import MAX_ID
from stallage.core.validation import message
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.reports.actions import schedules as actions
from stallage.reports.errors import TooManySchedules
from stallage.reports.formats import csv_parts
from stallage.reports.queries import schedules as queries
from stallage.reports.queries.reports import ReportTable, read_table, to_report
from stallage.reports.rules.periods import MAX_PERIOD_DAYS, period_of
from stallage.reports.rules.reports import ReportName, grouping_of
from stallage.reports.schemas import (
    RecipientList,
    Report,
    ReportQuery,
    Schedule,
    ScheduleChanges,
    ScheduleInput,
    ScheduleList,
    TestMail,
)

router = AdminRouter(tag="reports")

DEFAULT_DAYS = 30
OLDEST = date(1970, 1, 1)
Name = Annotated[ReportName, Path(alias="report")]
Given = Annotated[ReportQuery, Query()]
ScheduleId = Annotated[int, Path(alias="scheduleId", ge=1, le=MAX_ID)]
OfReport = Annotated[ReportName | None, Query(description="Without it, those of all reports.")]


def _zone(runtime: Runtime) -> ZoneInfo:
    return ZoneInfo(runtime.settings.time_zone)


async def _table(
    connection: Connection, runtime: Runtime, report: ReportName, query: ReportQuery
) -> ReportTable:
    """Read a report. Raises InvalidFields."""
    zone, now = _zone(runtime), clock.now()
    group = grouping_of(report, query.group)
    if group is None:
        raise InvalidFields(fields={"group": [message("invalid", "group")]})
    last = query.last or now.astimezone(zone).date()
    if not OLDEST <= last <= date(9000, 1, 1):
        raise InvalidFields(fields={"last": [message("invalid", "last")]})
    first = query.first or last - timedelta(days=DEFAULT_DAYS - 1)
    if not max(OLDEST, last - timedelta(days=MAX_PERIOD_DAYS)) <= first <= last:
        raise InvalidFields(fields={"first": [message("invalid", "first")]})
    period = period_of(first, last, now, zone)
    return await read_table(connection, report, group, period, comparison=query.compare, zone=zone)


@router.get("/reports/schedules", permission="reports.read", response_model=Answer[ScheduleList])
async def list_schedules(connection: Reading, *, report: OfReport = None) -> Answer[ScheduleList]:
    """The reports that are mailed regularly, oldest first."""
    return answer(ScheduleList(items=await queries.schedules(connection, report)))


@router.get("/reports/recipients", permission="reports.read", response_model=Answer[RecipientList])
async def list_recipients(connection: Reading) -> Answer[RecipientList]:
    """The team members who may see reports, and so may get them by email."""
    return answer(RecipientList(items=await queries.possible_recipients(connection)))


@router.post(
    "/reports/schedules",
    permission="reports.read",
    status_code=201,
    response_model=Answer[Schedule],
    responses=error_responses(TooManySchedules, InvalidFields),
)
async def create_schedule(
    body: ScheduleInput, request: Request, connection: Transaction
) -> Answer[Schedule]:
    """Mail a report regularly."""
    return answer(await actions.add_schedule(connection, body, _zone(runtime_of(request))))


@router.get(
    "/reports/schedules/{scheduleId}",
    permission="reports.read",
    response_model=Answer[Schedule],
    responses=error_responses(NotFound),
)
async def get_schedule(schedule_id: ScheduleId, connection: Reading) -> Answer[Schedule]:
    """A report that is mailed regularly."""
    return answer(await queries.schedule_details(connection, schedule_id))


@router.patch(
    "/reports/schedules/{scheduleId}",
    permission="reports.read",
    response_model=Answer[Schedule],
    responses=error_responses(NotFound, EditConflict, PreconditionRequired, InvalidFields),
)
async def change_schedule(
    schedule_id: ScheduleId,
    body: ScheduleChanges,
    request: Request,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[Schedule]:
    """Change or pause a schedule."""
    zone = _zone(runtime_of(request))
    changed = await actions.change_schedule(connection, schedule_id, body, zone, if_match)
    return answer(changed)


@router.delete(
    "/reports/schedules/{scheduleId}",
    permission="reports.read",
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def delete_schedule(schedule_id: ScheduleId, connection: Transaction) -> Answer[None]:
    """Stop mailing a report."""
    await actions.delete_schedule(connection, schedule_id)
    return answer(None)


@router.post(
    "/reports/schedules/{scheduleId}/test",
    permission="reports.read",
    status_code=202,
    response_model=Answer[TestMail],
    responses=error_responses(NotFound),
)
async def test_schedule(
    schedule_id: ScheduleId, request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[TestMail]:
    """Mail the report as it would be sent now, only to who asks."""
    zone = _zone(runtime_of(request))
    await actions.send_test(connection, schedule_id, operator.operator_id, zone)
    return answer(TestMail(sent_to=operator.email, state="queued"))


@router.get(
    "/reports/{report}",
    permission="reports.read",
    response_model=Answer[Report],
    responses=error_responses(InvalidFields),
)
async def get_report(
    report: Name, query: Given, request: Request, connection: Reading
) -> Answer[Report]:
    """A report of a period, compared with an earlier one. Stock value is that of now."""
    runtime = runtime_of(request)
    table = await _table(connection, runtime, report, query)
    return answer(to_report(table, _zone(runtime), runtime.currency))


@router.get(
    "/reports/{report}/csv",
    permission="reports.read",
    response_class=StreamingResponse,
    responses={
        200: {"content": {"text/csv": {}}, "description": "CSV."},
        **error_responses(InvalidFields),
    },
)
async def get_report_csv(report: Name, query: Given, request: Request) -> StreamingResponse:
    """The report with all its rows, and the totals in the last line."""
    runtime = runtime_of(request)
    async with runtime.database.reading() as connection:
        table = await _table(connection, runtime, report, query)
    period = table.period
    total = (table.total, table.total_before)
    return StreamingResponse(
        csv_parts(table.names, table.columns, table.lines, total, runtime.currency),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": (
                f'attachment; filename="{report}-{period.first}-{period.last}.csv"'
            ),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )
