"""Archives in the operators' API."""

from __future__ import annotations

from typing import Literal

from stallage.core.schemas import Output, Time

ArchiveState = Literal["waiting", "running", "finished", "failed", "deleted"]


class ArchiveExport(Output):
    """An archive of the whole shop. Its file is deleted at `expiresAt`."""

    id: int
    state: ArchiveState
    operator_name: str
    step: Literal["Tables", "Media"] | None
    done: int
    total: int
    """0 if it is not known."""
    size: int | None
    """Bytes."""
    rows: int | None
    media: int | None
    failure: str | None
    created_at: Time
    finished_at: Time | None
    expires_at: Time | None


class ArchiveExports(Output):
    """The last archives, the newest first."""

    items: list[ArchiveExport]
