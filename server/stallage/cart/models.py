"""Tables of customers' carts."""

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
    customer_id: Mapped[int] = mapped_column(
        ForeignKey("customers.id", ondelete="CASCADE"), primary_key=True
    )
    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"))
    quantity: Mapped[int] = mapped_column(Integer)
    price_seen: Mapped[int]
    """The unit price when the customer last changed this line, to detect price changes."""
    added_at: Mapped[datetime]


class CartGiftCard(Model):
    """A gift card in a customer's cart: a separate line, because each has its own recipient."""

    __tablename__ = "cart_gift_cards"
    __table_args__ = (
        Index("ix_cart_gift_cards_customer_id", "customer_id"),
        Index("ix_cart_gift_cards_sku_id", "sku_id"),
    )

    # Both tables share a sequence, so that the id alone identifies a line.
    id: Mapped[int] = mapped_column(
        primary_key=True,
        autoincrement=False,
        server_default=text("nextval('cart_lines_id_seq'::regclass)"),
    )
    customer_id: Mapped[int] = mapped_column(
        ForeignKey("customers.id", ondelete="CASCADE"), primary_key=True
    )
    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"))
    details: Mapped[dict[str, Any]]
    """See `cart.rules.gift_cards.GiftCard`."""
    added_at: Mapped[datetime]
