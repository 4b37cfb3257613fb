"""The format of a shop's files: one class for each table of TOML, read strictly.

A record also says how the present shop is: both are compared and written by it. A picture's `file` is a
path beside the file that names it; once stored it is the path that `core.media` gave out.
"""

from __future__ import annotations

from stallage.declaration.records.base import Placed, Record
from stallage.declaration.records.catalogue import (
    Attribute,
    Brand,
    Category,
    GiftCard,
    Product,
    ProductImage,
    Sku,
)
from stallage.declaration.records.home import Sale, Section, Slider, Tile
from stallage.declaration.records.shop import (
    Company,
    Delivery,
    PostalAddress,
    PromoCode,
    ShopSettings,
    SocialLink,
    Tax,
)
from stallage.declaration.records.texts import Answer, Blog, Faq, Page, Question, Review

__all__ = [
    "LISTS",
    "TABLES",
    "Answer",
    "Attribute",
    "Blog",
    "Brand",
    "Category",
    "Company",
    "Delivery",
    "Faq",
    "GiftCard",
    "Page",
    "Placed",
    "PostalAddress",
    "Product",
    "ProductImage",
    "PromoCode",
    "Question",
    "Record",
    "Review",
    "Sale",
    "Section",
    "ShopSettings",
    "Sku",
    "Slider",
    "SocialLink",
    "Tax",
    "Tile",
]

TABLES: dict[str, type[Record]] = {"settings": ShopSettings, "company": Company}
"""What stands once in a shop's files, such as `[company]`."""

LISTS: dict[str, type[Record]] = {
    "delivery": Delivery,
    "tax": Tax,
    "promo_code": PromoCode,
    "category": Category,
    "brand": Brand,
    "attribute": Attribute,
    "product": Product,
    "sale": Sale,
    "slider": Slider,
    "section": Section,
    "faq": Faq,
    "review": Review,
    "question": Question,
}
"""What stands any number of times, such as `[[delivery]]`."""
