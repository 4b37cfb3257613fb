"""The tables of payments outside of the payment provider, and of what was paid back that way."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import (
    CheckConstraint,
    Date,
    ForeignKeyConstraint,
    Identity,
    Index,
    SmallInteger,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model, references_owned

METHODS = "('bank_transfer', 'card_terminal', 'cash', 'other')"


class OrderManualPayment(Model):
    """Money that an operator has received for an order: what a tender of the kind `manual` took."""

    __tablename__ = "order_manual_payments"
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint(f"method IN {METHODS}", name="method"),
        ForeignKeyConstraint(
            ["order_id", "position", "owner_id"],
            ["order_tenders.order_id", "order_tenders.position", "order_tenders.owner_id"],
            ondelete="CASCADE",
        ),
    )

    order_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    """That of its tender."""
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    amount: Mapped[int]
    method: Mapped[str]
    reference: Mapped[str]
    """What the operator finds it by, such as the text of a bank transfer. May be empty."""
    received_on: Mapped[date] = mapped_column(Date)
    recorded_at: Mapped[datetime]
    recorded_by: Mapped[str]
    """Name of the operator or app."""


class OrderManualRefund(Model):
    """Money of a manual payment that is to be paid back, and how an operator has done it."""

    __tablename__ = "order_manual_refunds"
    __table_args__ = (
        references_owned("order_id", "orders"),
        UniqueConstraint("order_id", "position", "key", "owner_id"),
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint(f"method IN {METHODS}", name="method"),
        CheckConstraint(
            "(method IS NULL) = (paid_on IS NULL) AND (method IS NULL) = (recorded_at IS NULL)",
            name="paid",
        ),
        Index(
            "ix_order_manual_refunds_pending", "order_id", postgresql_where=text("method IS NULL")
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    order_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[int] = mapped_column(SmallInteger)
    key: Mapped[str]
    """What it is for, such as `refund:7`; once for each tender."""
    amount: Mapped[int]
    created_at: Mapped[datetime]
    method: Mapped[str | None]
    """Null until it is paid back; the same holds for the next three."""
    paid_on: Mapped[date | None] = mapped_column(Date)
    recorded_at: Mapped[datetime | None]
    recorded_by: Mapped[str | None]
    reference: Mapped[str] = mapped_column(server_default="")
