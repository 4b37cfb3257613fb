"""The format of a shop's files: one class per TOML table, validated strictly.

Records also represent the current shop, to compare and export it. A picture's `file` is a path relative
to the TOML file; after storing it is the media path.
"""

from __future__ import annotations

from stallage.declaration.records.base import PlacedPicture, Record
from stallage.declaration.records.catalogue import (
    Attribute,
    Brand,
    Category,
    GiftCard,
    Product,
    ProductImage,
    ProductVideo,
    SizeGuide,
    Sku,
    SpinFrame,
)
from stallage.declaration.records.discounts import AutomaticDiscount
from stallage.declaration.records.home import (
    Collection,
    CollectionCondition,
    Sale,
    Section,
    Slider,
    Tile,
)
from stallage.declaration.records.layouts import (
    Announcement,
    FooterColumn,
    HeaderLink,
    HomePage,
    HomeSection,
    Link,
    MenuLink,
    Menus,
    Slide,
)
from stallage.declaration.records.shop import (
    Carrier,
    Company,
    Delivery,
    DeliveryBand,
    DeliveryRate,
    DeliveryZone,
    Location,
    PostalAddress,
    PromoCode,
    ShopSettings,
    SocialLink,
    Tax,
    TaxClass,
)
from stallage.declaration.records.texts import (
    Answer,
    Blog,
    EmailText,
    Faq,
    Page,
    PastOrder,
    Question,
    Review,
)
from stallage.declaration.records.themes import Colours, Theme

__all__ = [
    "LISTS",
    "TABLES",
    "Announcement",
    "Answer",
    "Attribute",
    "AutomaticDiscount",
    "Blog",
    "Brand",
    "Carrier",
    "Category",
    "Collection",
    "CollectionCondition",
    "Colours",
    "Company",
    "Delivery",
    "DeliveryBand",
    "DeliveryRate",
    "DeliveryZone",
    "EmailText",
    "Faq",
    "FooterColumn",
    "GiftCard",
    "HeaderLink",
    "HomePage",
    "HomeSection",
    "Link",
    "Location",
    "MenuLink",
    "Menus",
    "Page",
    "PastOrder",
    "PlacedPicture",
    "PostalAddress",
    "Product",
    "ProductImage",
    "ProductVideo",
    "PromoCode",
    "Question",
    "Record",
    "Review",
    "Sale",
    "Section",
    "ShopSettings",
    "SizeGuide",
    "Sku",
    "Slide",
    "Slider",
    "SocialLink",
    "SpinFrame",
    "Tax",
    "TaxClass",
    "Theme",
    "Tile",
]

TABLES: dict[str, type[Record]] = {
    "settings": ShopSettings,
    "company": Company,
    "home_page": HomePage,
    "menus": Menus,
    "announcement": Announcement,
}
"""Tables that occur at most once in a shop's files, such as `[company]`."""

LISTS: dict[str, type[Record]] = {
    "theme": Theme,
    "delivery_zone": DeliveryZone,
    "delivery": Delivery,
    "carrier": Carrier,
    "location": Location,
    "tax": Tax,
    "tax_class": TaxClass,
    "promo_code": PromoCode,
    "automatic_discount": AutomaticDiscount,
    "size_guide": SizeGuide,
    "category": Category,
    "brand": Brand,
    "attribute": Attribute,
    "product": Product,
    "sale": Sale,
    "collection": Collection,
    "slider": Slider,
    "section": Section,
    "faq": Faq,
    "email_text": EmailText,
    "review": Review,
    "question": Question,
    "past_order": PastOrder,
}
"""Tables that occur any number of times, such as `[[delivery]]`."""
