"""Delivery zones, and what a method costs for the weight and value of an order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from stallage.pricing.rules.totals import Delivery

Match = Literal["state", "country", "rest_of_world"]


@dataclass(frozen=True, slots=True)
class Zone:
    """The delivery zone of an address."""

    code: str
    name: str
    matched_by: Match
    """The most precise place of the zone that has the address."""


def bands_ascend(bands: Sequence[tuple[int | None, int]]) -> bool:
    """Whether each limit is above the one before, and only the last band has none."""
    limits = [limit for limit, _ in bands]
    known = [limit for limit in limits if limit is not None]
    has_order = all(low < high for low, high in pairwise(known))
    return bool(bands) and None not in limits[:-1] and has_order


def band_price(delivery: Delivery, *, value: int, weight: int) -> int | None:
    """The price of the band that an order falls into; None if it is above the last limit.

    `value` is that of the items after discounts, in minor units; `weight` is in grams. A limit belongs
    to its band.
    """
    measured = weight if delivery.basis == "weight" else value
    for limit, price in delivery.bands:
        if limit is None or delivery.basis == "flat" or measured <= limit:
            return price
    return None


def offered_deliveries(
    deliveries: Sequence[Delivery], *, value: int, weight: int
) -> list[Delivery]:
    """The methods that carry an order, each with the price of its band."""
    offered = []
    for one in deliveries:
        price = band_price(one, value=value, weight=weight) if one.bands else one.price
        if price is not None:
            offered.append(replace(one, price=price))
    return offered
