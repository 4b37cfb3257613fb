"""The table of draft orders."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, Integer, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class DraftOrder(Model):
    """An order that an operator takes; what was chosen, without prices."""

    __tablename__ = "draft_orders"
    __table_args__ = (
        CheckConstraint(
            "(discount_amount IS NULL) = (discount_reason IS NULL) AND discount_amount > 0",
            name="discount",
        ),
        CheckConstraint("payment IN ('link', 'cod', 'manual')", name="payment"),
        CheckConstraint(
            "(order_id IS NULL) = (placed_at IS NULL) AND (order_id IS NULL) = (payment IS NULL)",
            name="placed",
        ),
        Index("ix_draft_orders_email", text("lower(contact ->> 'email')")),
        Index("ix_draft_orders_phone", text("(contact ->> 'phone')")),
        Index("ix_draft_orders_open", "id", postgresql_where=text("order_id IS NULL")),
        Index("uq_draft_orders_order_id", "order_id", unique=True),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    customer_id: Mapped[int | None] = mapped_column(
        ForeignKey("customers.id", ondelete="SET NULL"), index=True
    )
    contact: Mapped[dict[str, Any]]
    """Fields of `schemas.DraftContact`; valid contacts are normalized."""
    address: Mapped[dict[str, Any] | None]
    """Fields of `schemas.DraftAddress`, as far as they are known."""
    lines: Mapped[list[Any]]
    """SKU id and quantity."""
    shipping_method: Mapped[str | None]
    promo_code: Mapped[str | None]
    discount_amount: Mapped[int | None]
    discount_reason: Mapped[str | None]
    """Shown to the shopper as the name of the discount."""
    delivery_note: Mapped[str | None]
    note: Mapped[str | None]
    """For operators; becomes a note of the order."""
    version: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime] = mapped_column(index=True)
    author_id: Mapped[int | None] = mapped_column(ForeignKey("operators.id", ondelete="SET NULL"))
    author_name: Mapped[str]
    order_id: Mapped[int | None]
    payment: Mapped[str | None]
    placed_at: Mapped[datetime | None]
