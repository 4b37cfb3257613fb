"""Changes to webhooks when a database is restored from a backup."""

from __future__ import annotations

DROP_WAITING_DELIVERIES = """
UPDATE webhook_deliveries SET state = 'failed', next_try_at = NULL, claimed_until = NULL,
    finished_at = now()
WHERE state = 'waiting';
"""
"""SQL that a restore runs in its transaction.

Deliveries that were waiting are given up, because the receivers may have them already. The operator
sends again what is missing.
"""
