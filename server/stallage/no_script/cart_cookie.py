"""The cart of a visitor without a script, in a cookie that the client's script can read.

Its value has the units by SKU id, such as `17x2_9x1`. The client moves them into its own cart and removes
the cookie (`web/src/features/cart/cookieCart.ts`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from fastapi import Request, Response

from stallage.cart.rules.lines import MAX_LINES, MAX_QUANTITY
from stallage.core.runtime import runtime_of

NAME = "guestCart"
MAX_AGE = 60 * 60 * 24 * 90
"""Seconds."""
MAX_LENGTH = 3000
"""Characters of the value; browsers store 4096 bytes of a cookie."""

_LINE = re.compile(r"([1-9][0-9]{0,15})x([1-9][0-9]?)")

Units = Mapping[int, int]
"""Units by SKU id, in the order in which they were added."""


def parse_units(text: str) -> dict[int, int]:
    """Parse the value of the cookie, which visitors can change. What is no line is left out."""
    units: dict[int, int] = {}
    for part in text[:MAX_LENGTH].split("_"):
        line = _LINE.fullmatch(part)
        if line is None or int(line[1]) >= 2**53 or len(units) == MAX_LINES:
            continue
        units[int(line[1])] = min(int(line[2]), MAX_QUANTITY)
    return units


def format_units(units: Units) -> str:
    """Return the value of the cookie."""
    return "_".join(f"{sku_id}x{quantity}" for sku_id, quantity in units.items())


def fits(units: Units) -> bool:
    """Whether a cart is small enough to be stored."""
    return len(units) <= MAX_LINES and len(format_units(units)) <= MAX_LENGTH


def sku_ids_of(units: Units) -> list[int]:
    """Return a cart as the API takes it: each id as often as there are units."""
    return [sku_id for sku_id, quantity in units.items() for _ in range(quantity)]


def read_cart(request: Request) -> dict[int, int]:
    """Return the units in the visitor's cart."""
    return parse_units(request.cookies.get(NAME, ""))


def store_cart(request: Request, response: Response, units: Units) -> None:
    """Set the cookie, or delete it if the cart is empty."""
    is_secure = runtime_of(request).settings.public_url.startswith("https:")
    response.set_cookie(
        NAME,
        format_units(units),
        max_age=MAX_AGE if units else 0,
        path="/",
        secure=is_secure,
        samesite="lax",
    )
