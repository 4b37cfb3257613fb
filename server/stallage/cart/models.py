"""Lines of customers' carts."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, Integer, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class CartLine(Model):
    """A SKU in a customer's cart."""

    __tablename__ = "cart_lines"
    __table_args__ = (
        UniqueConstraint("customer_id", "sku_id"),
        CheckConstraint("quantity BETWEEN 1 AND 99", name="quantity"),
        Index("ix_cart_lines_sku_id", "sku_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"))
    quantity: Mapped[int] = mapped_column(Integer)
    price_seen: Mapped[int]
    """The price when the customer last changed this line; another one now is told."""
    added_at: Mapped[datetime]
