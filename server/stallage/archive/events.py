"""Events of archives."""

from __future__ import annotations

from stallage.core.events import Event


class ArchiveRequested(Event):
    """An operator asked for an archive."""

    archive_id: int


class ArchiveUploaded(Event):
    """An operator has uploaded an archive, which has to be checked."""

    upload_id: str
