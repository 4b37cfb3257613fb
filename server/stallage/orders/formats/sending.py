"""Packing slips, pick lists and address labels as PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from babel import Locale

from stallage.core.dates import format_day
from stallage.core.json_types import JsonObject
from stallage.core.typesetting import typeset
from stallage.orders.rules.barcodes import code_128
from stallage.orders.rules.packing_list import address_lines
from stallage.orders.rules.sending import (
    lines_to_pack,
    printable,
    printable_lines,
    recipient_lines,
    units_to_pick,
)
from stallage.orders.schemas import OrderDetails
from stallage.settings import Settings

TEMPLATES = Path(__file__).parents[1] / "templates"
# Countries that use the paper size "us-letter". All others use A4.
NORTH_AMERICAN_PAPER = frozenset({"US", "CA", "MX", "CL", "CO", "PH"})

LabelFormat = Literal["a4", "4x6"]
LABELS_ON_SHEET = 8
"""Labels of 99.1 × 67.7 mm on an A4 sheet."""


def _page(settings: Settings, at: datetime) -> JsonObject:
    local = at.astimezone(ZoneInfo(settings.time_zone))
    return {
        "paper": "us-letter" if settings.country in NORTH_AMERICAN_PAPER else "a4",
        "language": settings.locale.partition("-")[0],
        "printed": format_day(local, settings.locale),
    }


def _country(settings: Settings, code: str) -> str:
    names = Locale.parse(settings.locale.replace("-", "_")).territories
    return str(names.get(code, code))


def _address(order: OrderDetails, settings: Settings) -> list[str]:
    if order.address is None:
        return []
    return recipient_lines(order.address, _country(settings, order.address.country))


def _slip(order: OrderDetails, settings: Settings, parcel_id: str | None) -> JsonObject:
    placed = order.placed_at.astimezone(ZoneInfo(settings.time_zone))
    phone = (order.address and order.address.phone) or order.contact.phone or ""
    return {
        "number": order.order_id,
        "barcode": code_128(order.order_id),
        "placed": format_day(placed, settings.locale),
        "parcel": parcel_id or "",
        "delivery": printable(order.shipping_method.name if order.shipping_method else ""),
        "to": _address(order, settings),
        "phone": printable(phone),
        "lines": [asdict(line) for line in lines_to_pack(order, parcel_id)],
        "note": printable_lines(order.delivery_note),
        "gift_wrap": printable(order.gift_wrap.name) if order.gift_wrap else "",
        "gift_message": printable_lines(order.gift_message),
    }


async def packing_slips(
    orders: Sequence[OrderDetails],
    settings: Settings,
    at: datetime,
    *,
    shop_name: str,
    parcel_id: str | None = None,
) -> bytes:
    """A packing slip for each order, without prices. With `parcel_id`, the contents of that parcel."""
    page = _page(settings, at) | {
        "shop": printable(shop_name),
        "slips": [_slip(order, settings, parcel_id) for order in orders],
    }
    return await typeset(TEMPLATES / "packing_slips.typ", page, at)


async def pick_list(orders: Sequence[OrderDetails], settings: Settings, at: datetime) -> bytes:
    """One list of all units to fetch for these orders, by SKU."""
    picked = units_to_pick(orders)
    page = _page(settings, at) | {
        "orders": len(orders),
        "units": sum(one.quantity for one in picked),
        "rows": [
            {**asdict(one), "orders": [f"{number} × {units}" for number, units in one.orders]}
            for one in picked
        ],
    }
    return await typeset(TEMPLATES / "pick_list.typ", page, at)


async def address_labels(
    orders: Sequence[OrderDetails],
    settings: Settings,
    at: datetime,
    *,
    layout: LabelFormat,
    sender: Sequence[str],
    skip: int = 0,
) -> bytes:
    """Address labels: eight on an A4 sheet, whose first `skip` are used up, or one on 4 × 6 inches."""
    page = _page(settings, at) | {
        "layout": layout,
        "skip": skip if layout == "a4" else 0,
        "sender": printable(", ".join(sender)),
        "labels": [
            {
                "to": _address(order, settings),
                "number": order.order_id,
                "delivery": printable(order.shipping_method.name if order.shipping_method else ""),
                "phone": printable(order.address.phone or "") if order.address else "",
                "note": printable(order.delivery_note or ""),
            }
            for order in orders
            if order.address is not None and address_lines(order.address)
        ],
    }
    return await typeset(TEMPLATES / "address_labels.typ", page, at)
