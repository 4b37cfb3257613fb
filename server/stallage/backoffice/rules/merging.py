"""How long a merge of two accounts can be undone."""

from __future__ import annotations

from datetime import timedelta

UNDO = timedelta(days=30)
SWEEP_AFTER = timedelta(minutes=10)
"""By then every request that ran during the merge has ended."""
