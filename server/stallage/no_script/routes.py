"""Routes of cart and checkout without a script."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated
from urllib.parse import quote as escape_path
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, FastAPI, Request, Response

from stallage.cart.rules.cookie_text import Units, sku_ids_of
from stallage.core.json_types import JsonObject
from stallage.no_script.api import ApiResult, call_api
from stallage.no_script.cart_cookie import read_cart, store_cart
from stallage.no_script.carts import CartChange, add_units, change_units, list_cart
from stallage.no_script.checkout_form import (
    CheckoutForm,
    CheckoutView,
    form_data,
    format_checkout,
    new_key,
    parse_checkout,
    quote_body,
)
from stallage.no_script.errors import FormRefused
from stallage.no_script.forms import Form, read_form
from stallage.no_script.ordering import Placed, Refused, place, place_text, send_code
from stallage.no_script.pages import PageContent, problem_page, show_page
from stallage.no_script.waiting_order import (
    WaitingOrder,
    read_waiting_order,
    remove_waiting_order,
    store_waiting_order,
)

router = APIRouter(include_in_schema=False)

PREFIX = "/no-script/"
CART = f"{PREFIX}cart"
CHECKOUT = f"{PREFIX}checkout"
LINE = f"{CHECKOUT}/line"
"""Below the checkout's address, where the cookie of a waiting order is sent."""

LEAST_REFRESH_SECONDS = 5
"""Pages with a script look every two seconds near the turn, which would interrupt reading here."""

ENDED = (
    "Your place in line is no longer valid, and your order was not placed. To get another place, press the"
    " button again."
)

FormTexts = Annotated[Form, Depends(read_form)]


async def show_refused_form(request: Request, error: FormRefused) -> Response:
    """Show why a form was not read."""
    return await show_page(request, problem_page(error.status, error.message))


def install(app: FastAPI) -> None:
    """Add the pages to the application."""
    app.include_router(router)
    app.exception_handler(FormRefused)(show_refused_form)


def _see_other(address: str) -> Response:
    return Response(status_code=303, headers={"Location": address, "Cache-Control": "no-store"})


async def _show_cart(
    request: Request, units: Units, *, status: int = 200, problem: str = ""
) -> Response:
    listed = await list_cart(request, units)
    if not listed.succeeded:
        page = problem_page(listed.status, listed.message, retry_after=listed.retry_after)
        return await show_page(request, page)
    data = {"lines": listed.output, "skuIds": sku_ids_of(units), "message": problem}
    return await show_page(
        request, PageContent("cart", "Cart", CART, data, summary=problem, status=status)
    )


async def _after_change(request: Request, change: CartChange) -> Response:
    if change.problem:
        return await _show_cart(request, change.units, status=change.status, problem=change.problem)
    response = _see_other(CART)
    store_cart(request, response, change.units)
    return response


@router.get(CART)
async def show_cart(request: Request) -> Response:
    """The cart, with a form for each line."""
    return await _show_cart(request, read_cart(request))


@router.get(f"{CART}/add")
async def leave_form() -> Response:
    """The address of the form for adding, when it is opened itself."""
    return _see_other(CART)


@router.post(f"{CART}/add")
async def add_to_cart(request: Request, form: FormTexts) -> Response:
    """Add units of a SKU, and show the cart."""
    return await _after_change(request, await add_units(request, read_cart(request), form))


@router.post(CART)
async def change_cart(request: Request, form: FormTexts) -> Response:
    """Change the quantity of a line or remove it, and show the cart."""
    return await _after_change(request, await change_units(request, read_cart(request), form))


async def _quote(request: Request, form: CheckoutForm) -> JsonObject | Response:
    """The quote of a form; a page that says what is wrong if there is none."""
    result = await call_api(
        request, "POST", "/api/checkout/quote", quote_body(form.units, form.texts)
    )
    if result.fields:
        # What was typed is not valid: the form says so when the order is placed.
        body = {"skuIds": sku_ids_of(form.units)}
        result = await call_api(request, "POST", "/api/checkout/quote", body)
    if result.succeeded:
        quoted: JsonObject = result.output
        return quoted
    page = problem_page(result.status, result.message, retry_after=result.retry_after)
    return await show_page(request, page)


async def _show_checkout(
    request: Request, form: CheckoutForm, view: CheckoutView, quoted: JsonObject | None = None
) -> Response:
    if not form.units:
        return _see_other(CART)
    if quoted is None:
        found = await _quote(request, form)
        if isinstance(found, Response):
            return found
        quoted = found
    content = PageContent(
        "checkout",
        "Checkout",
        CHECKOUT,
        form_data(form, view, quoted),
        summary=view.message,
        status=view.status,
        retry_after=view.retry_after,
    )
    return await show_page(request, content)


