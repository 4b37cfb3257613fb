"""Places the order of a checkout form, with the code that confirms the contact where one is needed."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request

from stallage.checkout.errors import ContactUnproven
from stallage.core.json_types import JsonObject
from stallage.core.runtime import runtime_of
from stallage.no_script.api import ApiResult, call_api
from stallage.no_script.checkout_form import (
    CheckoutForm,
    CheckoutView,
    more_problems,
    order_body,
    own_names,
)

INVALID = "invalid_fields"
KEY_REUSED = "idempotency_key_reused"
ALREADY_PLACED = (
    "This form has been used for an order already. To place another one, check everything and press the"
    " button again."
)
PRESS_AGAIN = "Please press the button again then. You keep your place."
CODE_FIELDS = ("otp", "email", "phone")


@dataclass(frozen=True, slots=True)
class Placed:
    """An order that was placed, now or by an earlier request with the same form."""

    order_id: str
    key: str
    """Lets the guest see it."""


@dataclass(frozen=True, slots=True)
class Refused:
    """An order that was not placed."""

    view: CheckoutView
    quote: JsonObject | None = None
    """The new quote, if the API sent one."""
    needs_new_key: bool = False
    line: JsonObject | None = None
    """The place in line, if the order has to wait."""


async def place(request: Request, form: CheckoutForm) -> Placed | Refused:
    """Place the order. Sending the same form again returns the same order."""
    result = await _order(request, form, form.proof)
    if result.code != ContactUnproven.code:
        return _outcome(request, form, result)
    if not form.code:
        return await send_code(request, form)
    verified = await call_api(
        request,
        "POST",
        "/api/checkout/contact/validate",
        {**form.contact, "otp": form.code},
    )
    if verified.succeeded:
        proof = verified.output["contactProof"]
        return _outcome(request, form, await _order(request, form, proof), proof)
    # A second click uses the code again, when the first has already placed the order.
    again = await _order(request, form, form.proof)
    if again.succeeded:
        return _outcome(request, form, again)
    return Refused(_code_view(verified))


async def _order(request: Request, form: CheckoutForm, proof: str) -> ApiResult:
    return await call_api(
        request,
        "POST",
        "/api/orders",
        order_body(form, proof),
        key=f"no-script-{form.key}",
        ticket=form.ticket,
    )


async def send_code(request: Request, form: CheckoutForm) -> Refused:
    """Send a code to the contact, and ask for it."""
    sent = await call_api(request, "POST", "/api/checkout/contact/request", form.contact)
    if sent.succeeded:
        return Refused(CheckoutView(422, ContactUnproven.message, asks_code=True))
    return Refused(_code_view(sent))


def _code_view(result: ApiResult) -> CheckoutView:
    named = own_names(result.fields)
    problems = {"code" if name == "otp" else name: text for name, text in named.items()}
    message = "" if problems else result.message
    return CheckoutView(
        result.status, message, problems, asks_code=True, retry_after=result.retry_after
    )


def place_text(line: JsonObject) -> str:
    """Say where the shopper is in line."""
    return (
        f"You are in line. Shoppers ahead of you: {line['ahead']}. Your turn comes in about"
        f" {line['seconds']} seconds. Your order is not placed yet."
    )


def _outcome(
    request: Request, form: CheckoutForm, result: ApiResult, proof: str = ""
) -> Placed | Refused:
    if result.succeeded:
        return Placed(result.output["orderId"], result.output["key"])
    fields = dict(result.fields)
    if result.code == INVALID:
        fields = {**more_problems(form, runtime_of(request).settings), **fields}
    problems = own_names(fields)
    if result.code == "shipping_method_unavailable":
        problems["shippingMethod"] = result.message
    if result.code == "promo_refused":
        problems["promoCode"] = result.message
    text = ALREADY_PLACED if result.code == KEY_REUSED else result.message
    if result.line is not None:
        # Sending the form again uses the same place.
        text = f"{place_text(result.line)} {PRESS_AGAIN}"
    view = CheckoutView(
        result.status,
        text,
        problems,
        proof=proof or form.proof,
        retry_after=result.retry_after,
    )
    return Refused(view, result.quote, needs_new_key=result.code == KEY_REUSED, line=result.line)
