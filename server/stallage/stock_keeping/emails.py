"""The email about items that have fallen to their low-stock level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from stallage.core.email_catalog import Email, register
from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.settings import Settings
from stallage.stock_keeping.drafts import LowItem

TEMPLATES = Path(__file__).with_name("templates")
MAX_ITEMS = 50
"""Items that an email names. The list in the back office has them all."""


def low_stock_email(
    to: str,
    items: Sequence[LowItem],
    count: int,
    *,
    message_key: str,
    shop_name: str,
    shop_url: str,
) -> Message:
    """Return the email about `count` items, of which `items` are named.

    A message that a crash makes the job send again has the same Message-ID, so mail programs show it once.
    """
    shop = shop_url.rstrip("/")
    message = render_email(
        TEMPLATES,
        "low_stock",
        to=to,
        email=LOW_STOCK,
        values={"items": "1 item" if count == 1 else f"{count} items"},
        kind="low_stock",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"skus": [one.sku_id for one in items], "count": count},
        items=items,
        more=count - len(items),
        item_address=f"{shop}/backoffice/stock/skus",
        address=f"{shop}/backoffice/stock?show=low",
        rules_address=f"{shop}/backoffice/stock/low-levels",
    )
    host = urlsplit(shop_url).hostname or "localhost"
    return replace(message, headers={"Message-ID": f"<low-stock-{message_key}@{host}>"})


def _sample(settings: Settings, shop_name: str) -> Message:
    items = [
        LowItem(1, "Everyday mug, Sand", "MUG-SAND", 0, 5, None),
        LowItem(2, "Desk lamp", "LAMP-1", 7, 8, "Lighting"),
    ]
    return low_stock_email(
        "operator@example.com",
        items,
        len(items),
        message_key="sample",
        shop_name=shop_name,
        shop_url=settings.public_url,
    )


LOW_STOCK = Email(
    "low_stock",
    "Low stock",
    "When items fall to their low-stock level, at most once an hour or once a day.",
    sample=_sample,
    texts={
        "subject": "Low stock: {items}",
        "heading": "Stock is low",
        "intro": "Since the last email about it, {items} fell to the low-stock level.",
        "button": "See what is low",
    },
    placeholders={"items": "Number of items, such as “3 items”"},
    audience="operators",
)
register(LOW_STOCK)
