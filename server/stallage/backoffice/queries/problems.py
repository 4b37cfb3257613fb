"""Problems of background work, messages, payments and webhooks."""

from __future__ import annotations

from datetime import timedelta

from stallage.backoffice.schemas import today as schemas
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.jobs import JOBS
from stallage.core.problems import Problem, find_problems, problem_check
from stallage.core.queue import load_lag
from stallage.core.undelivered import refused_messages
from stallage.payments.queries.stuck import stuck_by_provider
from stallage.settings import Settings

SILENT_SECONDS = 60
LATE_SECONDS = 300
MAX_NAMES = 3

HELD = """
    SELECT min(created) AS since, array_agg(DISTINCT entrypoint) AS names FROM pgqueuer
    WHERE status = 'failed'
"""
ORDERS = "SELECT public_id FROM orders_view WHERE id = ANY($1::bigint[]) ORDER BY id DESC"
REFUSED = """
    SELECT count(*) AS count, min(r.created_at) AS since,
        array_agg(DISTINCT o.public_id) FILTER (WHERE o.public_id IS NOT NULL) AS names
    FROM refunds_view r LEFT JOIN orders_view o ON o.id = r.order_id
        AND o.owner_id = r.owner_id WHERE r.state = 'refused'
"""
DISPUTED = """
    SELECT count(*) AS count, min(d.opened_at) AS since,
        array_agg(DISTINCT o.public_id) FILTER (WHERE o.public_id IS NOT NULL) AS names
    FROM payment_disputes_view d LEFT JOIN orders_view o ON o.id = d.order_id AND o.owner_id = d.owner_id
    WHERE d.state = 'open'
"""


@problem_check
async def check_background_work(connection: Connection, _settings: Settings) -> list[Problem]:
    """Report a silent or late worker, and jobs that wait for an operator."""
    lag = await load_lag(connection, list(JOBS))
    found = []
    seen = lag.last_seen_seconds_ago
    if seen is None or seen > SILENT_SECONDS:
        since = None if seen is None else clock.now() - timedelta(seconds=seen)
        found.append(Problem("worker_silent", "bad", since=since))
    if lag.oldest_due_seconds > LATE_SECONDS:
        since = clock.now() - timedelta(seconds=lag.oldest_due_seconds)
        found.append(Problem("jobs_late", "bad", lag.due_jobs, since))
    if lag.held_jobs:
        row = await connection.fetchrow(HELD)
        names = tuple(row["names"] or ())[:MAX_NAMES] if row else ()
        since = row["since"] if row else None
        found.append(Problem("jobs_held", "wait", lag.held_jobs, since, names))
    if lag.unknown_jobs:
        found.append(Problem("jobs_unknown", "wait", lag.unknown_jobs))
    return found


@problem_check
async def check_messages(connection: Connection, _settings: Settings) -> list[Problem]:
    """Report messages that were refused for good."""
    refused = await refused_messages(connection)
    if not refused.count:
        return []
    orders = await connection.fetch(ORDERS, refused.order_ids[:MAX_NAMES])
    names = tuple(row["public_id"] for row in orders)
    return [
        Problem("emails_undelivered", "wait", refused.count, refused.since, names, refused.reason)
    ]


@problem_check
async def check_payments(connection: Connection, settings: Settings) -> list[Problem]:
    """Report payments and refunds that only an operator can settle."""
    found = [
        Problem(
            "payments_stuck",
            "bad",
            one.payments + one.refunds,
            names=(one.provider,),
            reason=one.reason,
        )
        for one in await stuck_by_provider(connection, settings)
    ]
    row = await connection.fetchrow(REFUSED)
    if row is not None and row["count"]:
        names = tuple(row["names"] or ())[:MAX_NAMES]
        found.append(Problem("refunds_refused", "bad", row["count"], row["since"], names))
    row = await connection.fetchrow(DISPUTED)
    if row is not None and row["count"]:
        names = tuple(row["names"] or ())[:MAX_NAMES]
        found.append(Problem("payments_disputed", "bad", row["count"], row["since"], names))
    return found


async def problems(connection: Connection, settings: Settings) -> schemas.Problems:
    """Return everything that does not work, the worst first."""
    return schemas.Problems(
        items=[
            schemas.Problem(
                kind=one.kind,
                severity=one.severity,
                count=one.count,
                since=one.since,
                names=list(one.names),
                reason=one.reason,
                id=one.id,
            )
            for one in await find_problems(connection, settings)
        ]
    )
