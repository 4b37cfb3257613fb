"""Tables of sliders and feature sections; each leads to a collection."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    ForeignKey,
    Identity,
    Integer,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model, Picture


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


class CollectionPage(Model):
    """A named collection with a page of its own, filled by hand or by a rule."""

    __tablename__ = "collection_pages"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    description: Mapped[str] = mapped_column(server_default="")
    image: Mapped[Picture | None]
    seo_title: Mapped[str] = mapped_column(server_default="")
    seo_description: Mapped[str] = mapped_column(server_default="")
    rule: Mapped[dict[str, Any] | None]
    """A `drafts.CollectionRule`; null: its products are chosen by hand."""
    collection_id: Mapped[int] = mapped_column(ForeignKey("collections.id"))
    updated_at: Mapped[datetime]
