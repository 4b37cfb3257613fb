"""The table of results of slow checks."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class HealthReport(Model):
    """The last result of a check that is too slow for a request."""

    __tablename__ = "health_reports"
    __table_args__ = (
        CheckConstraint("kind IN ('checks', 'ledger', 'space', 'backup')", name="kind"),
    )

    kind: Mapped[str] = mapped_column(primary_key=True)
    requested_at: Mapped[datetime | None]
    """Of a run that is not finished; null otherwise."""
    finished_at: Mapped[datetime | None]
    result: Mapped[dict[str, Any] | None]
    """Of the last run that finished."""
    failure: Mapped[str | None]
    """Why the last run failed; null if it did not."""
