"""Who looks at a record: its kinds, and how long a heartbeat counts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal

RecordKind = Literal[
    "order",
    "customer",
    "ticket",
    "return",
    "draft",
    "product",
    "promotion",
    "discount",
    "sale",
    "collection",
    "slider",
    "feature-section",
    "page",
    "article",
    "email",
    "redirect",
    "layout",
    "theme",
    "settings",
    "size-guide",
    "low-levels",
    "brand",
    "filters",
]
"""`layout` is a part of the storefront, such as `home`; `settings` a page of them, such as `taxes`, or a
plug-in's. The FAQs are a `page`, and all low-stock levels are one record, as all
filters are."""

PERMISSIONS: Mapping[RecordKind, str] = {
    "order": "orders.read",
    "customer": "customers.read",
    "ticket": "support.read",
    "return": "returns.read",
    "draft": "orders.create",
    "product": "products.read",
    "promotion": "promotions.read",
    "discount": "promotions.read",
    "sale": "promotions.read",
    "collection": "products.read",
    "slider": "content.read",
    "feature-section": "content.read",
    "page": "content.read",
    "article": "content.read",
    "email": "content.read",
    "redirect": "content.read",
    "layout": "content.read",
    "theme": "settings.read",
    "settings": "settings.read",
    "size-guide": "products.read",
    "low-levels": "stock.read",
    "brand": "products.read",
    "filters": "products.read",
}
"""What allows an operator to see such records, and so who else looks at them."""

HEARTBEAT_SECONDS = 30
COUNTS_FOR = timedelta(seconds=HEARTBEAT_SECONDS * 2.5)
"""A heartbeat that is late once does not make a person disappear."""
FORGOTTEN_AFTER = timedelta(minutes=10)
