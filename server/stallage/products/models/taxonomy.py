"""Tables that describe products: categories, brands, attributes, size guides."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    Integer,
    Text,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model, Picture


class Category(Model):
    """A node of the category tree."""

    __tablename__ = "categories"
    __table_args__ = (
        # Titles are unique among siblings: 'Category name already exists.'
        Index(
            "uq_categories_parent_id_title",
            "parent_id",
            func.lower(text("title")),
            unique=True,
            postgresql_nulls_not_distinct=True,
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    parent_id: Mapped[int | None] = mapped_column(ForeignKey("categories.id"))
    title: Mapped[str]
    description: Mapped[str] = mapped_column(server_default="")
    image: Mapped[Picture | None]
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    path: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    """Ids from the root to this category. Written by a trigger, which rejects cycles."""
    size_guide_id: Mapped[int | None] = mapped_column(
        ForeignKey("size_guides.id", ondelete="SET NULL")
    )
    """Its size guide; null: that of the parent category."""
    seo_title: Mapped[str] = mapped_column(server_default="")
    """Title of its page for search engines; empty: its own title."""
    seo_description: Mapped[str] = mapped_column(server_default="")


class SizeGuide(Model):
    """A table of measurements for choosing a size."""

    __tablename__ = "size_guides"
    __table_args__ = (CheckConstraint("unit IN ('', 'cm', 'in')", name="unit"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    introduction: Mapped[str] = mapped_column(server_default="")
    option: Mapped[str] = mapped_column(server_default="Size")
    """The product option next to which the link is shown."""
    unit: Mapped[str] = mapped_column(server_default="")
    """Unit of the measured columns; empty if there are none."""
    columns: Mapped[list[str]] = mapped_column(ARRAY(Text))
    measured: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """The columns that hold measurements in `unit`."""
    rows: Mapped[list[Any]]
    """`[[text, …], …]`, one text for each column."""


class Brand(Model):
    """The manufacturer or label of products."""

    __tablename__ = "brands"
    __table_args__ = (Index("uq_brands_name", func.lower(text("name")), unique=True),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    description: Mapped[str] = mapped_column(server_default="")


class Attribute(Model):
    """A facet: its name in URLs, its label and its position."""

    __tablename__ = "attributes"
    __table_args__ = (
        CheckConstraint("kind IN ('text', 'number', 'boolean', 'colour')", name="kind"),
    )

    name: Mapped[str] = mapped_column(primary_key=True)
    label: Mapped[str]
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    kind: Mapped[str] = mapped_column(server_default="text")
    """What its values are; see `rules.attribute_values`."""
    unit: Mapped[str] = mapped_column(server_default="")
    """Unit of numbers, such as cm."""
    hidden: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """Whether lists leave it out of their filters."""
    value_order: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """Values that come first, in this order; the others follow by number of products."""
