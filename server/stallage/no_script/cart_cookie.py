"""The cart of a visitor without a script, in a cookie that the client's script can read.

The client moves its units into its own cart and removes the cookie (`web/src/features/cart/cookieCart.ts`).
"""

from __future__ import annotations

from fastapi import Request, Response

from stallage.cart.rules.cookie_text import Units, format_units, parse_units
from stallage.core.runtime import runtime_of

NAME = "guestCart"
MAX_AGE = 60 * 60 * 24 * 90
"""Seconds."""


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
