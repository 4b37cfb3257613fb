"""What the health page shows."""

from __future__ import annotations

from stallage.backoffice.schemas.health import (
    BackgroundWork,
    FailingWebhook,
    HeldJob,
    HeldJobs,
    JobCount,
    RefusedEmail,
    StuckMoney,
    StuckPayment,
    StuckRefund,
)
from stallage.core import queue
from stallage.core.cursors import capped_count
from stallage.core.db import Connection
from stallage.core.jobs import JOBS
from stallage.core.money import Currency
from stallage.core.queue import Selection
from stallage.core.undelivered import list_undelivered
from stallage.payments.queries.stuck import stuck_payments, unsent_refunds
from stallage.payments.rules.providers import usable_providers
from stallage.settings import Settings
from stallage.webhooks.queries.problems import failing_webhooks

SHOWN = 100

# The reason of a failure is its first line; the rest names places in the code.
HELD = f"""
    SELECT q.id, q.entrypoint AS name, q.attempts, q.created AS created_at,
        failure.created AS failed_at, failure.traceback ->> 'exception_message' AS failure
    FROM pgqueuer q LEFT JOIN LATERAL (
        SELECT created, {queue.FAILURE} AS traceback FROM pgqueuer_log
        WHERE job_id = q.id AND traceback IS NOT NULL ORDER BY id DESC LIMIT 1
    ) failure ON true
    WHERE q.status = 'failed' ORDER BY q.id LIMIT $1
"""
COUNT_HELD = "SELECT count(*) FROM pgqueuer WHERE status = 'failed'"
ORDERS = "SELECT id, public_id FROM orders_view WHERE id = ANY($1)"


async def background_work(connection: Connection) -> BackgroundWork:
    """Return the backlog of the queue and its jobs by name and state."""
    names = list(JOBS)
    lag = await queue.load_lag(connection, names)
    counts = await queue.count_jobs(connection, Selection(), names)
    return BackgroundWork(
        last_seen_seconds_ago=lag.last_seen_seconds_ago,
        due_jobs=lag.due_jobs,
        oldest_due_seconds=lag.oldest_due_seconds,
        held_jobs=lag.held_jobs,
        counts=[
            JobCount(
                name=row["name"],
                state=row["state"],
                count=row["count"],
                oldest_seconds=max(row["oldest_seconds"], 0),
            )
            for row in counts
        ],
    )


async def held_jobs(connection: Connection) -> HeldJobs:
    """Return the oldest held jobs, and how many there are."""
    rows = await connection.fetch(HELD, SHOWN)
    return HeldJobs(
        count=capped_count(await connection.fetchval(COUNT_HELD)),
        items=[HeldJob(**row) for row in rows],
    )


async def refused_emails(connection: Connection) -> list[RefusedEmail]:
    """Return messages that were refused for good, the newest first."""
    found = await list_undelivered(connection, SHOWN)
    ids = [one.order_id for one in found if one.order_id is not None]
    orders = {row["id"]: row["public_id"] for row in await connection.fetch(ORDERS, ids)}
    return [
        RefusedEmail(
            id=one.id,
            address=one.address,
            subject=one.subject,
            reason=one.reason,
            failed_at=one.failed_at,
            queued_at=one.queued_at,
            order_id=None if one.order_id is None else orders.get(one.order_id),
        )
        for one in found
    ]


async def stuck_money(connection: Connection, settings: Settings) -> StuckMoney:
    """Return payments and refunds that need an operator."""
    usable = usable_providers(settings)
    return StuckMoney(
        payments=[
            StuckPayment(
                id=one.public_id,
                provider=one.provider,
                state=one.state,
                amount=Currency.of(one.currency).money(one.amount),
                paid_for=one.paid_for,
                other_amount=one.other_amount,
            )
            for one in (await stuck_payments(connection, settings))[:SHOWN]
        ],
        refunds=[
            StuckRefund(
                id=one.public_id,
                provider=one.provider,
                state="refused" if one.state == "refused" else "pending",
                amount=Currency.of(one.currency).money(one.amount),
                paid_for=one.paid_for,
                reason=one.reason,
                can_send_again=one.state == "refused" and one.provider in usable,
                can_mark_sent=one.state == "refused" or one.provider not in usable,
            )
            for one in (await unsent_refunds(connection))[:SHOWN]
        ],
    )


async def failing_endpoints(connection: Connection) -> list[FailingWebhook]:
    """Return webhooks that keep failing."""
    return [
        FailingWebhook(
            id=one.id or 0, name=one.names[0], waiting=one.count, failing_since=one.since
        )
        for one in await failing_webhooks(connection)
    ]
