"""The sandbox's hosted page, where a tester chooses the outcome of a payment."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from stallage.core.db import Connection, Reading, Transaction
from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.core.runtime import runtime_of
from stallage.payments.providers.sandbox import ledger
from stallage.payments.providers.sandbox.delivery import enqueue_webhook

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

router = APIRouter(prefix="/payments/sandbox", include_in_schema=False)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


async def _session(request: Request, connection: Connection, session: str) -> ledger.Session:
    """Return the session of the page. Raises NotFound, in a live shop always."""
    runtime = runtime_of(request)
    live = runtime.settings.payment_gateway_mode == 1
    known = None if live or "\x00" in session else await ledger.session_by_id(connection, session)
    if known is None:
        raise NotFound
    return known


@router.get("/{session}")
async def show(request: Request, session: str, connection: Reading) -> Response:
    """Show the page."""
    known = await _session(request, connection, session)
    currency = Currency.of(known.currency)
    html = (
        _environment()
        .get_template("session.html")
        .render(session=known, amount=currency.format(known.amount))
    )
    # The form redirects to the shop's public address, which may differ from the requested one.
    back = "{0.scheme}://{0.netloc}".format(urlsplit(known.return_url))
    headers = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": f"{POLICY}; form-action 'self' {back}",
        "Referrer-Policy": "no-referrer",
        "X-Frame-Options": "DENY",
    }
    return HTMLResponse(html, headers=headers)


@router.post("/{session}")
async def act(
    request: Request,
    session: str,
    connection: Transaction,
    choice: Annotated[str, Form()] = "",
    card: Annotated[str, Form(max_length=40)] = "",
) -> Response:
    """Apply the choice and redirect the shopper to the shop, which gets a webhook event."""
    known = await _session(request, connection, session)
    match choice:
        case "pay" | "pay-twice":
            if await ledger.move(connection, known.id, "paid", card):
                times = 2 if choice == "pay-twice" else 1
                await enqueue_webhook(connection, known.id, "payment.paid", times=times)
        case "pay-unheard":
            await ledger.move(connection, known.id, "paid", card)
        case "decline":
            if await ledger.move(connection, known.id, "declined"):
                await enqueue_webhook(connection, known.id, "payment.declined")
        case "pay-late":
            await ledger.pay_after_end(connection, known.id)
        case "close":
            pass
        case _:
            return RedirectResponse(f"/payments/sandbox/{known.id}", status_code=303)
    return RedirectResponse(known.return_url, status_code=303)
