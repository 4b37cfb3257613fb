"""Sends refused messages again, runs slow checks, and builds the search index again."""

from __future__ import annotations

from dataclasses import replace

from stallage.backoffice.actions.reports import request_check
from stallage.backoffice.events import (
    HealthCheckRequested,
    ResendRequested,
    SearchRebuildRequested,
)
from stallage.backoffice.gateway_calls.checks import run_check
from stallage.backoffice.queries.reports import is_due
from stallage.backoffice.rules.reports import POLICY, Kind
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.retry_policies import BULK, EMAIL, Lane
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.core.undelivered import (
    delete_undelivered,
    lock_undelivered,
    record_refused_again,
)
from stallage.search.index.updates import rebuild, search_engine_of


@on(ResendRequested, policy=EMAIL)
async def send_refused_message(runtime: Runtime, event: ResendRequested) -> None:
    """Send a message again, and delete it once it is accepted.

    Sends it twice only if the process dies between sending and deleting it.
    """
    async with runtime.database.transaction() as connection:
        found = await lock_undelivered(connection, event.message_id)
    if found is None or found.queued_at is None:
        return
    try:
        await runtime.mailer.send(found.to_message())
    except Undeliverable as error:
        async with runtime.database.transaction() as connection:
            await record_refused_again(connection, event.message_id, str(error))
        return
    async with runtime.database.transaction() as connection:
        await delete_undelivered(connection, event.message_id)


@on(HealthCheckRequested, policy=POLICY)
async def run_health_check(runtime: Runtime, event: HealthCheckRequested) -> None:
    """Run slow checks and store the result."""
    await run_check(runtime, event.kind)


@every("7 * * * *")
async def run_due_checks(runtime: Runtime) -> None:
    """Run checks again every hour, so that Today shows what is wrong. Not the ledger: it reads all rows."""
    kinds: tuple[Kind, ...] = ("checks", "space")
    for kind in kinds:
        async with runtime.database.transaction() as connection:
            if await is_due(connection, kind):
                await request_check(connection, kind)


@on(SearchRebuildRequested, policy=replace(BULK, lane=Lane.OPERATORS))
async def rebuild_search_index(runtime: Runtime, _event: SearchRebuildRequested) -> None:
    """Build the search index again. Shoppers search the old one meanwhile."""
    await rebuild(search_engine_of(runtime), runtime.database)
