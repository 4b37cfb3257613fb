"""Reports of rehearsals."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Identity, Integer, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class PaymentRehearsal(Model):
    """A rehearsal and what each case led to. The newest ones are kept."""

    __tablename__ = "payment_rehearsals"
    __table_args__ = (CheckConstraint("passed >= 0 AND failed >= 0", name="counts"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime]
    by_name: Mapped[str]
    """Name of the operator or app, or of the user of the command line."""
    provider: Mapped[str]
    mode: Mapped[int] = mapped_column(SmallInteger)
    """0 test, 1 live, as `payment_gateway_mode`."""
    passed: Mapped[int] = mapped_column(Integer)
    failed: Mapped[int] = mapped_column(Integer)
    trial: Mapped[dict[str, Any]]
    """The steps at the provider; see `setup.schemas.PaymentTrial`."""
    cases: Mapped[list[Any]]
    """See `schemas.RehearsalCase`."""
