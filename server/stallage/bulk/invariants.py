"""Invariants of bulk operations."""

from __future__ import annotations

from stallage.core.invariants import Invariant

INVARIANTS = (
    Invariant(
        "Bulk operations",
        "The progress of an operation counts its records, and a finished one has none left.",
        """
        SELECT j.id AS job, j.state, j.total, j.done, j.refused, j.failed, i.waiting
        FROM bulk_jobs j
        JOIN (
            SELECT job_id, count(*) AS total, count(*) FILTER (WHERE state = 'waiting') AS waiting,
                count(*) FILTER (WHERE state = 'done') AS done,
                count(*) FILTER (WHERE state = 'refused') AS refused,
                count(*) FILTER (WHERE state = 'failed') AS failed
            FROM bulk_items GROUP BY job_id
        ) i ON i.job_id = j.id
        WHERE (j.total, j.done, j.refused, j.failed)
            IS DISTINCT FROM (i.total, i.done, i.refused, i.failed)
            OR j.state = 'finished' AND i.waiting > 0
        """,
    ),
)
