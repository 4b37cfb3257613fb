"""The operators' API of rehearsals."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path, Query, Request, Response

from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooMany
from stallage.core.rate_limits import RateLimit, enforce_limits
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.payment_rehearsals.errors import RehearsalImpossible, RehearsalInterrupted
from stallage.payment_rehearsals.formats import csv_of
from stallage.payment_rehearsals.operations.rehearsing import rehearse
from stallage.payment_rehearsals.queries import list_rehearsals, rehearsal_by_id
from stallage.payment_rehearsals.schemas import Rehearsal, RehearsalList

REHEARSALS = RateLimit("payment-rehearsals", 30, 3600)

router = AdminRouter(tag="settings")
RehearsalId = Annotated[int, Path(alias="rehearsalId", ge=1, le=2**53 - 1)]


@router.get("/payment-rehearsals", permission="settings.read", response_model=Answer[RehearsalList])
async def get_rehearsals(connection: Reading) -> Answer[RehearsalList]:
    """The stored rehearsals, newest first."""
    return answer(await list_rehearsals(connection))


@router.post(
    "/payment-rehearsals",
    permission="settings.edit",
    status_code=201,
    response_model=Answer[Rehearsal],
    responses=error_responses(RehearsalImpossible, RehearsalInterrupted, TooMany),
)
async def rehearse_payments(request: Request, operator: CurrentOperator) -> Answer[Rehearsal]:
    """Play every case with the shop's settings. Takes a few seconds; its orders are not stored."""
    runtime = runtime_of(request)
    await enforce_limits(runtime.database, REHEARSALS.of(operator.operator_id))
    rehearsal_id = await rehearse(runtime)
    async with runtime.database.reading() as connection:
        return answer(await rehearsal_by_id(connection, rehearsal_id))


@router.get(
    "/payment-rehearsals/{rehearsalId}",
    permission="settings.read",
    response_model=Answer[Rehearsal],
    responses=error_responses(InvalidFields, NotFound),
)
async def get_rehearsal(rehearsal_id: RehearsalId, connection: Reading) -> Answer[Rehearsal]:
    """A rehearsal, compared with the one before."""
    return answer(await rehearsal_by_id(connection, rehearsal_id))


@router.get(
    "/payment-rehearsals/{rehearsalId}/file",
    permission="settings.read",
    response_class=Response,
    responses={
        200: {
            "content": {"text/csv": {}, "application/json": {}},
            "description": "The report.",
        },
        **error_responses(InvalidFields, NotFound),
    },
)
async def get_rehearsal_file(
    rehearsal_id: RehearsalId,
    connection: Reading,
    file_format: Annotated[Literal["json", "csv"], Query(alias="format")] = "json",
) -> Response:
    """The report as a file."""
    rehearsal = await rehearsal_by_id(connection, rehearsal_id)
    name = f"payment-rehearsal-{rehearsal_id}.{file_format}"
    if file_format == "csv":
        content, media_type = csv_of(rehearsal), "text/csv; charset=utf-8"
    else:
        content = rehearsal.model_dump_json(by_alias=True, indent=2).encode()
        media_type = "application/json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)
