"""Tables of what cards and the search index were built from."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    Index,
    Integer,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class CatalogueState(Model):
    """Settings that the cards and the search index were built with: one row."""

    __tablename__ = "catalogue_state"
    __table_args__ = (CheckConstraint("one", name="one"),)

    one: Mapped[bool] = mapped_column(primary_key=True, server_default=text("true"))
    currency: Mapped[str] = mapped_column(server_default="USD")
    low_stock: Mapped[int] = mapped_column(Integer, server_default="5")
    card_shape: Mapped[int] = mapped_column(Integer, server_default="1")
    prior_price_rule: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether reductions refer to the lowest price of the 30 days before them."""
    database_key: Mapped[str] = mapped_column(server_default=text("gen_random_uuid()::text"))
    """Identifies the database. A search index of another database is not used."""


class ChangedProduct(Model):
    """The last change of a product that lists or searches show; the product may be deleted."""

    __tablename__ = "changed_products"
    __table_args__ = (Index("ix_changed_products_changed_in", "changed_in"),)

    product_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    changed_in: Mapped[int] = mapped_column(
        server_default=text("(pg_current_xact_id()::text)::bigint")
    )
    """The transaction of the change; these numbers never wrap around."""
    changed_at: Mapped[datetime] = mapped_column(server_default=text("now()"))


class ChangedStock(Model):
    """A change of the stock of a product's SKUs, for caches; kept for some minutes."""

    __tablename__ = "changed_stock"
    __table_args__ = ({"prefixes": ["UNLOGGED"]},)

    changed_in: Mapped[int] = mapped_column(
        primary_key=True,
        autoincrement=False,
        server_default=text("(pg_current_xact_id()::text)::bigint"),
    )
    """The transaction of the change; these numbers never wrap around."""
    product_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    changed_at: Mapped[datetime] = mapped_column(server_default=text("now()"))
