"""Tables of collections: ordered sets of products."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    ForeignKey,
    Identity,
    Index,
    Integer,
    func,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Collection(Model):
    """An ordered set of products. Its members are in `collection_products`."""

    __tablename__ = "collections"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)


class CollectionProduct(Model):
    """A product in a collection."""

    __tablename__ = "collection_products"
    __table_args__ = (Index("ix_collection_products_product_id", "product_id"),)

    collection_id: Mapped[int] = mapped_column(
        ForeignKey("collections.id", ondelete="CASCADE"), primary_key=True
    )
    product_id: Mapped[int] = mapped_column(
        ForeignKey("products.id", ondelete="CASCADE"), primary_key=True
    )
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    added_at: Mapped[datetime | None] = mapped_column(server_default=func.now())
    """When it was added: a sale applies to the product from then on. Null if not recorded."""
