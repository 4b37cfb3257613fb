"""The way to Razorpay's hosted checkout and back.

The checkout is reached by a form, so a page of the shop's own stands in between. It holds no script of
Razorpay's: the shop's pages stay free of foreign code.
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
from stallage.payments.actions.payment_attempts import Attempt, attempt_named
from stallage.payments.gateway_calls.polling import AttemptToAsk, ask_when_free
from stallage.payments.gateway_calls.starting import return_url
from stallage.payments.providers import ProviderNotSetUp, provider_of
from stallage.payments.rules import OPEN
from stallage.shop.queries import company

if TYPE_CHECKING:
    from stallage.payments.providers.razorpay.adapter import Razorpay

log = structlog.get_logger(__name__)

PATH = "/payments/razorpay"
CHECKOUT = "/v1/checkout/embedded"
NAME = "razorpay"

# Goes on at once, but not for who comes back by the browser's Back: that would be a trap.
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
    # The checkout may lead on to a bank, and browsers hold a form to its whole way.
    return (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none';"
        f" script-src 'sha256-{digest}'; form-action {origin} https:"
    )


def _razorpay(runtime: Runtime) -> Razorpay:
    """Razorpay, loaded now. Raises NotFound where the shop does not know it."""
    try:
        return cast("Razorpay", provider_of(runtime, NAME))
    except ProviderNotSetUp as error:
        raise NotFound from error


async def _attempt(runtime: Runtime, connection: Connection, attempt_id: str) -> Attempt:
    """An attempt that Razorpay knows. Raises NotFound."""
    _razorpay(runtime)
    attempt = await attempt_named(connection, attempt_id)
    if attempt is None or attempt.provider != NAME or attempt.session is None:
        raise NotFound
    return attempt


@router.get("/{attempt_id}")
async def show(request: Request, attempt_id: AttemptId, connection: Reading) -> Response:
    """Leads on to the checkout; back to the order where it cannot be paid any more."""
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
        .get_template("leading_on.html")
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
async def come_back(
    request: Request,
    attempt_id: AttemptId,
    connection: Transaction,
    razorpay_payment_id: Field = "",
    razorpay_signature: Field = "",
) -> Response:
    """Where the checkout sends the shopper back to.

    What the browser brings settles nothing: Razorpay is asked, in the background, and the order's page
    waits for that. A signature that is not Razorpay's is not worth asking for.
    """
    runtime = runtime_of(request)
    attempt = await _attempt(runtime, connection, attempt_id)
    is_good = not razorpay_payment_id or _razorpay(runtime).vouches_for(
        attempt.session or "", razorpay_payment_id, razorpay_signature
    )
    if is_good:
        wanted = AttemptToAsk(attempt_id=attempt.id)
        await enqueue(connection, ask_when_free, wanted, deduplication_key=attempt.public_id)
    else:
        log.warning("checkout_signature_refused", attempt=attempt.public_id)
    return RedirectResponse(return_url(runtime, attempt), status_code=303)
