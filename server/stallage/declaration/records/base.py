"""What every record has in common."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from stallage.declaration.fields import Line


class Record(BaseModel):
    """A table; a key that it does not know is an error."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @property
    def key(self) -> str:
        """What it is known by among its kind, as people read it; empty where there is only one."""
        return str(getattr(self, "slug", "") or getattr(self, "code", ""))


class Placed(Record):
    """A picture of a category, a banner or a tile: `{file = "…", alt = "…"}`."""

    file: Line
    alt: Line = ""


def check_times(starts_at: datetime, ends_at: datetime | None) -> None:
    """Raises ValueError where something ends before it starts."""
    if ends_at is not None and ends_at <= starts_at:
        raise ValueError("ends_at must be after starts_at")
