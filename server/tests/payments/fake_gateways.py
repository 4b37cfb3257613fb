"""The three payment providers behind one interface for tests."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import httpx
from pydantic import SecretStr

from stallage.payments.providers.sandbox import ledger, webhooks
from tests.payments.stand_ins import razorpay, stripe
from tests.payments.stand_ins.razorpay import RazorpayStandIn, razorpay_on_loopback
from tests.payments.stand_ins.serving import StandIn
from tests.payments.stand_ins.stripe import StripeStandIn, stripe_on_loopback
from tests.shop import Shop

EventKind = Literal["paid", "declined", "ended", "other"]
DisputeKind = Literal["opened", "won", "lost"]


@dataclass(frozen=True, slots=True)
class SignedEvent:
    """A signed webhook event, which can be delivered repeatedly."""

    headers: dict[str, str]
    body: bytes


class FakeGateway(Protocol):
    """A payment provider: what shoppers do there, its webhook events, and its ledger."""

    name: str
    changes: dict[str, Any]
    """Settings of a shop that uses it."""

    async def pay(self, shop: Shop, session: str) -> None:
        """Pay a session, without a webhook event."""

    async def decline(self, shop: Shop, session: str) -> None:
        """Decline a card, without a webhook event."""

    async def pay_late(self, shop: Shop, session: str) -> None:
        """Pay with a method whose money arrives later."""

    async def complete_late_payment(self, shop: Shop, session: str) -> None:
        """Let the money of `pay_late` arrive, even if the session has ended."""

    async def refunded_amount(self, shop: Shop, session: str) -> int:
        """Return how much was refunded."""

    async def is_payable(self, shop: Shop, session: str) -> bool:
        """Whether the session can be paid now."""

    def webhook_event(self, shop: Shop, session: str, kind: EventKind) -> SignedEvent:
        """Return an event that reports this outcome."""

    def dispute_events(self, shop: Shop, session: str, kind: DisputeKind) -> list[SignedEvent]:
        """Return the events about a dispute of a paid session, in the provider's order."""

    def forged(self, shop: Shop, session: str) -> list[SignedEvent]:
        """Return events with invalid signatures."""


class SandboxGateway:
    """The sandbox, whose ledger is in the shop's database."""

    name = "sandbox"

    def __init__(self) -> None:
        self.changes: dict[str, Any] = {}

    async def pay(self, shop: Shop, session: str) -> None:
        async with shop.database.transaction() as connection:
            assert await ledger.move(connection, session, "paid")

    async def decline(self, shop: Shop, session: str) -> None:
        async with shop.database.transaction() as connection:
            assert await ledger.move(connection, session, "declined")

    async def pay_late(self, shop: Shop, session: str) -> None:
        assert await self.is_payable(shop, session)

    async def complete_late_payment(self, shop: Shop, session: str) -> None:
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE sandbox_sessions SET state = 'paid' WHERE id = $1", session
            )

    async def refunded_amount(self, shop: Shop, session: str) -> int:
        async with shop.database.reading() as connection:
            return int(
                await connection.fetchval(
                    "SELECT refunded FROM sandbox_sessions WHERE id = $1", session
                )
            )

    async def is_payable(self, shop: Shop, session: str) -> bool:
        async with shop.database.reading() as connection:
            known = await ledger.session_by_id(connection, session)
        return known is not None and known.state == "open"

    def _signed(self, secret: bytes, body: bytes) -> SignedEvent:
        return SignedEvent({webhooks.HEADER: webhooks.sign(secret, body)}, body)

    def webhook_event(self, shop: Shop, session: str, kind: EventKind) -> SignedEvent:
        event = {"paid": "payment.paid", "declined": "payment.declined"}.get(kind, "payment.other")
        body = webhooks.body_of(f"ntc_{secrets.token_hex(12)}", session, event)
        return self._signed(shop.runtime.secret, body)

    def dispute_events(self, shop: Shop, session: str, kind: DisputeKind) -> list[SignedEvent]:
        event_id = f"ntc_{secrets.token_hex(12)}"
        body = webhooks.body_of(event_id, session, f"dispute.{kind}", amount=2500, currency="USD")
        return [self._signed(shop.runtime.secret, body)]

    def forged(self, shop: Shop, session: str) -> list[SignedEvent]:
        good = self.webhook_event(shop, session, "paid")
        return [
            SignedEvent({}, good.body),
            self._signed(b"another secret", good.body),
            SignedEvent(good.headers, good.body.replace(b"ntc_", b"ntd_")),
            SignedEvent({webhooks.HEADER: "t=1,v1=" + "0" * 64}, good.body),
        ]


