"""How each kind of record is read from the shop, written to it and removed.

Products are written in batches by `applying`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from stallage.core.db import Connection
from stallage.declaration import (
    current_layouts,
    current_state,
    current_terms,
    layout_writers,
    record_writers,
)
from stallage.declaration.pictures import StoredPictures
from stallage.declaration.records import (
    AutomaticDiscount,
    Blog,
    Location,
    Record,
    ShopSettings,
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of record and its functions."""

    name: str
    """The name in files."""
    plural: str
    """The name in reports."""
    read: Callable[[Connection], Awaitable[list[Any]]]
    """Reads the records of the current shop."""
    put: Callable[[Connection, Any, StoredPictures], Awaitable[None]]
    """Creates or changes a record."""
    remove: Callable[[Connection, Any], Awaitable[None]] | None = None
    """Removes a record; None for kinds that orders or customers depend on."""
    insert_only: bool = False
    """Whether existing records are never changed."""


def complete_record(declared: Record, current: Record | None) -> Record:
    """Fill the fields that a declared record leaves open from the current record."""
    if current is None:
        return declared
    update: dict[str, Any] = {}
    if isinstance(declared, ShopSettings):
        update = {name: getattr(current, name) for name, value in declared if value is None}
    elif isinstance(declared, Location):
        # Another location becomes the default by being declared so.
        update = {"default": declared.default or getattr(current, "default", False)}
    elif isinstance(declared, Blog):
        update = {
            name: getattr(current, name)
            for name in ("date", "image")
            if getattr(declared, name) is None
        }
        if declared.draft:
            update["date"] = getattr(current, "date", None)
    elif (
        isinstance(declared, AutomaticDiscount)
        and declared.gift is not None
        and declared.gift == getattr(current, "gift", None)
        and not declared.gift_options
    ):
        update = {"gift_options": getattr(current, "gift_options", [])}
    return declared.model_copy(update=update)


SETTINGS = Kind("settings", "settings", current_terms.read_settings, record_writers.write_settings)
BEFORE_PRODUCTS = (
    SETTINGS,
    # Before the company, whose colour is that of the active theme.
    Kind("theme", "themes", current_layouts.read_themes, layout_writers.write_theme),
    Kind("company", "company details", current_terms.read_company, record_writers.write_company),
    Kind(
        "delivery_zone",
        "delivery zones",
        current_terms.read_zones,
        record_writers.write_zone,
        record_writers.delete_zone,
    ),
    Kind(
        "delivery",
        "delivery methods",
        current_terms.read_deliveries,
        record_writers.write_delivery,
        record_writers.delete_delivery,
    ),
    Kind(
        "carrier",
        "carriers",
        current_terms.read_carriers,
        record_writers.write_carrier,
        record_writers.delete_carrier,
    ),
    Kind("location", "locations", current_terms.read_locations, record_writers.write_location),
    Kind(
        "tax",
        "tax rates",
        current_terms.read_taxes,
        record_writers.write_tax,
        record_writers.delete_tax,
    ),
    Kind(
        "promo_code", "promo codes", current_terms.read_promo_codes, record_writers.write_promo_code
    ),
    Kind("attribute", "filters", current_state.read_attributes, record_writers.write_attribute),
    Kind("brand", "brands", current_state.read_brands, record_writers.write_brand),
    Kind(
        "size_guide",
        "size guides",
        current_state.read_size_guides,
        record_writers.write_size_guide,
        record_writers.delete_size_guide,
    ),
    Kind("category", "categories", current_state.read_categories, record_writers.write_category),
)
AFTER_PRODUCTS = (
    Kind(
        "tax_class",
        "tax classes",
        current_state.read_tax_classes,
        record_writers.write_tax_class,
        record_writers.delete_tax_class,
    ),
    Kind(
        "automatic_discount",
        "automatic discounts",
        current_state.read_automatic_discounts,
        record_writers.write_automatic_discount,
        record_writers.delete_automatic_discount,
    ),
    Kind(
        "sale",
        "sales",
        current_state.read_sales,
        record_writers.write_sale,
        record_writers.delete_sale,
    ),
    Kind(
        "collection",
        "collections",
        current_state.read_collections,
        record_writers.write_collection,
        record_writers.delete_collection,
    ),
    Kind(
        "slider",
        "banners",
        current_state.read_sliders,
        record_writers.write_slider,
        record_writers.delete_slider,
    ),
    Kind(
        "section",
        "sections",
        current_state.read_sections,
        record_writers.write_section,
        record_writers.delete_section,
    ),
    Kind(
        "email_text",
        "texts of emails",
        current_state.read_email_texts,
        record_writers.write_email_text,
        record_writers.delete_email_text,
    ),
    Kind("page", "pages", current_state.read_pages, record_writers.write_page),
    Kind("blog", "articles", current_state.read_blogs, record_writers.write_blog),
    Kind(
        "review",
        "reviews",
        current_state.read_reviews,
        record_writers.add_review_record,
        insert_only=True,
    ),
    Kind(
        "question",
        "questions",
        current_state.read_questions,
        record_writers.add_question_record,
        insert_only=True,
    ),
    Kind(
        "past_order",
        "past orders",
        current_state.read_past_orders,
        record_writers.add_past_order_record,
        insert_only=True,
    ),
)
LAYOUTS = (
    Kind("home_page", "home page", current_layouts.read_home_page, layout_writers.write_home_page),
    Kind("menus", "menus", current_layouts.read_menus, layout_writers.write_menus),
    Kind(
        "announcement",
        "announcement bar",
        current_layouts.read_announcement,
        layout_writers.write_announcement,
    ),
)
"""Last, for they name records of other kinds."""
