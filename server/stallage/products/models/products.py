"""Tables of products, SKUs and their pictures."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    Integer,
    SmallInteger,
    Text,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Product(Model):
    """A product. Shoppers buy one of its SKUs.

    `card`, `card_at`, `price`, `discount_percent` and `in_stock` are derived: only
    `refresh_products` and `refresh_cards` write them.
    """

    __tablename__ = "products"
    __table_args__ = (
        CheckConstraint("status IN ('active', 'draft', 'archived')", name="status"),
        CheckConstraint("rating_count >= 0", name="rating_count"),
        CheckConstraint(
            "channels <@ ARRAY['online_store', 'product_feed', 'search_engines']", name="channels"
        ),
        CheckConstraint("unpublish_at > publish_at", name="unpublish_at"),
        Index("ix_products_brand_id", "brand_id"),
        Index(
            "ix_products_publish_at",
            "publish_at",
            postgresql_where=text("publish_at IS NOT NULL"),
        ),
        Index(
            "ix_products_unpublish_at",
            "unpublish_at",
            postgresql_where=text("unpublish_at IS NOT NULL"),
        ),
        Index("ix_products_updated_at", "updated_at"),
        Index("ix_products_card_at", "card_at"),
        Index("ix_products_created_at", "created_at"),
        # Operators' lists: in the order of titles, and found by a part of a title, slug or tag.
        Index("ix_products_title_id", func.lower(text("title")), "id"),
        Index(
            "ix_products_title",
            func.lower(text("title")).label("lower_title"),
            postgresql_using="gin",
            postgresql_ops={"lower_title": "gin_trgm_ops"},
        ),
        Index(
            "ix_products_slug_parts",
            "slug",
            postgresql_using="gin",
            postgresql_ops={"slug": "gin_trgm_ops"},
        ),
        Index(
            "ix_products_tags_text",
            func.tags_text(text("tags")).label("tags_text"),
            postgresql_using="gin",
            postgresql_ops={"tags_text": "gin_trgm_ops"},
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    summary: Mapped[str] = mapped_column(server_default="")
    description_html: Mapped[str] = mapped_column(server_default="")
    """Sanitised when written."""
    brand_id: Mapped[int | None] = mapped_column(ForeignKey("brands.id"))
    product_type: Mapped[str] = mapped_column(server_default="")
    status: Mapped[str] = mapped_column(server_default="active")
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    attributes: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    """`{name: [value, …]}` with names of the `attributes` table."""
    specification: Mapped[list[Any]] = mapped_column(server_default="[]")
    """`[[name, value], …]` in display order."""
    videos: Mapped[list[Any]] = mapped_column(server_default="[]")
    """In display order, as `rules.product_media` writes them."""
    spin: Mapped[list[Any]] = mapped_column(server_default="[]")
    """Pictures of the product from all sides, in the order of a full turn; empty if it has no spin."""
    option_names: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    swatches: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    """`{option name: {value: "#hex"}}`."""
    seo_title: Mapped[str] = mapped_column(server_default="")
    seo_description: Mapped[str] = mapped_column(server_default="")
    returnable: Mapped[bool] = mapped_column(server_default=text("true"))
    max_per_order: Mapped[int | None] = mapped_column(Integer)
    gift_card: Mapped[dict[str, Any] | None]
    """Terms of a gift card, whose SKUs are its denominations; see `products.rules.gift_card_terms`. Null
    for other products."""
    channels: Mapped[list[str]] = mapped_column(
        ARRAY(Text), server_default="{online_store,product_feed,search_engines}"
    )
    """Where it is offered; see `drafts.Channel`."""
    related: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), server_default="{}")
    """Ids of products chosen by hand, shown on its page before the computed ones."""
    publish_at: Mapped[datetime | None]
    """It becomes active then."""
    unpublish_at: Mapped[datetime | None]
    """It becomes archived then."""
    popularity: Mapped[int] = mapped_column(server_default="0")
    """Units sold, as reported by orders."""
    rating_sum: Mapped[int] = mapped_column(server_default="0")
    rating_count: Mapped[int] = mapped_column(server_default="0")
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    source_hash: Mapped[bytes | None]
    """Hash of the last import's values."""
    extra: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    """Columns of an import that the shop has no field for; exports write them again."""
    card: Mapped[str | None]
    """The card of a list as JSON, ready to send; null while the product is not on sale."""
    card_at: Mapped[datetime | None]
    """When the card was last rebuilt; the search index uses it to find missed changes."""
    price: Mapped[int | None]
    """The lowest price of its SKUs at the last refresh, in minor units."""
    discount_percent: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    in_stock: Mapped[bool] = mapped_column(server_default=text("false"))