class StripeGateway:
    """Stripe, through its stand-in."""

    name = "stripe"

    def __init__(self, server: StripeStandIn) -> None:
        self.server = server
        self.changes: dict[str, Any] = {
            "payment_provider": "stripe",
            "stripe_secret_key": SecretStr(stripe.KEY),
            "stripe_webhook_secret": SecretStr(stripe.WEBHOOK_SECRET),
            "stripe_api_url": server.url,
            "payment_timeout_seconds": 1,
        }

    async def pay(self, shop: Shop, session: str) -> None:
        self.server.pay(session)

    async def decline(self, shop: Shop, session: str) -> None:
        assert self.server.sessions[session]["status"] == "open"

    async def pay_late(self, shop: Shop, session: str) -> None:
        self.server.wait_for_bank(session)

    async def complete_late_payment(self, shop: Shop, session: str) -> None:
        self.server.sessions[session]["payment_status"] = "paid"

    async def refunded_amount(self, shop: Shop, session: str) -> int:
        intent = self.server.sessions[session]["payment_intent"]
        refunds = [one for one in self.server.refunds.values() if one["payment_intent"] == intent]
        return sum(one["amount"] for one in refunds)

    async def is_payable(self, shop: Shop, session: str) -> bool:
        return bool(self.server.sessions[session]["status"] == "open")

    def webhook_event(self, shop: Shop, session: str, kind: EventKind) -> SignedEvent:
        event = {
            "paid": "checkout.session.completed",
            "declined": "payment_intent.payment_failed",
            "ended": "checkout.session.expired",
        }.get(kind, "customer.created")
        body = self.server.event(event, session)
        return SignedEvent(self.server.sign(body), body)

    def dispute_events(self, shop: Shop, session: str, kind: DisputeKind) -> list[SignedEvent]:
        status = {"opened": "needs_response"}.get(kind, kind)
        dispute = {
            "id": f"dp_{session}",
            "object": "dispute",
            "payment_intent": self.server.sessions[session]["payment_intent"],
            "amount": 2500,
            "currency": "usd",
            "status": status,
            "reason": "fraudulent",
            "evidence_details": {"due_by": 1_900_000_000},
            "metadata": {},
        }
        kinds = {
            "opened": ("created", "funds_withdrawn"),
            "won": ("closed", "funds_reinstated"),
            "lost": ("closed",),
        }[kind]
        bodies = [self.server.raw_event(f"charge.dispute.{one}", dispute) for one in kinds]
        return [SignedEvent(self.server.sign(body), body) for body in bodies]

    def forged(self, shop: Shop, session: str) -> list[SignedEvent]:
        good = self.webhook_event(shop, session, "paid")
        sign = self.server.sign
        return [
            SignedEvent({}, good.body),
            SignedEvent(sign(good.body, "whsec_another"), good.body),
            SignedEvent(sign(good.body, seconds_ago=301), good.body),
            SignedEvent(good.headers, good.body.replace(b"evt_", b"evu_")),
            SignedEvent(good.headers, b"\xff" + good.body),
            SignedEvent({"Stripe-Signature": "t=now,v1=x"}, good.body),
        ]


