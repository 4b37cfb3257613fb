"""Reports of slow checks."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal, TypeAlias

from stallage.core.retry_policies import Lane, RetryPolicy

Kind: TypeAlias = Literal["checks", "ledger", "space"]
StoredKind: TypeAlias = Literal["checks", "ledger", "space", "backup"]
"""The feature `backup` stores what came of requested backups."""

STALE = timedelta(hours=1)
"""A timer runs checks again that are older. The ledger is only checked on request."""
ABANDONED = timedelta(minutes=30)
"""A run that was requested longer ago has been lost and may be requested again."""

POLICY = RetryPolicy(
    Lane.OPERATORS,
    first_pause=timedelta(seconds=10),
    longest_pause=timedelta(minutes=1),
    retry_for=timedelta(minutes=5),
    run_limit=timedelta(minutes=20),
)

SHOWN_OTHERWISE = frozenset({"Background work", "Refunds", "Payments", "Backup"})
"""Subjects of findings that Today shows by checks of their own."""
