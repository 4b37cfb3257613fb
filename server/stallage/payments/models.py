"""Tables of payment attempts, webhook events, refunds, and the sandbox provider."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    ForeignKeyConstraint,
    Identity,
    Index,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model, references_owned


class PaymentAttempt(Model):
    """An attempt to pay an order, or the only payment of a top-up, with a provider."""

    __tablename__ = "payment_attempts"
    __table_args__ = (
        UniqueConstraint("public_id", "owner_id"),
        references_owned("order_id", "orders"),
        ForeignKeyConstraint(
            ["topup_id", "owner_id"], ["wallet_topups.id", "wallet_topups.customer_id"]
        ),
        CheckConstraint(
            "state IN ('starting', 'open', 'paid', 'failed', 'ended')",
            name="state",
        ),
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("num_nonnulls(order_id, topup_id) = 1", name="purpose"),
        Index("ix_payment_attempts_order_id", "order_id"),
        Index(
            "uq_payment_attempts_topup_id",
            "topup_id",
            "owner_id",
            unique=True,
            postgresql_where=text("topup_id IS NOT NULL"),
        ),
        Index(
            "uq_payment_attempts_one_open",
            "order_id",
            "owner_id",
            unique=True,
            postgresql_where=text("state IN ('starting', 'open')"),
        ),
        Index(
            "uq_payment_attempts_provider_session",
            "provider",
            "session",
            "owner_id",
            unique=True,
            postgresql_where=text("session IS NOT NULL"),
        ),
        # For the timer that polls providers; a few rows at any time.
        Index(
            "ix_payment_attempts_open",
            "checked_at",
            postgresql_where=text("state IN ('starting', 'open')"),
        ),
        # For polling attempts whose money may still arrive, in the first days after they closed.
        Index(
            "ix_payment_attempts_closed",
            "settled_at",
            postgresql_where=text("state IN ('failed', 'ended')"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str]
    """The id that the provider knows, also the idempotency key of starting it."""
    order_id: Mapped[int | None]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    topup_id: Mapped[int | None]
    provider: Mapped[str]
    state: Mapped[str]
    amount: Mapped[int]
    currency: Mapped[str]
    session: Mapped[str | None]
    """The provider's id; null until its response to the start is stored."""
    redirect_url: Mapped[str | None]
    """Where the shopper pays."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    checked_at: Mapped[datetime]
    """When its outcome was last requested from the provider."""
    settled_at: Mapped[datetime | None]


class PaymentWebhookEvent(Model):
    """A signed webhook event, stored so that a second delivery is recognised."""

    __tablename__ = "payment_webhook_events"
    __table_args__ = (UniqueConstraint("provider", "event_id"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    provider: Mapped[str]
    event_id: Mapped[str]
    attempt_id: Mapped[int | None]
    """Null if the event is about nothing that the shop knows."""
    outcome: Mapped[str]
    body: Mapped[dict[str, Any]]
    received_at: Mapped[datetime]
    decision: Mapped[str]
    """Its effect; see `rules.decisions.Decision`."""


class Refund(Model):
    """A refund of a payment attempt, in whole or in part."""

    __tablename__ = "refunds"
    __table_args__ = (
        UniqueConstraint("public_id", "owner_id"),
        references_owned("order_id", "orders"),
        references_owned("attempt_id", "payment_attempts"),
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("state IN ('pending', 'done', 'refused')", name="state"),
        UniqueConstraint("attempt_id", "reason", "owner_id"),
        Index("ix_refunds_order_id", "order_id"),
        Index("ix_refunds_unsent", "id", postgresql_where=text("state <> 'done'")),
        Index("ix_refunds_pending", "id", postgresql_where=text("state = 'pending'")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str]
    """Also the idempotency key with the provider."""
    order_id: Mapped[int | None]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Null for a top-up."""
    attempt_id: Mapped[int]
    amount: Mapped[int]
    reason: Mapped[str]
    """Such as `cancelled` or `late`; an attempt has at most one refund for each reason."""
    state: Mapped[str]
    problem: Mapped[str | None]
    """Why the provider refused it, or that it failed later."""
    provider_reference: Mapped[str | None]
    created_at: Mapped[datetime]
    checked_at: Mapped[datetime | None]
    """When the timer last sent it to the provider."""
    done_at: Mapped[datetime | None]


class PaymentDispute(Model):
    """A payer's dispute of a payment, as its provider reports it."""

    __tablename__ = "payment_disputes"
    __table_args__ = (
        references_owned("attempt_id", "payment_attempts"),
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint(
            "state IN ('open', 'under_review', 'won', 'lost', 'closed')",
            name="state",
        ),
        UniqueConstraint("provider", "reference", "owner_id"),
        Index("ix_payment_disputes_attempt_id", "attempt_id"),
        Index(
            "ix_payment_disputes_waiting",
            "id",
            postgresql_where=text("state IN ('open', 'under_review')"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    provider: Mapped[str]
    reference: Mapped[str]
    """The provider's id."""
    attempt_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    state: Mapped[str]
    amount: Mapped[int]
    currency: Mapped[str]
    reason: Mapped[str]
    """The provider's code, such as `fraudulent`."""
    respond_by: Mapped[datetime | None]
    """Until when the provider accepts evidence."""
    opened_at: Mapped[datetime]
    changed_at: Mapped[datetime]


class PaymentDisputeEntry(Model):
    """Money that a provider withdrew because of a dispute, or returned. Rows are only added."""

    __tablename__ = "payment_dispute_entries"
    __table_args__ = (
        references_owned("dispute_id", "payment_disputes"),
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("kind IN ('withdrawn', 'returned')", name="kind"),
    )

    dispute_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(primary_key=True)
    amount: Mapped[int]
    happened_at: Mapped[datetime]


class SandboxSession(Model):
    """A session of the sandbox provider. The shop reads it through the port only."""

    __tablename__ = "sandbox_sessions"
    __table_args__ = (
        CheckConstraint("state IN ('open', 'paid', 'declined', 'ended')", name="state"),
        CheckConstraint("refunded BETWEEN 0 AND amount", name="refunded"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    attempt: Mapped[str] = mapped_column(unique=True)
    amount: Mapped[int]
    currency: Mapped[str]
    title: Mapped[str]
    return_url: Mapped[str]
    state: Mapped[str]
    card: Mapped[str | None]
    """Hash of the card number that a tester typed."""
    pays_late: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether the shopper pays after the end of the session, which the provider then reports."""
    refunded: Mapped[int] = mapped_column(server_default="0")
    refund_keys: Mapped[list[Any]] = mapped_column(server_default="[]")
    created_at: Mapped[datetime]
