"""The operators' API of the shop's health."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated

from fastapi import Path, Request

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.backoffice.actions import health as actions
from stallage.backoffice.errors.health import ChecksRunning, JobsNotHeld, NothingSelected
from stallage.backoffice.events import ResendRequested
from stallage.backoffice.queries import health as queries
from stallage.backoffice.schemas.health import (
    BackgroundWork,
    ChangedJobs,
    Finding,
    Findings,
    HeldJobs,
    RefusedEmail,
    SelectedJobs,
    SendAgain,
    StuckMoney,
)
from stallage.core import clock
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.core.redaction import hide_passwords
from stallage.core.runtime import runtime_of
from stallage.diagnosis import Finding as Found
from stallage.operators.dependencies import AdminRouter

router = AdminRouter(tag="health")

EmailId = Annotated[int, Path(alias="emailId", ge=1, le=2**53)]

RunChecks = Callable[[], Awaitable[Sequence[Found]]]
CHECKS = "doctor"
"""Name of the service that runs the checks of `stallage doctor`; `stallage.app` provides it."""


@router.get("/health/jobs", permission="health.read", response_model=Answer[BackgroundWork])
async def get_background_work(connection: Reading) -> Answer[BackgroundWork]:
    """The backlog of background jobs."""
    return answer(await queries.background_work(connection))


@router.get("/health/jobs/held", permission="health.read", response_model=Answer[HeldJobs])
async def get_held_jobs(connection: Reading) -> Answer[HeldJobs]:
    """Jobs that failed too often and wait for an operator, without their payloads."""
    return answer(await queries.held_jobs(connection))


@router.post(
    "/health/jobs/retry",
    permission="health.mend",
    response_model=Answer[ChangedJobs],
    responses=error_responses(NothingSelected, JobsNotHeld),
)
async def retry_held_jobs(body: SelectedJobs, connection: Transaction) -> Answer[ChangedJobs]:
    """Run held jobs again, with all their retries."""
    count = await actions.retry_held(connection, body.ids, body.name)
    return answer(ChangedJobs(count=count))


@router.post(
    "/health/jobs/discard",
    permission="health.mend",
    response_model=Answer[ChangedJobs],
    responses=error_responses(NothingSelected, JobsNotHeld),
)
async def discard_held_jobs(body: SelectedJobs, connection: Transaction) -> Answer[ChangedJobs]:
    """Delete held jobs. Their work is never done then."""
    count = await actions.discard_held(connection, body.ids, body.name)
    return answer(ChangedJobs(count=count))


@router.get("/health/emails", permission="health.read", response_model=Answer[list[RefusedEmail]])
async def get_refused_emails(connection: Reading) -> Answer[list[RefusedEmail]]:
    """Messages that the mail server or SMS provider refused for good, the newest first."""
    return answer(await queries.refused_emails(connection))


@router.post(
    "/health/emails/{emailId}/send",
    permission="health.mend",
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def send_email_again(
    email_id: EmailId, body: SendAgain, connection: Transaction
) -> Answer[None]:
    """Send a refused message again, perhaps to another address."""
    await actions.send_again(connection, email_id, body.address)
    await publish(connection, ResendRequested(message_id=email_id))
    return answer(None)


@router.delete(
    "/health/emails/{emailId}",
    permission="health.mend",
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def discard_email(email_id: EmailId, connection: Transaction) -> Answer[None]:
    """Delete a refused message without sending it."""
    await actions.discard_message(connection, email_id)
    return answer(None)


@router.get("/health/payments", permission="health.read", response_model=Answer[StuckMoney])
async def get_stuck_money(request: Request, connection: Reading) -> Answer[StuckMoney]:
    """Payments and refunds that need an operator."""
    return answer(await queries.stuck_money(connection, runtime_of(request).settings))


@router.post(
    "/health/checks",
    permission="health.read",
    response_model=Answer[Findings],
    responses=error_responses(ChecksRunning),
)
async def run_checks(request: Request) -> Answer[Findings]:
    """Run the checks of `stallage doctor`. They take some seconds and call other services."""
    runtime = runtime_of(request)
    running: asyncio.Lock = runtime.services.setdefault("health.checks", asyncio.Lock())
    if running.locked():
        raise ChecksRunning
    run: RunChecks = runtime.services[CHECKS]
    async with running:
        found = await run()
    wrong = sum(one.state == "wrong" for one in found)
    async with runtime.database.transaction() as connection:
        await record(
            connection, "health.checked", Subject("shop", None, ""), after={"wrong": wrong}
        )
    return answer(
        Findings(
            checked_at=clock.now(),
            items=[
                Finding(state=one.state, about=one.about, message=hide_passwords(one.message))
                for one in found
            ],
        )
    )
