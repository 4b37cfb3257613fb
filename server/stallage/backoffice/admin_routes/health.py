"""The operators' API of the shop's health."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path, Request

from stallage.backoffice.actions import health as actions
from stallage.backoffice.actions.reports import record_search_rebuild, request_check_as_operator
from stallage.backoffice.errors.health import JobsNotHeld, NothingSelected
from stallage.backoffice.events import ResendRequested, SearchRebuildRequested
from stallage.backoffice.queries import health as queries
from stallage.backoffice.queries.installation import search_state, versions
from stallage.backoffice.queries.reports import health_reports
from stallage.backoffice.schemas.health import (
    BackgroundWork,
    ChangedJobs,
    FailingWebhook,
    HealthReports,
    HeldJobs,
    RefusedEmail,
    SearchState,
    SelectedJobs,
    SendAgain,
    StuckMoney,
    Versions,
)
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter
from stallage.search.index.updates import search_engine_of

router = AdminRouter(tag="health")

EmailId = Annotated[int, Path(alias="emailId", ge=1, le=2**53)]

ReportKind = Annotated[Literal["checks", "ledger", "space"], Path()]


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


@router.get("/health/reports", permission="health.read", response_model=Answer[HealthReports])
async def get_reports(connection: Reading) -> Answer[HealthReports]:
    """The last results of what is too slow for a request: checks, ledger and used space."""
    return answer(await health_reports(connection))


@router.post(
    "/health/reports/{kind}",
    permission="health.read",
    status_code=202,
    response_model=Answer[HealthReports],
)
async def run_checks(kind: ReportKind, connection: Transaction) -> Answer[HealthReports]:
    """Have a job run checks again, unless one does. The checks are those of `stallage doctor`."""
    await request_check_as_operator(connection, kind)
    return answer(await health_reports(connection))


@router.get(
    "/health/webhooks", permission="webhooks.read", response_model=Answer[list[FailingWebhook]]
)
async def get_failing_webhooks(connection: Reading) -> Answer[list[FailingWebhook]]:
    """Webhooks that keep failing, the longest first, at most five."""
    return answer(await queries.failing_endpoints(connection))


@router.get("/health/search", permission="health.read", response_model=Answer[SearchState])
async def get_search_state(request: Request) -> Answer[SearchState]:
    """The search index of this machine."""
    runtime = runtime_of(request)
    return answer(await search_state(runtime.database, search_engine_of(runtime)))


@router.post(
    "/health/search/rebuild",
    permission="health.mend",
    status_code=202,
    response_model=Answer[None],
)
async def rebuild_search(connection: Transaction) -> Answer[None]:
    """Have a job build the search index again. Shoppers search the old one meanwhile."""
    await record_search_rebuild(connection)
    await publish(connection, SearchRebuildRequested())
    return answer(None)


@router.get("/health/versions", permission="health.read", response_model=Answer[Versions])
async def get_versions(request: Request, connection: Reading) -> Answer[Versions]:
    """The versions of everything that runs."""
    return answer(await versions(connection, runtime_of(request).own_settings))
