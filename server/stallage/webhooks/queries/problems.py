"""Finds webhooks that do not take their deliveries."""

from __future__ import annotations

from urllib.parse import urlsplit

from stallage.core.cursors import MAX_COUNT
from stallage.core.db import Connection
from stallage.core.problems import Problem
from stallage.webhooks.rules.retries import PATIENCE

MAX_PROBLEMS = 5

# After fewer failures the next try is likely to succeed.
FAILING = f"""
SELECT e.id, e.url, e.description, e.failing_since, (SELECT count(*) FROM (
    SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'waiting'
    LIMIT {MAX_COUNT}) counted) AS waiting
FROM webhook_endpoints e
WHERE e.enabled AND e.failures >= {PATIENCE}
ORDER BY e.failing_since, e.id LIMIT {MAX_PROBLEMS}
"""


async def failing_webhooks(connection: Connection) -> list[Problem]:
    """Return a problem for each webhook that failed so often that it was paused, the longest first."""
    return [
        Problem(
            "webhooks_failing",
            "wait",
            row["waiting"],
            row["failing_since"],
            names=(row["description"] or urlsplit(row["url"]).hostname or row["url"],),
            id=row["id"],
        )
        for row in await connection.fetch(FAILING)
    ]
