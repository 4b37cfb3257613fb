"""The table of who looks at which record."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Presence(Model):
    """An operator who has a record open. Each heartbeat also deletes the operator's old rows."""

    __tablename__ = "presences"
    __table_args__ = (
        CheckConstraint("mode IN ('viewing', 'editing')", name="mode"),
        Index("ix_presences_operator_id", "operator_id"),
    )

    kind: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    """What the address of the record's page has, such as `SO-7K2M-9QXD`."""
    operator_id: Mapped[int] = mapped_column(
        ForeignKey("operators.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    mode: Mapped[str]
    seen_at: Mapped[datetime]
