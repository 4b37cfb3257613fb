"""Attempts to pay, notices of providers, refunds, and the sandbox provider's own books."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class PaymentAttempt(Model):
    """One try to pay an order, or the one payment of a top-up, with a provider."""

    __tablename__ = "payment_attempts"
    __table_args__ = (
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
            unique=True,
            postgresql_where=text("topup_id IS NOT NULL"),
        ),
        Index(
            "uq_payment_attempts_one_open",
            "order_id",
            unique=True,
            postgresql_where=text("state IN ('starting', 'open')"),
        ),
        Index(
            "uq_payment_attempts_provider_session",
            "provider",
            "session",
            unique=True,
            postgresql_where=text("session IS NOT NULL"),
        ),
        # What the reconciliation timer asks about; a few rows at any time.
        Index(
            "ix_payment_attempts_open",
            "asked_at",
            postgresql_where=text("state IN ('starting', 'open')"),
        ),
        # Those whose money may still come; the few of the last days are looked at.
        Index(
            "ix_payment_attempts_closed",
            "settled_at",
            postgresql_where=text("state IN ('failed', 'ended')"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    """What the provider knows it by, and what makes starting it repeatable."""
    order_id: Mapped[int | None] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"))
    topup_id: Mapped[int | None] = mapped_column(ForeignKey("wallet_topups.id"))
    provider: Mapped[str]
    state: Mapped[str]
    amount: Mapped[int]
    currency: Mapped[str]
    session: Mapped[str | None]
    """The provider's name for it; null until the provider has answered."""
    redirect_url: Mapped[str | None]
    """Where the shopper pays."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    asked_at: Mapped[datetime]
    """When the provider was last asked how it stands."""
    settled_at: Mapped[datetime | None]


class PaymentNotice(Model):
    """A signed notice of a provider, kept so that a second one is known."""

    __tablename__ = "payment_notices"
    __table_args__ = (UniqueConstraint("provider", "notice_id"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    provider: Mapped[str]
    notice_id: Mapped[str]
    attempt_id: Mapped[int | None] = mapped_column(
        ForeignKey("payment_attempts.id", ondelete="CASCADE")
    )
    """Null where it speaks of nothing that the shop knows."""
    outcome: Mapped[str]
    body: Mapped[dict[str, Any]]
    received_at: Mapped[datetime]
    decision: Mapped[str]
    """What it led to; see `rules.Decision`."""


class Refund(Model):
    """Money on its way back to where it came from."""

    __tablename__ = "refunds"
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("state IN ('wanted', 'done', 'refused')", name="state"),
        UniqueConstraint("attempt_id", "reason"),
        Index("ix_refunds_order_id", "order_id"),
        Index("ix_refunds_wanted", "id", postgresql_where=text("state = 'wanted'")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    """The key that makes asking the provider for it repeatable."""
    order_id: Mapped[int | None] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"))
    """Null where a top-up goes back."""
    attempt_id: Mapped[int] = mapped_column(ForeignKey("payment_attempts.id", ondelete="CASCADE"))
    amount: Mapped[int]
    reason: Mapped[str]
    """`cancelled`, `late`; one refund of an attempt for each reason."""
    state: Mapped[str]
    provider_reference: Mapped[str | None]
    created_at: Mapped[datetime]
    asked_at: Mapped[datetime | None]
    """When the timer last asked the provider for it."""
    done_at: Mapped[datetime | None]


class SandboxSession(Model):
    """What the sandbox provider knows of a payment. The shop reads it through the port alone."""

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
    pays_late: Mapped[bool] = mapped_column(server_default=text("false"))
    """The shopper pays once the shop has given up: the provider says so when the session ends."""
    refunded: Mapped[int] = mapped_column(server_default="0")
    refund_keys: Mapped[list[Any]] = mapped_column(server_default="[]")
    created_at: Mapped[datetime]
