"""The ground's own table; what it means is said in `core.idempotency`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class IdempotencyKey(Model):
    """A key that was used: whose, with which body, and what came of it."""

    __tablename__ = "idempotency_keys"
    __table_args__ = (Index(None, "created_at"),)

    scope: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    body_hash: Mapped[bytes]
    result: Mapped[dict[str, Any]]
    created_at: Mapped[datetime]
