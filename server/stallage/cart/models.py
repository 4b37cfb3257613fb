"""Lines of customers' carts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    Integer,
    UniqueConstraint,
    text,
)
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


class CartGiftCard(Model):
    """A gift card in a customer's cart: a line of its own, since each has a recipient of its own."""

    __tablename__ = "cart_gift_cards"
    __table_args__ = (
        Index("ix_cart_gift_cards_customer_id", "customer_id"),
        Index("ix_cart_gift_cards_sku_id", "sku_id"),
    )

    # One sequence for both tables, so that a line is known by its id alone.
    id: Mapped[int] = mapped_column(
        primary_key=True,
        autoincrement=False,
        server_default=text("nextval('cart_lines_id_seq'::regclass)"),
    )
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id", ondelete="CASCADE"))
    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"))
    details: Mapped[dict[str, Any]]
    """See `cart.gift_cards.GiftCard`."""
    added_at: Mapped[datetime]
