"""Arguments of the audit log's actions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Subject:
    """What was changed."""

    kind: str
    """Such as `order`."""
    id: int | str | None
    label: str
    """What people call it, such as `SO-7K2M-9QXD`."""


@dataclass(frozen=True, slots=True)
class AuditFilters:
    """Filters of the audit log; None matches everything."""

    actor_kind: str | None = None
    actor_id: int | None = None
    action: str | None = None
    subject_kind: str | None = None
    subject_id: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Before this time."""
    text: str | None = None
    """A part of any value, at least three characters."""
