"""Limits and states of bulk operations."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from stallage.core.retry_policies import Lane, RetryPolicy

MAX_ITEMS = 10_000
"""Records that one operation can change. An export of more records reads them when it runs."""
SLICE = 100
"""Records of one run of the job. Then it queues again, so that other jobs get their turn."""
EXAMPLES = 3
"""Records named for each reason in a preview."""

KEEP = timedelta(days=30)
KEEP_FILES = timedelta(days=7)
"""Exported files have personal data."""

JobState = Literal["waiting", "running", "finished", "cancelled"]
ItemState = Literal["waiting", "done", "refused", "failed"]

POLICY = RetryPolicy(
    Lane.OPERATORS,
    first_pause=timedelta(seconds=5),
    longest_pause=timedelta(minutes=10),
    retry_for=timedelta(days=1),
    run_limit=timedelta(minutes=30),
)

OUTCOMES: dict[ItemState, str] = {
    "waiting": "not run",
    "done": "done",
    "refused": "refused",
    "failed": "failed",
}
"""Words in the result file."""

FAILED = "Something went wrong. Nothing was changed."
NO_PERMISSION = "You no longer have the permission."
"""Reasons in the result file."""
