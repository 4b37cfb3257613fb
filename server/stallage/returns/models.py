"""What comes back, line by line, and statements of withdrawal."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    Integer,
    SmallInteger,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Return(Model):
    """Pieces of an order on their way back, for money or for other pieces."""

    __tablename__ = "returns"
    __table_args__ = (
        CheckConstraint("status BETWEEN 9 AND 15", name="status"),
        CheckConstraint("resolution IN ('refund', 'exchange')", name="resolution"),
        CheckConstraint("refund_to IN ('source', 'wallet')", name="refund_to"),
        CheckConstraint("amount >= 0 AND shipping BETWEEN 0 AND amount", name="amount"),
        CheckConstraint(
            "to_source >= 0 AND to_wallet >= 0 AND to_source + to_wallet = amount", name="parts"
        ),
        Index("ix_returns_order_id", "order_id", "id"),
        # Of few returns; whoever cancels an order looks here for what it was sent for.
        Index(
            "ix_returns_exchange_order_id",
            "exchange_order_id",
            postgresql_where=text("exchange_order_id IS NOT NULL"),
        ),
        Index(
            "uq_returns_one_open",
            "order_id",
            unique=True,
            postgresql_where=text("status IN (9, 10, 11, 15)"),
        ),
        # Wallet money of guests, which waits until they sign in.
        Index(
            "ix_returns_waiting",
            "order_id",
            postgresql_where=text("status = 12 AND to_wallet > 0 AND credited_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"))
    status: Mapped[int] = mapped_column(SmallInteger)
    """Of `orders.rules.OrderStatus`, 9 to 15; while it is open, the order's status is the same."""
    resolution: Mapped[str]
    refund_to: Mapped[str]
    reason: Mapped[str]
    """What the shopper says."""
    answer: Mapped[str] = mapped_column(server_default="")
    """What the shop says where it refuses."""
    withdrawal: Mapped[bool]
    """By right of withdrawal: it needs no consent, and the cost of delivery goes back with the rest."""
    amount: Mapped[int]
    """What the pieces are worth by the order's own lines, and the delivery where that goes back."""
    shipping: Mapped[int]
    """What of the amount is the cost of delivery."""
    to_source: Mapped[int | None]
    """What of the amount goes back to where it was paid from; null until it is completed."""
    to_wallet: Mapped[int | None]
    credited_at: Mapped[datetime | None]
    """When the wallet's part was added to the wallet."""
    exchange_order_id: Mapped[int | None] = mapped_column(
        ForeignKey("orders.id", ondelete="SET NULL")
    )
    """The order that sends the other pieces."""
    requested_at: Mapped[datetime]
    changed_at: Mapped[datetime]


class ReturnLine(Model):
    """Pieces of one line of the order, with their share of its amounts."""

    __tablename__ = "return_lines"
    __table_args__ = (
        CheckConstraint("quantity > 0", name="quantity"),
        UniqueConstraint("return_id", "order_line_id"),
        Index("ix_return_lines_order_line_id", "order_line_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    return_id: Mapped[int] = mapped_column(ForeignKey("returns.id", ondelete="CASCADE"))
    order_line_id: Mapped[int] = mapped_column(ForeignKey("order_lines.id", ondelete="CASCADE"))
    quantity: Mapped[int] = mapped_column(Integer)
    exchange_sku_id: Mapped[int | None]
    """What is sent instead. No foreign key: the line outlives it."""
    line_total: Mapped[int]
    discount: Mapped[int]
    tax: Mapped[int]
    tax_added: Mapped[int]


class ExchangeRefund(Model):
    """Money for returned units whose exchange was cancelled. Rows are only added; credited once."""

    __tablename__ = "exchange_refunds"
    __table_args__ = (
        CheckConstraint(
            "to_source >= 0 AND to_wallet >= 0 AND to_source + to_wallet = amount", name="parts"
        ),
        Index("ix_exchange_refunds_return_id", "return_id", "id"),
        Index(
            "ix_exchange_refunds_waiting",
            "return_id",
            postgresql_where=text("to_wallet > 0 AND credited_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    return_id: Mapped[int] = mapped_column(ForeignKey("returns.id", ondelete="CASCADE"))
    lines: Mapped[list[Any]]
    """`[{"line_id", "quantity", "line_total", "discount", "tax", "tax_added"}]`, of the lines that came
    back."""
    amount: Mapped[int]
    to_source: Mapped[int]
    to_wallet: Mapped[int]
    credited_at: Mapped[datetime | None]
    """When the wallet's part was added to the wallet; null while a guest's waits."""
    created_at: Mapped[datetime]


class Withdrawal(Model):
    """A shopper's statement that they withdraw from a contract, as it came in. Only ever added."""

    __tablename__ = "withdrawals"
    __table_args__ = (
        CheckConstraint("outcome IN ('cancelled', 'return', 'on_delivery')", name="outcome"),
        Index("ix_withdrawals_order_id", "order_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"))
    name: Mapped[str | None]
    contact: Mapped[str | None]
    """Where the acknowledgement goes; this and the name are taken out with the person."""
    lines: Mapped[list[Any]]
    """`[{"line_id", "quantity"}]`: what it covers."""
    outcome: Mapped[str]
    received_at: Mapped[datetime]
