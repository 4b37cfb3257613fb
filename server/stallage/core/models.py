"""The tables of `core`: those of `core.idempotency`, `core.limits`, `core.proxies` and `core.queue`."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, Index
from sqlalchemy.dialects.postgresql import ARRAY
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


class LimitCount(Model):
    """When something limited was done lately, such as asking for a code."""

    __tablename__ = "limits"
    __table_args__ = (Index("ix_limits_expires_at", "expires_at"), {"prefixes": ["UNLOGGED"]})

    subject: Mapped[str] = mapped_column(primary_key=True)
    times: Mapped[list[datetime]] = mapped_column(ARRAY(DateTime(timezone=True)))
    """Oldest first; never more than the limit allows."""
    expires_at: Mapped[datetime]
    """When none of the times counts any more and the row can go."""


class UntrustedProxy(Model):
    """A peer that sent a forwarding header without being trusted; see `core.proxies`."""

    __tablename__ = "untrusted_proxies"

    address: Mapped[str] = mapped_column(primary_key=True)
    is_private: Mapped[bool]
    seen_at: Mapped[datetime]


class WorkerHeartbeat(Model):
    """A running worker's last sign of life. A worker that stops deletes its own."""

    __tablename__ = "worker_heartbeats"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    host: Mapped[str]
    process_id: Mapped[int]
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime]
