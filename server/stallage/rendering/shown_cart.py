"""The cart that a guest's browser sends with a request for the cart's page, so that the page comes complete.

The client writes the cookie for that page alone (`web/src/features/cart/shownCart.ts`).
"""

from __future__ import annotations

from fastapi import Request

from stallage.cart.rules.cookie_text import parse_units, sku_ids_of

COOKIE = "shownCart"
CART = "/cart"


def read_shown_cart(request: Request) -> list[int]:
    """Return the SKU ids of the cart, each as often as there are units; none for other pages."""
    if request.scope["path"] != CART:
        return []
    return sku_ids_of(parse_units(request.cookies.get(COOKIE, "")))
