"""The table of the settings that cards and the search index were built with."""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
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
