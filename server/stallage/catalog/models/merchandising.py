"""Tables of what an operator arranges: sales, banners, and tiles with the products behind them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    Integer,
    SmallInteger,
    UniqueConstraint,
    func,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.catalog.models.products import Picture
from stallage.core.tables import Model


class Collection(Model):
    """An ordered set of products; sales, sliders and tiles each have one."""

    __tablename__ = "collections"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)


class CollectionProduct(Model):
    """A product in a set."""

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
    """A sale charges for the product from then on; null where that was not recorded yet."""


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
    """Null: until it is ended."""
    collection_id: Mapped[int] = mapped_column(ForeignKey("collections.id"))


class Slider(Model):
    """A hero banner of the home page."""

    __tablename__ = "sliders"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    subtitle: Mapped[str] = mapped_column(server_default="")
    call_to_action: Mapped[str] = mapped_column(server_default="")
    image: Mapped[Picture | None]
    phone_image: Mapped[Picture | None]
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    collection_id: Mapped[int] = mapped_column(ForeignKey("collections.id"))


class FeatureSection(Model):
    """A row of tiles on the home page; its id is `parentId` in addresses."""

    __tablename__ = "feature_sections"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    subtitle: Mapped[str] = mapped_column(server_default="")
    kind: Mapped[str]
    """How it looks, such as `product-tiles`; the client knows the kinds."""
    position: Mapped[int] = mapped_column(Integer, server_default="0")


class FeatureTile(Model):
    """A tile of a section; it leads to a product list of its own."""

    __tablename__ = "feature_tiles"
    __table_args__ = (UniqueConstraint("section_id", "slug"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    section_id: Mapped[int] = mapped_column(ForeignKey("feature_sections.id", ondelete="CASCADE"))
    slug: Mapped[str]
    title: Mapped[str]
    text: Mapped[str] = mapped_column(server_default="")
    image: Mapped[Picture | None]
    phone_image: Mapped[Picture | None]
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    collection_id: Mapped[int] = mapped_column(ForeignKey("collections.id"))
