"""Backups in the operators' API."""

from __future__ import annotations

from pydantic import Field

from stallage.core.schemas import Output, Time


class BackupFailure(Output):
    """A backup that failed."""

    at: Time
    reason: str


class BackupCheck(Output):
    """The last check of a backup's checksums."""

    backup_at: Time
    checked_at: Time
    problem: str | None = Field(description="Null if the backup is intact.")


class BackupState(Output):
    """Scheduled backups."""

    folder: str | None = Field(description="Null if no backup is scheduled.")
    problem: str | None = Field(description="Why the folder cannot be used.")
    count: int
    last_at: Time | None
    last_size: int | None = Field(description="Bytes.")
    next_at: Time | None
    failure: BackupFailure | None = Field(description="Null if the last backup succeeded.")
    check: BackupCheck | None
    running: bool
