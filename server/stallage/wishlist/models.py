"""Tables of wishlist items and shared wishlists."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Identity, Index
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class WishlistItem(Model):
    """A SKU on a customer's wishlist."""

    __tablename__ = "wishlist_items"
    __table_args__ = (
        Index("ix_wishlist_items_customer_id", "customer_id", "position"),
        Index("ix_wishlist_items_sku_id", "sku_id"),
    )

    customer_id: Mapped[int] = mapped_column(
        ForeignKey("customers.id", ondelete="CASCADE"), primary_key=True
    )
    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(Identity())
    """Ascending, so that items of the same time have an order."""
    created_at: Mapped[datetime]


class WishlistShare(Model):
    """A link that lets anybody read a customer's wishlist."""

    __tablename__ = "wishlist_shares"

    customer_id: Mapped[int] = mapped_column(
        ForeignKey("customers.id", ondelete="CASCADE"), primary_key=True
    )
    token: Mapped[str] = mapped_column(unique=True)
    """Unguessable; part of the link."""
    created_at: Mapped[datetime]
