"""The operators' API of the set-up guide."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter
from stallage.setup_guide import actions, queries
from stallage.setup_guide.rules.regions import proposal_for
from stallage.setup_guide.rules.steps import Step
from stallage.setup_guide.schemas import RegionProposal, SetupGuide
from stallage.shop.queries import shop_settings

router = AdminRouter(tag="settings")

Country = Annotated[str, Path(pattern="^[A-Z]{2}$", description="ISO 3166-1 code.")]


async def _guide(request: Request, connection: Connection) -> Answer[SetupGuide]:
    # What was just saved counts, although the process may still work with older settings.
    settings = runtime_of(request).own_settings.with_shop(await shop_settings(connection))
    return answer(await queries.setup_guide(connection, settings))


@router.get("/setup-guide", permission="settings.read", response_model=Answer[SetupGuide])
async def get_guide(request: Request, connection: Reading) -> Answer[SetupGuide]:
    """The steps from an empty shop to the first sale, with what is already set."""
    return await _guide(request, connection)


@router.post(
    "/setup-guide/steps/{step}/skip",
    permission="settings.edit",
    response_model=Answer[SetupGuide],
    responses=error_responses(InvalidFields),
)
async def skip_step(step: Step, request: Request, connection: Transaction) -> Answer[SetupGuide]:
    """Skip a step. It counts as done in the checklist."""
    await actions.set_skipped(connection, step, True)
    return await _guide(request, connection)


@router.post(
    "/setup-guide/steps/{step}/resume",
    permission="settings.edit",
    response_model=Answer[SetupGuide],
    responses=error_responses(InvalidFields),
)
async def resume_step(step: Step, request: Request, connection: Transaction) -> Answer[SetupGuide]:
    """Take back that a step was skipped."""
    await actions.set_skipped(connection, step, False)
    return await _guide(request, connection)


@router.post("/setup-guide/dismiss", permission="settings.edit", response_model=Answer[SetupGuide])
async def dismiss_guide(request: Request, connection: Transaction) -> Answer[SetupGuide]:
    """Hide the checklist on Today."""
    await actions.set_dismissed(connection, True)
    return await _guide(request, connection)


@router.post("/setup-guide/restore", permission="settings.edit", response_model=Answer[SetupGuide])
async def restore_guide(request: Request, connection: Transaction) -> Answer[SetupGuide]:
    """Show the checklist on Today again."""
    await actions.set_dismissed(connection, False)
    return await _guide(request, connection)


@router.get(
    "/setup-guide/regions/{country}",
    permission="settings.read",
    response_model=Answer[RegionProposal],
    responses=error_responses(InvalidFields),
)
async def get_region(country: Country) -> Answer[RegionProposal]:
    """What shops of a country usually have. The operator checks it."""
    return answer(proposal_for(country))
