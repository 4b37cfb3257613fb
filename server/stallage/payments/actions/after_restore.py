"""Changes to payments when a database is restored from a backup."""

from __future__ import annotations

HOLD_PENDING_REFUNDS = (
    "UPDATE refunds SET state = 'refused', done_at = now() WHERE state = 'pending';"
)
"""SQL that a restore runs in its transaction.

Refunds that were waiting become refused, so that the operator decides: only the provider knows
whether they were sent after the backup.
"""