@router.get(CHECKOUT)
async def show_checkout(request: Request) -> Response:
    """The empty checkout form with the totals of the cart."""
    form = replace(parse_checkout({}), units=read_cart(request), key=new_key())
    return await _show_checkout(request, form, CheckoutView())


@router.post(CHECKOUT)
async def check_out(request: Request, texts: FormTexts) -> Response:
    """Update the totals, send a code, or place the order, by the button that was pressed."""
    form = parse_checkout(texts)
    action = texts.get("action")
    if action not in ("order", "code"):
        return await _show_checkout(request, form, CheckoutView(proof=form.proof))
    if not form.units:
        return _see_other(CART)
    outcome = await (place if action == "order" else send_code)(request, form)
    return await _show_outcome(request, form, outcome)


async def _show_outcome(
    request: Request, form: CheckoutForm, outcome: Placed | Refused
) -> Response:
    if isinstance(outcome, Placed):
        response = _confirm(request, form, outcome)
    else:
        if outcome.line is not None:
            response = _see_other(LINE)
            texts = format_checkout(form, outcome.view.proof)
            ticket = outcome.line["ticket"]
            if store_waiting_order(request, response, WaitingOrder(texts, ticket)):
                return response
        if outcome.needs_new_key:
            form = replace(form, key=new_key())
        response = await _show_checkout(request, form, outcome.view, outcome.quote)
    remove_waiting_order(request, response)
    return response


@router.get(LINE)
async def show_line(request: Request) -> Response:
    """The place of a waiting order in its line. The page loads itself again, until the order is sent."""
    waiting = read_waiting_order(request)
    if waiting is None:
        return _see_other(CHECKOUT)
    form = replace(parse_checkout(waiting.texts), ticket=waiting.ticket)
    found = await call_api(request, "POST", "/api/checkout/line", {"ticket": waiting.ticket})
    if found.status == 404 or (found.succeeded and found.output["state"] == "ended"):
        view = CheckoutView(409, ENDED, proof=form.proof)
        response = await _show_checkout(request, form, view)
        remove_waiting_order(request, response)
        return response
    if found.succeeded and found.output["state"] != "waiting":
        return await _show_outcome(request, form, await place(request, form))
    response = await show_page(request, _line_page(form, found))
    store_waiting_order(request, response, waiting)
    return response


def _line_page(form: CheckoutForm, found: ApiResult) -> PageContent:
    """The page with the place; while the shop cannot tell it, with the reason."""
    if not found.succeeded:
        page = problem_page(found.status, found.message, retry_after=found.retry_after)
        return replace(page, path=LINE, refresh_seconds=2 * LEAST_REFRESH_SECONDS)
    return PageContent(
        "line",
        "You are in line",
        LINE,
        {"place": found.output, "skuIds": sku_ids_of(form.units)},
        summary=place_text(found.output),
        refresh_seconds=max(found.output["pollSeconds"], LEAST_REFRESH_SECONDS),
    )


@router.post(LINE)
async def leave_line(request: Request, _: FormTexts) -> Response:
    """Give the place back, and show the form again."""
    waiting = read_waiting_order(request)
    if waiting is None:
        return _see_other(CHECKOUT)
    await call_api(request, "POST", "/api/checkout/line/leave", {"ticket": waiting.ticket})
    form = parse_checkout(waiting.texts)
    response = await _show_checkout(request, form, CheckoutView(proof=form.proof))
    remove_waiting_order(request, response)
    return response


def _confirm(request: Request, form: CheckoutForm, placed: Placed) -> Response:
    """Lead on to the order's page, so that reloading does not send the form again."""
    address = f"{PREFIX}orders/{escape_path(placed.order_id, safe='')}"
    response = _see_other(f"{address}?{urlencode({'key': placed.key})}")
    cart = read_cart(request)
    rest = {sku_id: count for sku_id, count in cart.items() if sku_id not in form.units}
    store_cart(request, response, rest)
    return response


@router.get(f"{PREFIX}orders/{{order_id}}")
async def show_order(request: Request, order_id: str) -> Response:
    """A placed order, for the guest who has its key."""
    path = f"/api/orders/{escape_path(order_id, safe='')}"
    key = urlencode({"key": request.query_params.get("key", "")})
    result = await call_api(request, "GET", f"{path}?{key}")
    if not result.succeeded:
        status = 404 if result.status in (401, 422) else result.status
        page = problem_page(status, result.message, retry_after=result.retry_after)
        return await show_page(request, page)
    shown = result.output["orderId"]
    return await show_page(
        request,
        PageContent(
            "order",
            f"Order {shown}",
            f"{PREFIX}orders/{escape_path(shown, safe='')}",
            {"order": result.output, "skuIds": sku_ids_of(read_cart(request))},
            summary=f"Your order {shown} has been placed.",
        ),
    )
