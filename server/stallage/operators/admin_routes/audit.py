"""The audit log. It is here because the feature `audit` comes before operators."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import Depends, Path, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from stallage.audit.actions import record
from stallage.audit.drafts import AuditFilters, Subject
from stallage.audit.formats import csv_header, csv_lines
from stallage.audit.queries import (
    count_entries,
    entries_after,
    filter_values,
    find_entry,
    list_entries,
)
from stallage.audit.rules import MIN_SEARCH
from stallage.audit.schemas import AuditEntry, AuditFilterValues
from stallage.core import clock
from stallage.core.cursors import Count, CursorPage, CursorRequest
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import MAX_ID, Line
from stallage.operators.dependencies import AdminRouter

router = AdminRouter(tag="audit")

BATCH = 1000

Word = Annotated[Line, Query(max_length=80)]


def _to_utc(time: datetime) -> datetime:
    """Return the time in UTC. Rejects times that only another zone has, such as late in 9999."""
    if time.tzinfo is None:
        return time.replace(tzinfo=UTC)
    try:
        return time.astimezone(UTC)
    except OverflowError as error:
        raise PydanticCustomError("time_range", "is not valid.") from error


Moment = Annotated[
    datetime,
    AfterValidator(_to_utc),
    Query(description="A time such as 2026-03-09T18:00:00Z; without a zone, UTC."),
]


def _read_filters(  # noqa: PLR0917 - parameters of the address
    actor_kind: Annotated[
        Literal["operator", "app", "command", "unknown"] | None, Query(alias="actorKind")
    ] = None,
    actor_id: Annotated[int | None, Query(alias="actorId", ge=1, le=MAX_ID)] = None,
    action: Word | None = None,
    subject_kind: Annotated[Line | None, Query(alias="subjectKind", max_length=80)] = None,
    subject_id: Annotated[Line | None, Query(alias="subjectId", max_length=80)] = None,
    since: Moment | None = None,
    until: Moment | None = None,
    text: Annotated[
        Line | None,
        Query(
            alias="search",
            min_length=MIN_SEARCH,
            max_length=200,
            description="A part of any value: a name, an order number, an address, a changed value.",
        ),
    ] = None,
) -> AuditFilters:
    return AuditFilters(actor_kind, actor_id, action, subject_kind, subject_id, since, until, text)


Filters = Annotated[AuditFilters, Depends(_read_filters)]


@router.get("/audit", permission="audit.read", response_model=Answer[CursorPage[AuditEntry]])
async def get_audit_log(
    filters: Filters, page: CursorRequest, connection: Reading
) -> Answer[CursorPage[AuditEntry]]:
    """The audit log, newest entries first."""
    return answer(await list_entries(connection, filters, page))


@router.get("/audit/count", permission="audit.read", response_model=Answer[Count])
async def count_audit_log(filters: Filters, connection: Reading) -> Answer[Count]:
    """How many entries match, up to 10,000."""
    return answer(await count_entries(connection, filters))


@router.get("/audit/filters", permission="audit.read", response_model=Answer[AuditFilterValues])
async def get_audit_filters(connection: Reading) -> Answer[AuditFilterValues]:
    """The actions, kinds of subject and actors that occur."""
    return answer(await filter_values(connection))


@router.get(
    "/audit/export",
    permission="audit.export",
    step_up=True,
    response_class=StreamingResponse,
    responses={200: {"content": {"text/csv": {}}, "description": "The entries as CSV."}},
)
async def export_audit_log(filters: Filters, request: Request) -> StreamingResponse:
    """All matching entries as CSV, newest first. The export is itself recorded."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        await record(connection, "audit.exported", Subject("audit", None, "Audit log"))
    name = f"audit-{clock.now():%Y-%m-%d}.csv"
    return StreamingResponse(
        _export(runtime, filters),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


async def _export(runtime: Runtime, filters: AuditFilters) -> AsyncIterator[str]:
    yield csv_header()
    last: AuditEntry | None = None
    while True:
        async with runtime.database.reading() as connection:
            entries = await entries_after(connection, filters, last, BATCH)
        if entries:
            yield csv_lines(entries)
            last = entries[-1]
        if len(entries) < BATCH:
            return


@router.get(
    "/audit/{id}",
    permission="audit.read",
    response_model=Answer[AuditEntry],
    responses=error_responses(NotFound),
)
async def get_audit_entry(
    entry_id: Annotated[int, Path(alias="id", ge=1, le=MAX_ID)], connection: Reading
) -> Answer[AuditEntry]:
    """An entry of the audit log."""
    found = await find_entry(connection, entry_id)
    if found is None:
        raise NotFound
    return answer(found)
