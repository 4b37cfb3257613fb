"""What `stallage doctor` finds about payments that wait for an operator."""

from __future__ import annotations

import asyncpg

from stallage.core.db import prepare_connection
from stallage.diagnosis import Finding, ok, wrong
from stallage.payments.stuck import stuck_by_provider, webhook_events_of_other_mode
from stallage.settings import Settings

CONNECT_SECONDS = 5


async def look_at_payments(settings: Settings, dsn: str) -> list[Finding]:
    """Payments and refunds whose provider cannot be asked or does not settle them."""
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        try:
            await prepare_connection(connection)
            stuck = await stuck_by_provider(connection, settings)
            of_other_mode = await webhook_events_of_other_mode(connection)
        finally:
            await connection.close()
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError):
        # What is wrong with the database is told by whoever looks at it.
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
                f"{of_other_mode} webhook events of {mode} mode came since yesterday and were not"
                " believed. Check which endpoint STALLAGE_STRIPE_WEBHOOK_SECRET belongs to.",
            )
        )
    return found or [ok("Payments", "No payment or refund is stuck.")]
