"""The table of the audit log."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class AuditEntry(Model):
    """A change or sign-in. A trigger refuses to change or delete rows."""

    __tablename__ = "audit_entries"
    __table_args__ = (
        CheckConstraint(
            "actor_kind IN ('operator', 'app', 'command', 'unknown')", name="actor_kind"
        ),
        Index(
            "ix_audit_entries_subject",
            "subject_kind",
            "subject_id",
            text("happened_at DESC"),
            text("id DESC"),
        ),
        Index(
            "ix_audit_entries_subject_kind",
            "subject_kind",
            text("happened_at DESC"),
            text("id DESC"),
        ),
        Index(
            "ix_audit_entries_actor",
            "actor_kind",
            "actor_id",
            text("happened_at DESC"),
            text("id DESC"),
        ),
        Index(
            "ix_audit_entries_actor_action",
            "actor_kind",
            "actor_id",
            "action",
            text("happened_at DESC"),
            text("id DESC"),
        ),
        Index("ix_audit_entries_action", "action", text("happened_at DESC"), text("id DESC")),
        Index("ix_audit_entries_happened_at", text("happened_at DESC"), text("id DESC")),
        Index(
            "ix_audit_entries_search",
            "search",
            postgresql_using="gin",
            postgresql_ops={"search": "gin_trgm_ops"},
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    happened_at: Mapped[datetime]
    actor_kind: Mapped[str]
    actor_id: Mapped[int | None]
    actor_name: Mapped[str]
    address: Mapped[str | None]
    """Network address that the request came from."""
    action: Mapped[str]
    subject_kind: Mapped[str]
    subject_id: Mapped[str | None]
    subject_label: Mapped[str]
    before: Mapped[dict[str, Any] | None]
    after: Mapped[dict[str, Any] | None]
    search: Mapped[str]
    """What a text search finds: actor, address, action, subject and the changed values, in lower case."""
