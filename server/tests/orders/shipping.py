"""Helpers that ship parcels."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stallage.orders.gateway_calls.shipping import Shipments, ship_order
from stallage.orders.schemas import ParcelChanges, ParcelInput
from tests.returns.factory import Bought
from tests.shop import Shop


def parcel(
    *units: tuple[int, int], number: str = "1Z999AA10123456784", **fields: Any
) -> ParcelInput:
    """A parcel with UPS. Without `units`, as line ids and quantities, everything left."""
    values: dict[str, Any] = {"carrier": "UPS", "tracking_number": number, **fields}
    if units:
        values["lines"] = [{"line_id": line, "quantity": quantity} for line, quantity in units]
    return ParcelInput.model_validate(values)


async def ship(
    shop: Shop, bought: Bought, *units: tuple[int, int], **fields: Any
) -> tuple[str, Shipments]:
    return await ship_order(shop.runtime, bought.order_id, parcel(*units, **fields))


def arrives(day: str) -> ParcelChanges:
    return ParcelChanges.model_validate({"arrives_by": day})


def shipped_of(order: Any) -> Counter[int]:
    """Quantities in parcels by line id."""
    shipped: Counter[int] = Counter()
    for one in order["parcels"]:
        for line in one["lines"]:
            shipped[line["lineId"]] += line["quantity"]
    return shipped


async def listed(shop: Shop, bought: Bought) -> Any:
    page = await shop.output("GET", "/api/orders", headers=bought.shopper.headers)
    return next(one for one in page["items"] if one["orderId"] == bought.order_id)
