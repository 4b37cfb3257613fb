"""Tables of sales and of past prices."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    SmallInteger,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model, Picture


class Sale(Model):
    """A discount on a set of products from `starts_at` until before `ends_at`."""

    __tablename__ = "sales"
    __table_args__ = (
        CheckConstraint("percent BETWEEN 1 AND 99", name="percent"),
        CheckConstraint("ends_at > starts_at", name="ends_at"),
        Index("ix_sales_collection_id", "collection_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    description: Mapped[str] = mapped_column(server_default="")
    image: Mapped[Picture | None]
    phone_image: Mapped[Picture | None]
    percent: Mapped[int] = mapped_column(SmallInteger)
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime | None]
    """Null: open-ended."""
    collection_id: Mapped[int] = mapped_column(ForeignKey("collections.id"))


class PriceRounding(Model):
    """How sale prices were rounded in a span of time. Rows are never changed, except that they end.

    A price is `ending` more than a multiple of `step`, both in minor units: steps of 5 without an ending
    for 21.25, steps of 100 with the ending 99 for 20.99. Steps of 1 round to the minor unit.
    """

    __tablename__ = "price_roundings"
    __table_args__ = (
        CheckConstraint("0 <= ending AND ending < step", name="ending"),
        Index(
            "uq_price_roundings_current",
            text("(true)"),
            unique=True,
            postgresql_where=text("ended_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    step: Mapped[int]
    ending: Mapped[int]
    started_at: Mapped[datetime | None]
    """Null: since the shop exists."""
    ended_at: Mapped[datetime | None]
    """Null: the current rounding."""


class PastPrice(Model):
    """A price that a SKU had before. Written by triggers, so that no change is missed."""

    __tablename__ = "past_prices"
    __table_args__ = (Index("ix_past_prices_sku_id_ended_at", "sku_id", "ended_at"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    sku_id: Mapped[int] = mapped_column(ForeignKey("skus.id", ondelete="CASCADE"))
    price: Mapped[int]
    of_sale: Mapped[bool]
    """Whether it came from a sale; else it was the SKU's own price."""
    started_at: Mapped[datetime | None]
    """Null: before prices were recorded."""
    ended_at: Mapped[datetime]


class PriorPrice(Model):
    """The price that a reduction refers to under the prior price rule; derived from past prices.

    Not a column of `skus`: it is written under the product's lock, which is taken after those of SKUs.
    Only `store_prior_prices` writes it.
    """

    __tablename__ = "prior_prices"
    __table_args__ = (CheckConstraint("prior_price > price", name="prior_price"),)

    sku_id: Mapped[int] = mapped_column(
        ForeignKey("skus.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    price: Mapped[int]
    """The reduced price. The row only counts while the SKU has this price."""
    prior_price: Mapped[int]
    """The lowest price of the 30 days before the reduction began."""
