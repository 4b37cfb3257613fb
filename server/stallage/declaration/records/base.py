"""The base class of records."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from stallage.declaration.fields import Line


class Record(BaseModel):
    """A TOML table. Unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @property
    def key(self) -> str:
        """Identifies the record among its kind, also in reports; empty for single tables."""
        return str(getattr(self, "slug", "") or getattr(self, "code", ""))


class PlacedPicture(Record):
    """A picture of a category, a banner or a tile: `{file = "…", alt = "…"}`."""

    file: Line
    alt: Line = ""


def check_times(starts_at: datetime, ends_at: datetime | None) -> None:
    """Raise ValueError if the end is not after the start."""
    if ends_at is not None and ends_at <= starts_at:
        raise ValueError("ends_at must be after starts_at")
