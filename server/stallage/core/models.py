"""Tables of `core.idempotency`, `core.rate_limits`, `core.proxies`, `core.queue`, `core.process_heartbeats`
and `core.undelivered`."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, Identity, Index, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class IdempotencyKey(Model):
    """A used idempotency key: its scope, the hash of its body and the result."""

    __tablename__ = "idempotency_keys"
    __table_args__ = (Index(None, "created_at"),)

    scope: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    body_hash: Mapped[bytes]
    result: Mapped[dict[str, Any]]
    created_at: Mapped[datetime]


class LimitCount(Model):
    """The recent hits of a subject against a rate limit."""

    __tablename__ = "limits"
    __table_args__ = (Index("ix_limits_expires_at", "expires_at"), {"prefixes": ["UNLOGGED"]})

    subject: Mapped[str] = mapped_column(primary_key=True)
    times: Mapped[list[datetime]] = mapped_column(ARRAY(DateTime(timezone=True)))
    """Oldest first; at most as many as the limit allows."""
    expires_at: Mapped[datetime]
    """When no time counts any more and the row can be deleted."""


class UntrustedProxy(Model):
    """A peer that sent a forwarding header without being trusted; see `core.proxies`."""

    __tablename__ = "untrusted_proxies"

    address: Mapped[str] = mapped_column(primary_key=True)
    is_private: Mapped[bool]
    seen_at: Mapped[datetime]


class WorkerHeartbeat(Model):
    """The last heartbeat of a running worker, which deletes its row when it stops."""

    __tablename__ = "worker_heartbeats"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    host: Mapped[str]
    process_id: Mapped[int]
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime]


class ProcessHeartbeat(Model):
    """A running process of one of the shop's hosts; see `core.process_heartbeats`."""

    __tablename__ = "process_heartbeats"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    host: Mapped[str]
    process_id: Mapped[int]
    role: Mapped[str]
    release: Mapped[str]
    key_print: Mapped[str]
    folder_print: Mapped[str]
    has_bucket: Mapped[bool]
    has_smtp: Mapped[bool]
    clock_ahead_ms: Mapped[int]
    index_behind_seconds: Mapped[float | None]
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime]


class UndeliveredMessage(Model):
    """A message that was refused for good; see `core.undelivered`."""

    __tablename__ = "undelivered_messages"
    __table_args__ = (
        Index("ix_undelivered_messages_address", text("lower(address)")),
        Index("ix_undelivered_messages_failed_at", "failed_at"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    job: Mapped[str]
    address: Mapped[str]
    subject: Mapped[str]
    message: Mapped[dict[str, Any]]
    order_id: Mapped[int | None]
    reason: Mapped[str]
    failed_at: Mapped[datetime]
    queued_at: Mapped[datetime | None]
