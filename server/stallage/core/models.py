"""The tables of `core`: those of `core.idempotency` and `core.queue`."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

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


class WorkerHeartbeat(Model):
    """A running worker's last sign of life. A worker that stops deletes its own."""

    __tablename__ = "worker_heartbeats"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    host: Mapped[str]
    process_id: Mapped[int]
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime]
