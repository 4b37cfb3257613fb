"""Events of bulk operations."""

from __future__ import annotations

from stallage.core.events import Event


class BulkStarted(Event):
    """A bulk operation was started, or has records left to run."""

    bulk_job_id: int
