"""The daily backup."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.settings.sources import Section, setting


class BackupSettings(Section):
    """The daily backup."""

    backup_folder: Annotated[str, setting("", "Folder for daily backups; empty: none are created.")]
    backup_time: Annotated[
        str,
        Field(
            default="03:30",
            pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$",
            description="Time of the daily backup, as HH:MM in STALLAGE_TIME_ZONE.",
        ),
    ]
    backup_keep_daily: Annotated[
        int,
        Field(default=7, ge=1, le=3650, description="For how many days daily backups are kept."),
    ]
    backup_keep_weekly: Annotated[
        int,
        Field(
            default=4,
            ge=0,
            le=520,
            description="For how many weeks the last backup of a week is kept.",
        ),
    ]
