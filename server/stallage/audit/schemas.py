"""Responses about the audit log."""

from __future__ import annotations

from pydantic import Field

from stallage.core.json_types import JsonObject
from stallage.core.schemas import Output, Time


class AuditActor(Output):
    """Who did it."""

    kind: str = Field(description="operator, app, command or unknown.")
    id: int | None
    name: str


class AuditSubject(Output):
    """What it was done to."""

    kind: str
    id: str | None
    label: str


class AuditEntry(Output):
    """An entry of the audit log."""

    id: int
    happened_at: Time
    actor: AuditActor
    address: str | None = Field(description="Network address that it came from.")
    action: str
    subject: AuditSubject
    before: JsonObject | None
    after: JsonObject | None


class AuditFilterValues(Output):
    """The values that occur in the audit log, to filter by."""

    actions: list[str]
    subject_kinds: list[str]
    actors: list[AuditActor]
