"""The operators' API of sample data."""

from __future__ import annotations

from fastapi import Request

from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.operators.dependencies import AdminRouter, CurrentOperator, actor_of, require
from stallage.sample_data.actions.runs import request_run
from stallage.sample_data.errors import NoSampleData, SampleDataBusy, SampleDataPresent
from stallage.sample_data.queries.removal import plan_removal
from stallage.sample_data.queries.state import figures_of, sample_data
from stallage.sample_data.rules import PERMISSIONS, RunKind
from stallage.sample_data.schemas import SampleData, SampleRemoval

router = AdminRouter(tag="sample data")


@router.get("/sample-data", permission="products.read", response_model=Answer[SampleData])
async def get_sample_data(connection: Reading) -> Answer[SampleData]:
    """What came with the sample data and is still in the shop, and what was done last."""
    return answer(await sample_data(connection))


@router.get(
    "/sample-data/removal", permission="products.edit", response_model=Answer[SampleRemoval]
)
async def preview_removal(connection: Reading) -> Answer[SampleRemoval]:
    """What taking the sample data out would do now."""
    plan = await plan_removal(connection)
    return answer(SampleRemoval(figures=figures_of(plan.figures())))


async def _request(
    request: Request, connection: Connection, operator: CurrentOperator, kind: RunKind
) -> Answer[SampleData]:
    for permission in PERMISSIONS:
        require(operator, permission)
    await request_run(connection, kind, operator.operator_id, actor_of(request, operator))
    return answer(await sample_data(connection))


@router.post(
    "/sample-data/put-in",
    permission="products.edit",
    status_code=202,
    response_model=Answer[SampleData],
    responses=error_responses(SampleDataBusy, SampleDataPresent),
)
async def put_in(
    request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[SampleData]:
    """Put the sample data in, which a job does. Also needs the rights to change stock and content."""
    return await _request(request, connection, operator, "put_in")


@router.post(
    "/sample-data/take-out",
    permission="products.edit",
    status_code=202,
    response_model=Answer[SampleData],
    responses=error_responses(SampleDataBusy, NoSampleData),
)
async def take_out(
    request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[SampleData]:
    """Take the sample data out whole, which a job does. Also needs the rights to change stock and content."""
    return await _request(request, connection, operator, "take_out")
