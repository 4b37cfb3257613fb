"""The pages that lead to Razorpay's hosted checkout and back.

The checkout is opened by a form, so a page of the shop comes in between. It contains no script of
Razorpay's, so the shop's pages stay free of third-party code.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast
from urllib.parse import urlsplit

import structlog
from fastapi import APIRouter, Form, Request
from fastapi import Path as PathParameter
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from stallage.core import clock
from stallage.core.db import Connection, Reading, Transaction
from stallage.core.errors import NotFound
from stallage.core.jobs import enqueue
from stallage.core.money import Currency
from stallage.core.runtime import Runtime, runtime_of
from stallage.payments.actions.payment_attempts import PaymentAttempt, attempt_by_public_id
from stallage.payments.errors import ProviderNotSetUp
from stallage.payments.gateway_calls.polling import AttemptToPoll, poll_attempt_soon
from stallage.payments.gateway_calls.starting import return_url
from stallage.payments.providers import provider_of
from stallage.payments.providers.razorpay.page_address import PATH
from stallage.payments.rules.decisions import OPEN
from stallage.shop.queries import company

if TYPE_CHECKING:
    from stallage.payments.providers.razorpay.adapter import Razorpay

log = structlog.get_logger(__name__)

CHECKOUT = "/v1/checkout/embedded"
NAME = "razorpay"

# Submits the form at once, but not after the Back button: the shopper could not leave the checkout.
SCRIPT = """
const way = performance.getEntriesByType("navigation")[0];
if (!way || way.type !== "back_forward") document.forms[0].submit();
"""

router = APIRouter(prefix=PATH, include_in_schema=False)
AttemptId = Annotated[str, PathParameter(max_length=64, pattern="^pay_[0-9a-f]+$")]
Field = Annotated[str, Form(max_length=512)]


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _policy(checkout: str) -> str:
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(checkout))
    # The checkout may redirect to a bank, and browsers apply `form-action` to redirects too.
    return (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none';"
        f" script-src 'sha256-{digest}'; form-action {origin} https:"
    )


def _razorpay(runtime: Runtime) -> Razorpay:
    """Load Razorpay's adapter. Raises NotFound if it is not set up."""
    try:
        return cast("Razorpay", provider_of(runtime, NAME))
    except ProviderNotSetUp as error:
        raise NotFound from error


async def _attempt(runtime: Runtime, connection: Connection, attempt_id: str) -> PaymentAttempt:
    """Return a payment attempt that has a Razorpay order. Raises NotFound."""
    _razorpay(runtime)
    attempt = await attempt_by_public_id(connection, attempt_id)
    if attempt is None or attempt.provider != NAME or attempt.session is None:
        raise NotFound
    return attempt


@router.get("/{attempt_id}")
async def show(request: Request, attempt_id: AttemptId, connection: Reading) -> Response:
    """Lead to the checkout, or back to the order if it can no longer be paid."""
    runtime = runtime_of(request)
    settings = runtime.settings
    attempt = await _attempt(runtime, connection, attempt_id)
    back = return_url(runtime, attempt)
    if attempt.state not in OPEN or attempt.expires_at <= clock.now():
        return RedirectResponse(back, status_code=303)
    shop = await company(connection, settings)
    checkout = settings.razorpay_api_url + CHECKOUT
    html = (
        _environment()
        .get_template("redirect.html")
        .render(
            checkout=checkout,
            script=SCRIPT,
            amount=Currency.of(attempt.currency).format(attempt.amount),
            title=attempt.title,
            back=back,
            fields={
                "key_id": settings.razorpay_key_id,
                "order_id": attempt.session,
                "name": shop.company_name,
                "description": attempt.title,
                "prefill[email]": attempt.email or "",
                "callback_url": f"{settings.public_url}{PATH}/{attempt.public_id}/return",
                "cancel_url": back,
            },
        )
    )
    headers = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": _policy(checkout),
        "Referrer-Policy": "no-referrer",
        "X-Frame-Options": "DENY",
    }
    return HTMLResponse(html, headers=headers)


@router.post("/{attempt_id}/return")
async def return_from_checkout(
    request: Request,
    attempt_id: AttemptId,
    connection: Transaction,
    razorpay_payment_id: Field = "",
    razorpay_signature: Field = "",
) -> Response:
    """Receive the shopper from the checkout and redirect to the order.

    The browser's data does not settle the payment: a job polls Razorpay, and the order's page waits for
    that. With an invalid signature nothing is polled.
    """
    runtime = runtime_of(request)
    attempt = await _attempt(runtime, connection, attempt_id)
    is_valid = not razorpay_payment_id or _razorpay(runtime).is_signed_by_checkout(
        attempt.session or "", razorpay_payment_id, razorpay_signature
    )
    if is_valid:
        payload = AttemptToPoll(attempt_id=attempt.id)
        await enqueue(connection, poll_attempt_soon, payload, deduplication_key=attempt.public_id)
    else:
        log.warning("checkout_signature_refused", attempt=attempt.public_id)
    return RedirectResponse(return_url(runtime, attempt), status_code=303)
