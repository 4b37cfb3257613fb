"""Checks of scheduled backups for `stallage doctor`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from stallage.backup.operations.schedule import last_due_time, last_failure, newest_backup_time
from stallage.backup.rules import LATE
from stallage.core import clock
from stallage.diagnosis import Finding, note, ok, wrong
from stallage.settings import Settings

ABOUT = "Backup"


def check_backups(settings: Settings) -> Iterator[Finding]:
    """Check that a schedule is configured and that its last backup succeeded in time."""
    if not settings.backup_folder:
        yield note(
            ABOUT,
            "No backup is scheduled. Set STALLAGE_BACKUP_FOLDER to a folder on another disk.",
        )
        return
    folder = Path(settings.backup_folder)
    if not folder.is_dir():
        yield wrong(ABOUT, f"The folder {folder} in STALLAGE_BACKUP_FOLDER does not exist.")
        return
    if folder.resolve().is_relative_to(settings.data_dir.resolve()):
        yield wrong(ABOUT, f"{folder} is in the data folder and would be lost with it.")
        return
    yield _state(settings)


def _state(settings: Settings) -> Finding:
    newest, failure = newest_backup_time(settings), last_failure(settings)
    due = last_due_time(settings)
    if failure is not None and (newest is None or failure.at > newest):
        return wrong(ABOUT, f"The backup of {_text(failure.at)} failed: {failure.reason}")
    if newest is None:
        return note(ABOUT, "No backup yet. The first is made while the shop runs.")
    if newest < due and clock.now() - due > LATE:
        return wrong(ABOUT, f"Overdue: the last is from {_text(newest)}. Is the shop running?")
    return ok(ABOUT, f"The last is from {_text(newest)}, in {settings.backup_folder}")


def _text(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
