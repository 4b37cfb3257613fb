"""Runs slow checks and stores their results."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from stallage.backoffice.actions.reports import store_failure, store_result
from stallage.backoffice.gateway_calls.space import measure_space
from stallage.backoffice.queries.reports import to_finding
from stallage.backoffice.rules.reports import Kind
from stallage.core.json_types import JsonObject
from stallage.core.redaction import hide_passwords
from stallage.core.runtime import Runtime
from stallage.diagnosis import Finding

log = structlog.get_logger(__name__)

RunChecks = Callable[[], Awaitable[Sequence[Finding]]]
"""`stallage.doctor` provides them as the services `health.checks` and `health.ledger`."""
DATABASE_SIZE = "SELECT pg_database_size(current_database())"


async def run_check(runtime: Runtime, kind: Kind) -> None:
    """Run checks and store the result, or why they failed."""
    try:
        result = await _run(runtime, kind)
    except Exception as error:
        log.exception("health_check_failed", kind=kind)
        reason = hide_passwords(str(error) or type(error).__name__)
        async with runtime.database.transaction() as connection:
            await store_failure(connection, kind, reason)
        return
    async with runtime.database.transaction() as connection:
        await store_result(connection, kind, result)


async def _run(runtime: Runtime, kind: Kind) -> JsonObject:
    if kind == "space":
        async with runtime.database.reading() as connection:
            database = int(await connection.fetchval(DATABASE_SIZE))
        space = await asyncio.to_thread(measure_space, runtime.settings, database)
        return space.model_dump(mode="json")
    run: RunChecks = runtime.services[f"health.{kind}"]
    return {"items": [to_finding(one).model_dump(mode="json") for one in await run()]}