class RazorpayGateway:
    """Razorpay, through its stand-in."""

    name = "razorpay"

    def __init__(self, server: RazorpayStandIn) -> None:
        self.server = server
        self.changes: dict[str, Any] = {
            "payment_provider": "razorpay",
            "razorpay_key_id": razorpay.KEY_ID,
            "razorpay_key_secret": SecretStr(razorpay.KEY_SECRET),
            "razorpay_webhook_secret": SecretStr(razorpay.WEBHOOK_SECRET),
            "razorpay_api_url": server.url,
            "payment_timeout_seconds": 1,
        }

    async def pay(self, shop: Shop, session: str) -> None:
        self.server.attempt(session, "captured")

    async def decline(self, shop: Shop, session: str) -> None:
        self.server.attempt(session, "failed")

    async def pay_late(self, shop: Shop, session: str) -> None:
        self.server.attempt(session, "authorized")

    async def complete_late_payment(self, shop: Shop, session: str) -> None:
        self.server.capture(session)

    async def refunded_amount(self, shop: Shop, session: str) -> int:
        paid = [one for one in self.server.payments.values() if one["order_id"] == session]
        return sum(one["amount_refunded"] for one in paid)

    async def is_payable(self, shop: Shop, session: str) -> bool:
        """Check the page that leads to the checkout, as Razorpay orders cannot be ended."""
        attempt = self.server.orders[session]["receipt"]
        page = await shop.client.get(f"/payments/razorpay/{attempt}")
        return page.status_code == 200

    def webhook_event(self, shop: Shop, session: str, kind: EventKind) -> SignedEvent:
        event = {"paid": "order.paid", "declined": "payment.failed"}.get(kind, "payment.authorized")
        body = self.server.event(event, session)
        return SignedEvent(self.server.sign(body), body)

    def dispute_events(self, shop: Shop, session: str, kind: DisputeKind) -> list[SignedEvent]:
        payments = [one for one in self.server.payments.values() if one["order_id"] == session]
        dispute = {
            "id": f"disp_{session}",
            "entity": "dispute",
            "payment_id": payments[-1]["id"],
            "amount": 2500,
            "currency": "USD",
            "amount_deducted": 2500,
            "reason_code": "chargeback_authorization",
            "respond_by": 1_900_000_000,
            "status": {"opened": "open"}.get(kind, kind),
        }
        name = {"opened": "created"}.get(kind, kind)
        payload = {"payment": {"entity": payments[-1]}, "dispute": {"entity": dispute}}
        body = self.server.raw_event(f"payment.dispute.{name}", payload)
        return [SignedEvent(self.server.sign(body), body)]

    def forged(self, shop: Shop, session: str) -> list[SignedEvent]:
        good = self.webhook_event(shop, session, "paid")
        sign = self.server.sign
        return [
            SignedEvent({}, good.body),
            SignedEvent(sign(good.body, "another"), good.body),
            SignedEvent(sign(good.body, razorpay.KEY_SECRET), good.body),
            SignedEvent(good.headers, good.body + b" "),
            SignedEvent(good.headers, b"\xff" + good.body),
            SignedEvent({"X-Razorpay-Signature": "\xe9" * 64}, good.body),
        ]


async def send(shop: Shop, gateway: FakeGateway, event: SignedEvent) -> httpx.Response:
    """Deliver a webhook event."""
    return await shop.client.post(
        f"/payments/notices/{gateway.name}",
        content=event.body,
        headers=[(name.encode(), value.encode("latin-1")) for name, value in event.headers.items()],
    )


async def session_of(shop: Shop, order_id: str) -> str:
    """Return the provider's session of the newest attempt of an order."""
    async with shop.database.reading() as connection:
        session: str = await connection.fetchval(
            "SELECT a.session FROM payment_attempts a JOIN orders o ON o.id = a.order_id"
            " WHERE o.public_id = $1 ORDER BY a.id DESC LIMIT 1",
            order_id,
        )
    return session


@asynccontextmanager
async def open_gateway(name: str) -> AsyncIterator[FakeGateway]:
    """Open a provider by its name."""
    if name == "stripe":
        async with stripe_on_loopback() as stripe_server:
            yield StripeGateway(stripe_server)
    elif name == "razorpay":
        async with razorpay_on_loopback() as razorpay_server:
            yield RazorpayGateway(razorpay_server)
    else:
        yield SandboxGateway()


def server_of(gateway: FakeGateway) -> StandIn:
    """Return the stand-in of an external provider."""
    assert isinstance(gateway, StripeGateway | RazorpayGateway)
    return gateway.server
