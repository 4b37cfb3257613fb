"""Razorpay on loopback: orders, payments, refunds, signed events and checkout responses."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import orjson
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from stallage.core import clock
from tests.payments.stand_ins.serving import StandIn, served

KEY_ID = "rzp_test_0123456789abcd"
KEY_SECRET = "razorpaysecret0123456789"
WEBHOOK_SECRET = "razorpayhook0123456789"

Json = dict[str, Any]


def _error(text: str, status: int = 400) -> Response:
    error = {"code": "BAD_REQUEST_ERROR", "description": text, "source": "business"}
    return JSONResponse({"error": error}, status_code=status)


def _collection(items: list[Json]) -> Response:
    return JSONResponse({"entity": "collection", "count": len(items), "items": items})


def _signature(secret: str, text: bytes) -> str:
    return hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()


class RazorpayStandIn(StandIn):
    """Razorpay on loopback."""

    def __init__(self) -> None:
        super().__init__()
        self.orders: dict[str, Json] = {}
        self.payments: dict[str, Json] = {}
        self.refunds: dict[str, Json] = {}
        self.opened: list[Json] = []
        """The parameters of each order that was opened."""
        self._responses: dict[str, tuple[Json, str]] = {}

    def error(self, code: str, text: str) -> Response:
        return _error(text)

    def app(self) -> Starlette:
        """Build the application."""
        return Starlette(
            routes=[
                Route("/v1/orders", self.faulty(self._open), methods=["POST"]),
                Route("/v1/orders", self.faulty(self._find), methods=["GET"]),
                Route("/v1/orders/{id}", self.faulty(self._show)),
                Route("/v1/orders/{id}/payments", self.faulty(self._payments)),
                Route("/v1/payments/{id}/refund", self.faulty(self._refund), methods=["POST"]),
                Route("/v1/payments/{id}/refunds", self.faulty(self._refunds)),
            ]
        )

    def _authenticate(self, request: Request) -> Response | None:
        credentials = base64.b64encode(f"{KEY_ID}:{KEY_SECRET}".encode()).decode()
        if request.headers.get("authorization") != f"Basic {credentials}":
            return _error("Authentication failed", 401)
        return None

    async def _open(self, request: Request) -> Response:
        error = self._authenticate(request)
        if error is not None:
            return error
        parameters: Json = orjson.loads(await request.body())
        if not isinstance(parameters.get("amount"), int) or parameters["amount"] < 100:
            return _error("Order amount less than minimum amount allowed")
        if len(parameters.get("receipt", "")) > 40:
            return _error("The receipt may not be greater than 40 characters.")
        capture = parameters["payment"]["capture_options"]
        if not 12 <= capture["automatic_expiry_period"] <= capture["manual_expiry_period"] <= 7200:
            return _error("The automatic expiry period is invalid.")
        self.opened.append(parameters)
        order: Json = {
            "id": f"order_{secrets.token_hex(7)}",
            "entity": "order",
            "amount": parameters["amount"],
            "amount_paid": 0,
            "amount_due": parameters["amount"],
            "currency": parameters["currency"],
            "receipt": parameters["receipt"],
            "status": "created",
            "attempts": 0,
        }
        self.orders[order["id"]] = order
        return JSONResponse(order)

    async def _find(self, request: Request) -> Response:
        receipt = request.query_params["receipt"]
        return _collection([one for one in self.orders.values() if one["receipt"] == receipt])

    async def _show(self, request: Request) -> Response:
        order = self.orders.get(request.path_params["id"])
        error = self._authenticate(request)
        if error is not None:
            return error
        return _error("The id provided does not exist") if order is None else JSONResponse(order)

    async def _payments(self, request: Request) -> Response:
        order_id = request.path_params["id"]
        return _collection([one for one in self.payments.values() if one["order_id"] == order_id])

    async def _refund(self, request: Request) -> Response:
        error = self._authenticate(request)
        if error is not None:
            return error
        parameters: Json = orjson.loads(await request.body())
        key = request.headers.get("x-refund-idempotency", "")
        if not re.fullmatch(r"[A-Za-z0-9_-]{10,}", key):
            return _error("The idempotency key is invalid.")
        if key in self._responses:
            previous, refund_id = self._responses[key]
            if previous != parameters:
                return _error("The request differs from the one with the same key.")
            return JSONResponse(self.refunds[refund_id])
        payment = self.payments[request.path_params["id"]]
        if payment["amount_refunded"] + parameters["amount"] > payment["amount"]:
            return _error("The refund amount provided is greater than amount captured")
        payment["amount_refunded"] += parameters["amount"]
        if payment["amount_refunded"] == payment["amount"]:
            payment["status"] = "refunded"
        refund: Json = {
            "id": f"rfnd_{secrets.token_hex(7)}",
            "entity": "refund",
            "amount": parameters["amount"],
            "payment_id": payment["id"],
            "receipt": parameters["receipt"],
            "status": "processed",
        }
        self.refunds[refund["id"]] = refund
        self._responses[key] = (parameters, refund["id"])
        return JSONResponse(refund)

    async def _refunds(self, request: Request) -> Response:
        payment_id = request.path_params["id"]
        refunds = [one for one in self.refunds.values() if one["payment_id"] == payment_id]
        return _collection(refunds[::-1][: int(request.query_params.get("count", "10"))])

    def forget_keys(self) -> None:
        """Forget all idempotency keys, as after some days."""
        self._responses.clear()

    # Actions of shoppers and banks.

    def attempt(self, session: str, status: str) -> str:
        """Add a payment with this status to an order, and return its id."""
        order = self.orders[session]
        payment_id = f"pay_{secrets.token_hex(7)}"
        self.payments[payment_id] = {
            "id": payment_id,
            "entity": "payment",
            "amount": order["amount"],
            "amount_refunded": 0,
            "currency": order["currency"],
            "status": status,
            "order_id": session,
            "email": "somebody@example.test",
            "captured": status == "captured",
        }
        order.update(status="attempted", attempts=order["attempts"] + 1)
        if status == "captured":
            self.capture(session)
        return payment_id

    def capture(self, session: str) -> None:
        """Capture the newest payment of an order."""
        order = self.orders[session]
        paid = [one for one in self.payments.values() if one["order_id"] == session][-1]
        paid.update(status="captured", captured=True)
        order.update(status="paid", amount_paid=order["amount"], amount_due=0)

    def event(self, kind: str, session: str) -> bytes:
        """Serialise an event about an order."""
        payments = [one for one in self.payments.values() if one["order_id"] == session]
        payment = payments[-1] if payments else {"id": "pay_unknown", "order_id": session}
        payload: Json = {"payment": {"entity": payment}}
        if kind.startswith("order."):
            payload["order"] = {"entity": self.orders.get(session) or {"id": session}}
        return self.raw_event(kind, payload)

    def raw_event(self, kind: str, payload: Json) -> bytes:
        """Serialise an event of any kind."""
        return orjson.dumps(
            {
                "entity": "event",
                "account_id": "acc_0123456789abcd",
                "event": kind,
                "contains": list(payload),
                "payload": payload,
                "created_at": int(clock.now().timestamp()),
            }
        )

    def sign(
        self, body: bytes, secret: str = WEBHOOK_SECRET, event_id: str | None = None
    ) -> dict[str, str]:
        """Return the headers of an event; pass `event_id` to deliver the same event again."""
        return {
            "X-Razorpay-Signature": _signature(secret, body),
            "X-Razorpay-Event-Id": event_id or secrets.token_hex(7),
            "Content-Type": "application/json",
        }

    def checkout_response(self, session: str, payment: str) -> dict[str, str]:
        """Return the form that the checkout posts through the browser."""
        return {
            "razorpay_order_id": session,
            "razorpay_payment_id": payment,
            "razorpay_signature": _signature(KEY_SECRET, f"{session}|{payment}".encode()),
        }


@asynccontextmanager
async def razorpay_on_loopback() -> AsyncIterator[RazorpayStandIn]:
    """Start a Razorpay stand-in."""
    stand_in = RazorpayStandIn()
    async with served(stand_in.app()) as url:
        stand_in.url = url
        yield stand_in
