"""Tables of product pairs, of popular products and of past orders of another shop."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, UniqueConstraint
from sqlalchemy.dialects.postgresql import ARRAY, DOUBLE_PRECISION
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class BoughtTogether(Model):
    """A product that is often bought with another one. Only `refresh_recommendations` writes it."""

    __tablename__ = "bought_together"
    __table_args__ = (Index("ix_bought_together_other_id", "other_id"),)

    product_id: Mapped[int] = mapped_column(
        ForeignKey("products.id", ondelete="CASCADE"), primary_key=True
    )
    other_id: Mapped[int] = mapped_column(
        ForeignKey("products.id", ondelete="CASCADE"), primary_key=True
    )
    orders: Mapped[int]
    """Number of orders with both products."""
    score: Mapped[float] = mapped_column(DOUBLE_PRECISION)
    """Pairs with a higher score are shown first."""


class PopularProduct(Model):
    """A product that sells well now. Only `refresh_recommendations` writes it."""

    __tablename__ = "popular_products"

    product_id: Mapped[int] = mapped_column(
        ForeignKey("products.id", ondelete="CASCADE"), primary_key=True
    )
    score: Mapped[float] = mapped_column(DOUBLE_PRECISION)
    """Orders with the product, of which older ones count less."""


class PastOrder(Model):
    """Products of an order in another shop. Used only for recommendations."""

    __tablename__ = "past_orders"
    __table_args__ = (
        UniqueConstraint("placed_at", "product_ids"),
        CheckConstraint("cardinality(product_ids) > 1", name="product_ids"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    placed_at: Mapped[datetime]
    product_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
