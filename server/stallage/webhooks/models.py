"""Tables of webhooks: endpoints, events, deliveries and their attempts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ARRAY, CheckConstraint, ForeignKey, Identity, Index, Integer, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class WebhookEndpoint(Model):
    """A URL that messages are sent to."""

    __tablename__ = "webhook_endpoints"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    url: Mapped[str]
    description: Mapped[str]
    topics: Mapped[list[str]] = mapped_column(ARRAY(Text))
    enabled: Mapped[bool]
    secret: Mapped[bytes]
    """Encrypted."""
    previous_secret: Mapped[bytes | None]
    """Encrypted; signs too until `previous_secret_until`."""
    previous_secret_until: Mapped[datetime | None]
    failures: Mapped[int] = mapped_column(Integer, server_default="0")
    """Failed attempts in a row."""
    failing_since: Mapped[datetime | None]
    paused_until: Mapped[datetime | None]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class WebhookEvent(Model):
    """Something that happened while an endpoint subscribed to it."""

    __tablename__ = "webhook_events"
    __table_args__ = (
        Index("ix_webhook_events_happened_at", "happened_at"),
        Index("ix_webhook_events_subject", "subject"),
        Index("ix_webhook_events_customer_id", "customer_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    topic: Mapped[str]
    subject: Mapped[str]
    """Such as `order:17`. Deliveries about one subject keep their order."""
    reference: Mapped[dict[str, Any]]
    """Ids that the payload is built from."""
    payload: Mapped[str | None]
    """The body that is sent, built once; null before that, and after its content was erased."""
    customer_id: Mapped[int | None]
    """Of the customer that the payload is about, for erasure."""
    happened_at: Mapped[datetime]


class WebhookDelivery(Model):
    """An event to be sent to an endpoint."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'delivered', 'failed')", name="state"),
        Index("ix_webhook_deliveries_endpoint_id", "endpoint_id", text("id DESC")),
        Index(
            "ix_webhook_deliveries_waiting",
            "endpoint_id",
            "subject",
            "id",
            postgresql_where=text("state = 'waiting'"),
        ),
        Index("ix_webhook_deliveries_event_id", "event_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    endpoint_id: Mapped[int] = mapped_column(ForeignKey("webhook_endpoints.id", ondelete="CASCADE"))
    event_id: Mapped[int] = mapped_column(ForeignKey("webhook_events.id", ondelete="CASCADE"))
    subject: Mapped[str]
    state: Mapped[str]
    tries: Mapped[int] = mapped_column(Integer, server_default="0")
    next_try_at: Mapped[datetime | None]
    """Null once it is delivered or given up."""
    claimed_until: Mapped[datetime | None]
    """Until then a worker is sending it."""
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class WebhookAttempt(Model):
    """A request that was sent, or could not be sent."""

    __tablename__ = "webhook_attempts"
    __table_args__ = (Index("ix_webhook_attempts_delivery_id", "delivery_id", "id"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    delivery_id: Mapped[int] = mapped_column(
        ForeignKey("webhook_deliveries.id", ondelete="CASCADE")
    )
    tried_at: Mapped[datetime]
    status: Mapped[int | None] = mapped_column(Integer)
    """Of the response; null if there was none."""
    error: Mapped[str | None]
    """Why there was no response."""
    response: Mapped[str]
    """The beginning of the response's body."""
    milliseconds: Mapped[int] = mapped_column(Integer)
