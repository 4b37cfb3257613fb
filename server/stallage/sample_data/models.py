"""Tables of sample data."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class SampleRun(Model):
    """Sample data being put in or taken out, or what that did."""

    __tablename__ = "sample_runs"
    __table_args__ = (
        CheckConstraint("kind IN ('put_in', 'take_out')", name="kind"),
        CheckConstraint("state IN ('waiting', 'running', 'finished', 'failed')", name="state"),
        Index(
            "uq_sample_runs_unfinished",
            text("(true)"),
            unique=True,
            postgresql_where=text("state IN ('waiting', 'running')"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    kind: Mapped[str]
    state: Mapped[str]
    done: Mapped[int]
    total: Mapped[int]
    """Pictures that were stored and those to store; 0 if nothing is counted."""
    figures: Mapped[dict[str, Any]]
    """Kind of record → outcome → number of records."""
    failure: Mapped[str | None]
    operator_id: Mapped[int | None] = mapped_column(ForeignKey("operators.id", ondelete="SET NULL"))
    actor_kind: Mapped[str]
    actor_id: Mapped[int | None]
    actor_name: Mapped[str]
    address: Mapped[str | None]
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class SampleRecord(Model):
    """A record that came with the sample data."""

    __tablename__ = "sample_records"

    kind: Mapped[str] = mapped_column(primary_key=True)
    """A name of `rules.SampleKind`."""
    key: Mapped[str] = mapped_column(primary_key=True)
    """Its id; of kinds without a public id, its slug or name."""
    fingerprint: Mapped[str]
    """Of what operators edit of it, when it was added."""