class SwatchCount(Model):
    """How many products on sale give a value of an option a colour; triggers write it.

    The number is the sum of the rows of an option, value and colour, of which one may be negative.
    """

    __tablename__ = "swatch_counts"
    __table_args__ = (Index("ix_swatch_counts_option_value", "option", "value"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    option: Mapped[str]
    """Its name, as the products have it."""
    value: Mapped[str]
    """In lower case."""
    colour: Mapped[str]
    """`#rrggbb` in lower case."""
    products: Mapped[int]


class Sku(Model):
    """A variant that can be bought: a product in one combination of its options."""

    __tablename__ = "skus"
    __table_args__ = (
        CheckConstraint("stock >= 0", name="stock"),
        CheckConstraint("price >= 0", name="price"),
        CheckConstraint("compare_at_price > price", name="compare_at_price"),
        # `product_id` comes first, so that the index also finds the SKUs of a product.
        Index(
            "uq_skus_product_id_options",
            "product_id",
            "options",
            unique=True,
            postgresql_where=text("active"),
        ),
        Index("ix_skus_product_id", "product_id"),
        Index("ix_skus_sku", "sku"),
        Index(
            "ix_skus_sku_parts",
            func.lower(text("sku")).label("lower_sku"),
            postgresql_using="gin",
            postgresql_ops={"lower_sku": "gin_trgm_ops"},
        ),
        Index(
            "ix_skus_barcode_parts",
            func.lower(text("barcode")).label("lower_barcode"),
            postgresql_using="gin",
            postgresql_ops={"lower_barcode": "gin_trgm_ops"},
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    product_id: Mapped[int] = mapped_column(ForeignKey("products.id"))
    sku: Mapped[str] = mapped_column(server_default="")
    """The shop's SKU code. Real catalogues repeat codes, so it is not unique."""
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    options: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """Values in the order of the product's option names."""
    price: Mapped[int]
    compare_at_price: Mapped[int | None]
    cost: Mapped[int | None]
    stock: Mapped[int] = mapped_column(server_default="0")
    """Units on hand. After creation only the stock feature and imports write it."""
    supplied: Mapped[int] = mapped_column(server_default="0")
    """Units ever added, corrections included: the stock plus the units that orders took."""
    tracked: Mapped[bool] = mapped_column(server_default=text("true"))
    """False: can be ordered whatever the stock."""
    backorder: Mapped[bool] = mapped_column(server_default=text("false"))
    """True: can be ordered when out of stock."""
    active: Mapped[bool] = mapped_column(server_default=text("true"))
    """False: no longer in the catalogue; orders still refer to it."""
    barcode: Mapped[str] = mapped_column(server_default="")
    weight_grams: Mapped[int | None]
    weight_unit: Mapped[str] = mapped_column(server_default="")
    """The unit to show the weight in: g, kg, lb, oz or empty."""
    requires_shipping: Mapped[bool] = mapped_column(server_default=text("true"))
    taxable: Mapped[bool] = mapped_column(server_default=text("true"))
    image_id: Mapped[int | None] = mapped_column(
        ForeignKey("product_images.id", ondelete="SET NULL")
    )
    extra: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    created_at: Mapped[datetime | None] = mapped_column(server_default=func.now())
    """No price was charged before this time; null if it was not recorded."""


class ProductImage(Model):
    """A picture of a product, in the order of its gallery."""

    __tablename__ = "product_images"
    __table_args__ = (
        CheckConstraint("state IN ('pending', 'ready', 'failed')", name="state"),
        CheckConstraint("focus_x BETWEEN 0 AND 100 AND focus_y BETWEEN 0 AND 100", name="focus"),
        Index("ix_product_images_product_id", "product_id", "position"),
        Index("ix_product_images_pending", "id", postgresql_where=text("state = 'pending'")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    product_id: Mapped[int] = mapped_column(ForeignKey("products.id", ondelete="CASCADE"))
    position: Mapped[int] = mapped_column(Integer, server_default="0")
    path: Mapped[str | None]
    """A path of `core.media`; null until a picture from another host is downloaded."""
    alt: Mapped[str] = mapped_column(server_default="")
    width: Mapped[int | None] = mapped_column(Integer)
    height: Mapped[int | None] = mapped_column(Integer)
    colour: Mapped[str | None]
    preview: Mapped[str | None]
    """As in `core.previews`."""
    source_url: Mapped[str | None]
    state: Mapped[str] = mapped_column(server_default="ready")
    options: Mapped[dict[str, Any] | None]
    """The option values that it shows, `{name: value}`; null if none in particular."""
    focus_x: Mapped[int | None] = mapped_column(SmallInteger)
    """The point that stays visible where the picture is cut, in per cent from the left; null: centre."""
    focus_y: Mapped[int | None] = mapped_column(SmallInteger)
    """The same, from the top."""


class ProductCategory(Model):
    """A product in a category; position 0 is the main category."""

    __tablename__ = "product_categories"
    __table_args__ = (Index("ix_product_categories_category_id", "category_id", "product_id"),)

    product_id: Mapped[int] = mapped_column(
        ForeignKey("products.id", ondelete="CASCADE"), primary_key=True
    )
    category_id: Mapped[int] = mapped_column(ForeignKey("categories.id"), primary_key=True)
    position: Mapped[int] = mapped_column(Integer, server_default="0")
