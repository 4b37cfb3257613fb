"""Events of backups."""

from __future__ import annotations

from stallage.core.events import Event


class BackupRequested(Event):
    """An operator wants a backup now."""
