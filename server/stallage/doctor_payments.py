"""Checks of `stallage doctor` on payments that need an operator."""

from __future__ import annotations

import asyncpg

from stallage.core.db import prepare_connection
from stallage.diagnosis import Finding, ok, wrong
from stallage.payments.queries.stuck import stuck_by_provider, webhook_events_of_other_mode
from stallage.settings import Settings

CONNECT_SECONDS = 5


async def check_payments(settings: Settings, dsn: str) -> list[Finding]:
    """Report payments and refunds whose provider cannot be reached or does not settle them."""
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        try:
            await prepare_connection(connection)
            stuck = await stuck_by_provider(connection, settings)
            of_other_mode = await webhook_events_of_other_mode(connection)
        finally:
            await connection.close()
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError):
        # `check_database` reports what is wrong.
        return []
    found = [
        wrong(
            "Payments",
            f"{one.payments} payments and {one.refunds} refunds wait for {one.provider}:"
            f" {one.reason} See: stallage payments list, stallage refunds list",
        )
        for one in stuck
    ]
    if of_other_mode:
        mode = "test" if settings.payment_gateway_mode == 1 else "live"
        found.append(
            wrong(
                "Payments",
                f"{of_other_mode} webhook events of {mode} mode arrived since yesterday and were"
                " ignored. Check which endpoint STALLAGE_STRIPE_WEBHOOK_SECRET belongs to.",
            )
        )
    return found or [ok("Payments", "No payment or refund is stuck.")]
