"""Changes of the cart in the cookie, checked by the API as those of a guest with a script."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request

from stallage.cart.errors import TooManyLines
from stallage.cart.rules.cookie_text import Units, fits, sku_ids_of
from stallage.cart.rules.lines import BLOCKING, MAX_QUANTITY, MESSAGES
from stallage.core.validation import message
from stallage.no_script.api import ApiResult, call_api
from stallage.no_script.forms import Form, whole_number

MAX_ID = 2**53 - 1


@dataclass(frozen=True, slots=True)
class CartChange:
    """The cart after a change; or the same as before, with the reason."""

    units: dict[int, int]
    status: int = 200
    problem: str = ""
    """For the visitor; empty if the cart was changed."""


async def list_cart(request: Request, units: Units) -> ApiResult:
    """Return the lines of a cart as the API lists them."""
    if not units:
        return ApiResult(200, [])
    return await call_api(request, "POST", "/api/carts/guest", sku_ids_of(units))


async def add_units(request: Request, units: Units, form: Form) -> CartChange:
    """Add `quantity` units, by default one, of the SKU `sku`."""
    sku_id = whole_number(form.get("sku", ""), least=1, most=MAX_ID)
    quantity = whole_number(form.get("quantity") or "1", least=1, most=MAX_QUANTITY)
    if sku_id is None:
        return CartChange(dict(units), 422, "Please choose an option first.")
    if quantity is None:
        return _wrong_quantity(units)
    return await _set_units(request, units, sku_id, units.get(sku_id, 0) + quantity)


async def change_units(request: Request, units: Units, form: Form) -> CartChange:
    """Set the `quantity` of the line `sku`; 0 and the button `remove` remove it."""
    sku_id = whole_number(form.get("sku", ""), least=1, most=MAX_ID)
    if sku_id is None or sku_id not in units:
        # Removed in another tab: the cart is shown as it is.
        return CartChange(dict(units))
    quantity = 0 if "remove" in form else None
    if quantity is None:
        quantity = whole_number(form.get("quantity", ""), least=0, most=MAX_QUANTITY)
    if quantity is None:
        return _wrong_quantity(units)
    if quantity == 0:
        return CartChange({one: count for one, count in units.items() if one != sku_id})
    if quantity <= units[sku_id]:
        # A smaller quantity is always allowed, even of a product that has sold out.
        return CartChange({**units, sku_id: quantity})
    return await _set_units(request, units, sku_id, quantity)


def _wrong_quantity(units: Units) -> CartChange:
    text = message("between", "quantity", min=1, max=MAX_QUANTITY)
    return CartChange(dict(units), 422, text)


async def _set_units(request: Request, units: Units, sku_id: int, quantity: int) -> CartChange:
    if quantity > MAX_QUANTITY:
        return CartChange(dict(units), 409, f"You can buy at most {MAX_QUANTITY} of this item.")
    changed = {**units, sku_id: quantity}
    if not fits(changed):
        return CartChange(dict(units), TooManyLines.status, TooManyLines.message)
    listed = await list_cart(request, {sku_id: quantity})
    if not listed.succeeded:
        return CartChange(dict(units), listed.status, listed.message)
    if not listed.output:
        return CartChange(dict(units), 404, MESSAGES["unavailable"])
    [line] = listed.output
    if line["problem"] in BLOCKING:
        return CartChange(dict(units), 409, line["message"])
    if quantity > line["maxQuantity"]:
        text = f"You can buy at most {line['maxQuantity']} of this item."
        return CartChange(dict(units), 409, text)
    return CartChange(changed)
