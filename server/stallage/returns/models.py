"""Returns with their lines, refunds of exchanges, and statements of withdrawal."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Identity,
    Index,
    Integer,
    SmallInteger,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model, references_owned


class Return(Model):
    """A return of units of an order, for a refund or an exchange."""

    __tablename__ = "returns"
    __table_args__ = (
        references_owned("exchange_order_id", "orders", "SET NULL (exchange_order_id)"),
        references_owned("order_id", "orders"),
        CheckConstraint("status BETWEEN 9 AND 15", name="status"),
        CheckConstraint("resolution IN ('refund', 'exchange')", name="resolution"),
        CheckConstraint("refund_to IN ('source', 'wallet')", name="refund_to"),
        CheckConstraint("amount >= 0 AND shipping BETWEEN 0 AND amount", name="amount"),
        CheckConstraint(
            "to_source >= 0 AND to_wallet >= 0 AND to_source + to_wallet <= amount", name="parts"
        ),
        Index("ix_returns_order_id", "order_id", "id"),
        Index("ix_returns_requested_at", "requested_at"),
        # Few returns have one. Cancelling an order looks for the return that it was sent for.
        Index(
            "ix_returns_exchange_order_id",
            "exchange_order_id",
            postgresql_where=text("exchange_order_id IS NOT NULL"),
        ),
        Index(
            "uq_returns_one_open",
            "order_id",
            "owner_id",
            unique=True,
            postgresql_where=text("status IN (9, 10, 11, 15)"),
        ),
        # The operators' list: one index for each of its views.
        Index("ix_returns_to_approve", "id", postgresql_where=text("status = 9")),
        Index("ix_returns_under_way", "id", postgresql_where=text("status IN (10, 11)")),
        Index("ix_returns_to_inspect", "id", postgresql_where=text("status = 15")),
        Index("ix_returns_done", "id", postgresql_where=text("status IN (12, 13, 14)")),
        # Wallet credit of guests, which waits until they sign in.
        Index(
            "ix_returns_waiting",
            "order_id",
            postgresql_where=text("status = 12 AND to_wallet > 0 AND credited_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    order_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    status: Mapped[int] = mapped_column(SmallInteger)
    """Of `orders.rules.OrderStatus`, 9 to 15; while it is open, the order's status is the same."""
    resolution: Mapped[str]
    refund_to: Mapped[str]
    reason_code: Mapped[str | None]
    """Of `rules.reasons`, as chosen; null if only words were given, or nothing."""
    reason: Mapped[str]
    """In the shopper's words."""
    answer: Mapped[str] = mapped_column(server_default="")
    """Why the shop refused it."""
    withdrawal: Mapped[bool]
    """By right of withdrawal. It needs no approval, and delivery is refunded with the last units."""
    amount: Mapped[int]
    """The amount of the units by the order's own lines, with delivery if it is refunded."""
    shipping: Mapped[int]
    """The part of the amount that is the cost of delivery."""
    to_source: Mapped[int | None]
    """The part of the amount refunded to its source; null until the return is completed."""
    to_wallet: Mapped[int | None]
    credited_at: Mapped[datetime | None]
    """When the wallet's part was credited."""
    exchange_order_id: Mapped[int | None]
    """The order that sends the replacements."""
    inspected_at: Mapped[datetime | None]
    """When the items were inspected and put back into stock, which happens once."""
    requested_at: Mapped[datetime]
    changed_at: Mapped[datetime]


class ReturnLine(Model):
    """Units of one line of the order, with their share of its amounts."""

    __tablename__ = "return_lines"
    __table_args__ = (
        references_owned("return_id", "returns"),
        references_owned("order_line_id", "order_lines"),
        CheckConstraint(
            "quantity >= 0 AND (requested IS NULL OR quantity <= requested)", name="quantity"
        ),
        CheckConstraint("restocked BETWEEN 0 AND quantity", name="restocked"),
        UniqueConstraint("return_id", "order_line_id", "owner_id"),
        Index("ix_return_lines_order_line_id", "order_line_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    return_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    order_line_id: Mapped[int]
    quantity: Mapped[int] = mapped_column(Integer)
    """Units that count: those requested, and after the inspection those accepted."""
    requested: Mapped[int | None] = mapped_column(Integer)
    """Null until the inspection."""
    restocked: Mapped[int | None] = mapped_column(Integer)
    """Units that the inspection put back into stock."""
    exchange_sku_id: Mapped[int | None]
    """The replacement. Not a foreign key: the line outlives the SKU."""
    line_total: Mapped[int]
    discount: Mapped[int]
    tax: Mapped[int]
    tax_added: Mapped[int]


class ReturnInstructions(Model):
    """How to send the items back, as emailed to the customer. Rows are only added."""

    __tablename__ = "return_instructions"
    __table_args__ = (
        references_owned("return_id", "returns"),
        Index("ix_return_instructions_return_id", "return_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    return_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    text: Mapped[str]
    label_url: Mapped[str]
    """Of the label to print; empty without one."""
    by: Mapped[str]
    """Name of the team member."""
    created_at: Mapped[datetime]


class ExchangeRefund(Model):
    """A refund of returned units whose exchange was cancelled. Rows are only added."""

    __tablename__ = "exchange_refunds"
    __table_args__ = (
        references_owned("return_id", "returns"),
        CheckConstraint(
            "to_source >= 0 AND to_wallet >= 0 AND to_source + to_wallet <= amount", name="parts"
        ),
        Index("ix_exchange_refunds_return_id", "return_id", "id"),
        Index(
            "ix_exchange_refunds_waiting",
            "return_id",
            postgresql_where=text("to_wallet > 0 AND credited_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    return_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    lines: Mapped[list[Any]]
    """`[{"line_id", "quantity", "line_total", "discount", "tax", "tax_added"}]`, of the returned
    lines."""
    amount: Mapped[int]
    to_source: Mapped[int]
    to_wallet: Mapped[int]
    credited_at: Mapped[datetime | None]
    """When the wallet's part was credited; null while a guest's waits."""
    created_at: Mapped[datetime]


class Withdrawal(Model):
    """A shopper's statement of withdrawal from a contract, as received. Rows are only added."""

    __tablename__ = "withdrawals"
    __table_args__ = (
        references_owned("order_id", "orders"),
        CheckConstraint("outcome IN ('cancelled', 'return', 'on_delivery')", name="outcome"),
        Index("ix_withdrawals_order_id", "order_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    order_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str | None]
    contact: Mapped[str | None]
    """Where the acknowledgement goes. Erased with the person, like the name."""
    lines: Mapped[list[Any]]
    """`[{"line_id", "quantity"}]`: what it covers."""
    outcome: Mapped[str]
    received_at: Mapped[datetime]
