"""What `stallage doctor` says of backups."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from stallage.backup.rules import LATE
from stallage.backup.schedule import last_failure, newest, slot_of
from stallage.core import clock
from stallage.diagnosis import Finding, note, ok, wrong
from stallage.settings import Settings

ABOUT = "Backup"


def look_at_backups(settings: Settings) -> Iterator[Finding]:
    """Whether there is a schedule, and whether its last backup was made."""
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
        yield wrong(ABOUT, f"{folder} lies in the data folder, and would be lost with it.")
        return
    yield _state(settings)


def _state(settings: Settings) -> Finding:
    made, failure, slot = newest(settings), last_failure(settings), slot_of(settings)
    if failure is not None and (made is None or failure.at > made):
        return wrong(ABOUT, f"The one of {_text(failure.at)} failed: {failure.reason}")
    if made is None:
        return note(ABOUT, "None has been made yet; the first is made while the shop runs.")
    if made < slot and clock.now() - slot > LATE:
        return wrong(ABOUT, f"Overdue: the last one is of {_text(made)}. Is the shop running?")
    return ok(ABOUT, f"The last one is of {_text(made)}, in {settings.backup_folder}")


def _text(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
