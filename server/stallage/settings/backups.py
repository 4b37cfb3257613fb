"""The daily backup."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.settings.sources import Section, setting


class BackupSettings(Section):
    """The daily backup."""

    backup_folder: Annotated[
        str, setting("", "Where a backup is made every day while the shop runs; empty: none.")
    ]
    backup_time: Annotated[
        str,
        Field(
            default="03:30",
            pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$",
            description="When the daily backup is made, as HH:MM in STALLAGE_TIME_ZONE.",
        ),
    ]
    backup_keep_daily: Annotated[
        int, Field(default=7, ge=1, le=3650, description="Of how many days a backup is kept.")
    ]
    backup_keep_weekly: Annotated[
        int,
        Field(default=4, ge=0, le=520, description="Of how many weeks the last backup is kept."),
    ]
