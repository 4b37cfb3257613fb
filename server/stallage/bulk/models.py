"""Tables of bulk operations."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class BulkJob(Model):
    """An operation for many records."""

    __tablename__ = "bulk_jobs"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'running', 'finished', 'cancelled')", name="state"),
        CheckConstraint(
            "done >= 0 AND refused >= 0 AND failed >= 0 AND done + refused + failed <= total",
            name="progress",
        ),
        Index("ix_bulk_jobs_created_at", "created_at"),
        # For the tray that shows an operator's own jobs.
        Index("ix_bulk_jobs_operator_id", "operator_id", text("id DESC")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    operation: Mapped[str]
    """A name of `operations.registry`, such as `orders.confirm`."""
    operator_id: Mapped[int] = mapped_column(ForeignKey("operators.id", ondelete="CASCADE"))
    actor_kind: Mapped[str]
    actor_id: Mapped[int]
    actor_name: Mapped[str]
    address: Mapped[str | None]
    scope: Mapped[dict[str, Any]]
    """What was selected, as stated to the operator: `{"kind": "ids"}` or `{"kind": "filter", "filter"}`."""
    parameters: Mapped[dict[str, Any]]
    has_items: Mapped[bool]
    """False for an export that reads its records when it runs."""
    state: Mapped[str]
    total: Mapped[int]
    done: Mapped[int]
    refused: Mapped[int]
    failed: Mapped[int]
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    file_name: Mapped[str | None]
    """Of an export, once its file is complete."""


class BulkItem(Model):
    """A record of a bulk operation, fixed when it was started."""

    __tablename__ = "bulk_items"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'done', 'refused', 'failed')", name="state"),
        Index(
            "ix_bulk_items_undo",
            "job_id",
            "item_id",
            postgresql_where=text("undo IS NOT NULL"),
        ),
        Index(
            "ix_bulk_items_waiting",
            "job_id",
            "position",
            postgresql_where=text("state = 'waiting'"),
        ),
    )

    job_id: Mapped[int] = mapped_column(
        ForeignKey("bulk_jobs.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    position: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    item_id: Mapped[int]
    label: Mapped[str]
    """What people call the record, such as `SO-7K2M-9QXD`."""
    state: Mapped[str]
    message: Mapped[str | None]
    """Why nothing was changed."""
    undo: Mapped[dict[str, Any] | None]
    """What the operation needs to take the change back; null if it cannot."""
    finished_at: Mapped[datetime | None]


class BulkFilePart(Model):
    """A part of an exported file."""

    __tablename__ = "bulk_file_parts"

    job_id: Mapped[int] = mapped_column(
        ForeignKey("bulk_jobs.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    position: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    content: Mapped[bytes] = mapped_column(LargeBinary)
