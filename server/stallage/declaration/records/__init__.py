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
    SizeGuide,
    Sku,
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

__all__ = [
    "LISTS",
    "TABLES",
    "Answer",
    "Attribute",
    "AutomaticDiscount",
    "Blog",
    "Brand",
    "Carrier",
    "Category",
    "Collection",
    "CollectionCondition",
    "Company",
    "Delivery",
    "DeliveryBand",
    "DeliveryRate",
    "DeliveryZone",
    "EmailText",
    "Faq",
    "GiftCard",
    "Location",
    "Page",
    "PastOrder",
    "PlacedPicture",
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
    "SizeGuide",
    "Sku",
    "Slider",
    "SocialLink",
    "Tax",
    "TaxClass",
    "Tile",
]

TABLES: dict[str, type[Record]] = {"settings": ShopSettings, "company": Company}
"""Tables that occur at most once in a shop's files, such as `[company]`."""

LISTS: dict[str, type[Record]] = {
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
