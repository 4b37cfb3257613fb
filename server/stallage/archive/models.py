"""The table of archives that were requested in the back office."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class ArchiveExport(Model):
    """An archive for download. Its file is in the data folder until it expires."""

    __tablename__ = "archive_exports"
    __table_args__ = (
        CheckConstraint(
            "state IN ('waiting', 'running', 'finished', 'failed', 'deleted')", name="state"
        ),
        # One at a time: an archive reads the whole database.
        Index(
            "uq_archive_exports_unfinished",
            text("(true)"),
            unique=True,
            postgresql_where=text("state IN ('waiting', 'running')"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    operator_id: Mapped[int | None] = mapped_column(ForeignKey("operators.id", ondelete="SET NULL"))
    operator_name: Mapped[str]
    state: Mapped[str]
    step: Mapped[str | None]
    """What is being written: `Tables` or `Media`."""
    done: Mapped[int]
    total: Mapped[int]
    """0 if it is not known."""
    has_secrets: Mapped[bool]
    """Whether it contains the shop's key and secret settings, encrypted with a passphrase."""
    size: Mapped[int | None]
    """Bytes."""
    rows: Mapped[int | None]
    media: Mapped[int | None]
    failure: Mapped[str | None]
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
