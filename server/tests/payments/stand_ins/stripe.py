"""Stripe on loopback: Checkout Sessions, refunds, signed events."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl

import orjson
import stripe
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from stallage.core import clock
from tests.payments.stand_ins.serving import StandIn, served

KEY = "sk_test_0123456789abcdefghijkl"
WEBHOOK_SECRET = "whsec_0123456789abcdefghijkl"

Json = dict[str, Any]


def _error(
    code: str, text: str, status: int = 400, kind: str = "invalid_request_error"
) -> Response:
    error = {"type": kind, "code": code, "message": text}
    return JSONResponse({"error": error}, status_code=status)


class StripeStandIn(StandIn):
    """Stripe on loopback."""

    def __init__(self) -> None:
        super().__init__()
        self.sessions: dict[str, Json] = {}
        self.refunds: dict[str, Json] = {}
        self.cards: dict[str, str] = {}
        """The fingerprint of the card of a session."""
        self.opened: list[dict[str, str]] = []
        """The parameters of each session that was opened."""
        self._responses: dict[str, tuple[dict[str, str], Json]] = {}
        self._intents: dict[str, str] = {}

    def error(self, code: str, text: str) -> Response:
        return _error(code, text)

    def app(self) -> Starlette:
        """Build the application."""
        return Starlette(
            routes=[
                Route("/v1/checkout/sessions", self.faulty(self._open), methods=["POST"]),
                Route("/v1/checkout/sessions", self.faulty(self._list), methods=["GET"]),
                Route("/v1/checkout/sessions/{id}", self.faulty(self._show)),
                Route(
                    "/v1/checkout/sessions/{id}/expire", self.faulty(self._end), methods=["POST"]
                ),
                Route("/v1/refunds", self.faulty(self._refund), methods=["POST"]),
                Route("/v1/refunds", self.faulty(self._refunds), methods=["GET"]),
            ]
        )

    def _authenticate(self, request: Request) -> Response | None:
        if request.headers.get("authorization") != f"Bearer {KEY}":
            return _error("api_key_invalid", "Invalid API Key", 401)
        return None

    async def _parameters(self, request: Request) -> tuple[dict[str, str], Response | None]:
        """Return the parameters, and the first response if the idempotency key was used before."""
        parameters = dict(parse_qsl((await request.body()).decode(), keep_blank_values=True))
        key = request.headers.get("idempotency-key", "")
        known = self._responses.get(key)
        if known is None:
            return parameters, None
        if known[0] != parameters:
            text = "Keys for idempotent requests can only be used with the same parameters."
            return parameters, _error("idempotency_key_in_use", text, 400, "idempotency_error")
        return parameters, JSONResponse(known[1], headers={"Idempotent-Replayed": "true"})

    def _respond(self, request: Request, parameters: dict[str, str], answer: Json) -> Response:
        key = request.headers.get("idempotency-key")
        if key:
            self._responses[key] = (parameters, dict(answer))
        return JSONResponse(answer)

    async def _open(self, request: Request) -> Response:
        parameters, known = await self._parameters(request)
        error = self._authenticate(request) or known
        if error is not None:
            return error
        price = "line_items[0][price_data]"
        missing = [
            name
            for name in (
                "mode",
                "success_url",
                f"{price}[currency]",
                f"{price}[product_data][name]",
                f"{price}[unit_amount]",
                "line_items[0][quantity]",
            )
            if not parameters.get(name)
        ]
        if missing:
            return _error("parameter_missing", f"Missing required param: {missing[0]}.")
        seconds_left = int(parameters["expires_at"]) - clock.now().timestamp()
        if not 30 * 60 <= seconds_left <= 24 * 3600:
            return _error("parameter_invalid", "expires_at must be in 30 minutes to 24 hours.")
        amount = int(parameters[f"{price}[unit_amount]"])
        if amount < 50 and parameters[f"{price}[currency]"] == "usd":
            return _error("amount_too_small", "The amount must be at least $0.50 usd.")
        self.opened.append(parameters)
        session_id = f"cs_test_{secrets.token_hex(12)}"
        session: Json = {
            "id": session_id,
            "object": "checkout.session",
            "amount_total": amount,
            "currency": parameters[f"{price}[currency]"],
            "client_reference_id": parameters.get("client_reference_id"),
            "customer_details": {"email": parameters.get("customer_email")},
            "expires_at": int(parameters["expires_at"]),
            "livemode": False,
            "metadata": {},
            "mode": "payment",
            "payment_intent": None,
            "payment_status": "unpaid",
            "status": "open",
            "url": f"{self.url}/c/pay/{session_id}",
        }
        self.sessions[session_id] = session
        self._intents[session_id] = parameters["payment_intent_data[metadata][stallage_attempt]"]
        return self._respond(request, parameters, session)

    async def _list(self, request: Request) -> Response:
        error = self._authenticate(request)
        if error is not None:
            return error
        intent = request.query_params["payment_intent"]
        found = [one for one in self.sessions.values() if one["payment_intent"] == intent]
        page = {"object": "list", "url": "/v1/checkout/sessions", "data": found, "has_more": False}
        return JSONResponse(page)

    async def _show(self, request: Request) -> Response:
        session = self.sessions.get(request.path_params["id"])
        error = self._authenticate(request)
        if error is not None:
            return error
        if session is None:
            return _error("resource_missing", "No such checkout.session", 404)
        if request.query_params.get("expand[0]") == "payment_intent.latest_charge":
            return JSONResponse({**session, "payment_intent": self._expanded(session)})
        return JSONResponse(session)

    def _expanded(self, session: Json) -> Json | None:
        if session["payment_intent"] is None:
            return None
        card = self.cards.get(session["id"])
        details: Json = {"type": "link"} if card is None else {"card": {"fingerprint": card}}
        charge = {"id": "ch_1", "object": "charge", "payment_method_details": details}
        return {
            "id": session["payment_intent"],
            "object": "payment_intent",
            "latest_charge": charge,
        }

    async def _end(self, request: Request) -> Response:
        session = self.sessions.get(request.path_params["id"])
        if session is None:
            return _error("resource_missing", "No such checkout.session", 404)
        if session["status"] != "open":
            return _error("", "Only Checkout Sessions with a status in [open] can be expired.")
        session.update(status="expired", url=None)
        return JSONResponse(session)

    async def _refund(self, request: Request) -> Response:
        parameters, known = await self._parameters(request)
        error = self._authenticate(request) or known
        if error is not None:
            return error
        paid = next(
            (
                one
                for one in self.sessions.values()
                if one["payment_intent"] == parameters["payment_intent"] and one["payment_intent"]
            ),
            None,
        )
        if paid is None:
            return _error("resource_missing", "No such payment_intent", 404)
        back = sum(
            one["amount"]
            for one in self.refunds.values()
            if one["payment_intent"] == paid["payment_intent"]
        )
        if back + int(parameters["amount"]) > paid["amount_total"]:
            return _error("charge_already_refunded", "Refund is greater than unrefunded amount.")
        refund: Json = {
            "id": f"re_{secrets.token_hex(12)}",
            "object": "refund",
            "amount": int(parameters["amount"]),
            "payment_intent": parameters["payment_intent"],
            "status": "succeeded",
            "metadata": {"stallage_refund": parameters["metadata[stallage_refund]"]},
        }
        self.refunds[refund["id"]] = refund
        return self._respond(request, parameters, refund)

    async def _refunds(self, request: Request) -> Response:
        error = self._authenticate(request)
        if error is not None:
            return error
        query = request.query_params
        refunds = [
            one for one in self.refunds.values() if one["payment_intent"] == query["payment_intent"]
        ]
        refunds.reverse()
        if after := query.get("starting_after"):
            refunds = refunds[[one["id"] for one in refunds].index(after) + 1 :]
        limit = int(query.get("limit", "10"))
        page = {"object": "list", "url": "/v1/refunds", "data": refunds[:limit]}
        return JSONResponse({**page, "has_more": len(refunds) > limit})

    def forget_keys(self) -> None:
        """Forget all idempotency keys, as after a day."""
        self._responses.clear()

    # Actions of shoppers and banks.

    def pay(self, session: str) -> None:
        """Pay a session. Raises AssertionError unless it is open."""
        known = self.sessions[session]
        if known["status"] != "open":
            raise AssertionError(f"a session that is {known['status']} cannot be paid")
        known.update(
            status="complete",
            payment_status="paid",
            payment_intent=f"pi_{secrets.token_hex(12)}",
            url=None,
        )

    def wait_for_bank(self, session: str) -> None:
        """Pay a session with a method whose money arrives later."""
        self.pay(session)
        self.sessions[session]["payment_status"] = "unpaid"

    def event(self, kind: str, session: str, event_id: str | None = None) -> bytes:
        """Serialise an event about a session or its payment."""
        about = dict(self.sessions.get(session) or {"id": session, "object": "checkout.session"})
        about.setdefault("payment_status", "paid")
        about.setdefault("status", "complete")
        if kind.startswith("payment_intent."):
            about = {
                "id": "pi_declined",
                "object": "payment_intent",
                "metadata": {"stallage_attempt": self._intents[session]},
            }
        return self.raw_event(kind, about, event_id)

    def raw_event(self, kind: str, about: Json, event_id: str | None = None) -> bytes:
        """Serialise an event of any kind."""
        return orjson.dumps(
            {
                "id": event_id or f"evt_{secrets.token_hex(12)}",
                "object": "event",
                "api_version": "2026-01-01",
                "created": int(clock.now().timestamp()),
                "livemode": False,
                "type": kind,
                "data": {"object": about},
            }
        )

    def sign(
        self, body: bytes, secret: str = WEBHOOK_SECRET, *, seconds_ago: int = 0
    ) -> dict[str, str]:
        """Return the headers of an event."""
        moment = int(clock.now().timestamp()) - seconds_ago
        header = stripe.WebhookSignature.generate_signature_header(body.decode(), secret, moment)
        return {"Stripe-Signature": header, "Content-Type": "application/json; charset=utf-8"}


@asynccontextmanager
async def stripe_on_loopback() -> AsyncIterator[StripeStandIn]:
    """Start a Stripe stand-in."""
    stand_in = StripeStandIn()
    async with served(stand_in.app()) as url:
        stand_in.url = url
        yield stand_in
