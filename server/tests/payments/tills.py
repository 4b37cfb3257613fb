"""The three providers, as one suite of tests handles them."""

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

Word = Literal["paid", "declined", "ended", "other"]


@dataclass(frozen=True, slots=True)
class Signed:
    """A notice as it travels: the same one may be sent again."""

    headers: dict[str, str]
    body: bytes


class Till(Protocol):
    """A provider: what shoppers do there, what it tells the shop, what its books say."""

    name: str
    changes: dict[str, Any]
    """The settings of a shop that uses it."""

    async def pay(self, shop: Shop, session: str) -> None:
        """Somebody pays. Nothing is told."""

    async def decline(self, shop: Shop, session: str) -> None:
        """Somebody's card is declined. Nothing is told."""

    async def promise(self, shop: Shop, session: str) -> None:
        """Somebody pays in a way whose money is not there yet."""

    async def arrive(self, shop: Shop, session: str) -> None:
        """The promised money is there, whatever has become of the session."""

    async def given_back(self, shop: Shop, session: str) -> int:
        """How much of it went back."""

    async def takes_money(self, shop: Shop, session: str) -> bool:
        """Whether somebody could pay now."""

    def notice(self, shop: Shop, session: str, word: Word) -> Signed:
        """A notice that says so."""

    def forged(self, shop: Shop, session: str) -> list[Signed]:
        """Notices that somebody else has made up."""


class SandboxTill:
    """The sandbox; its books are in the shop's own database."""

    name = "sandbox"

    def __init__(self) -> None:
        self.changes: dict[str, Any] = {}

    async def pay(self, shop: Shop, session: str) -> None:
        async with shop.database.transaction() as connection:
            assert await ledger.move(connection, session, "paid")

    async def decline(self, shop: Shop, session: str) -> None:
        async with shop.database.transaction() as connection:
            assert await ledger.move(connection, session, "declined")

    async def promise(self, shop: Shop, session: str) -> None:
        assert await self.takes_money(shop, session)

    async def arrive(self, shop: Shop, session: str) -> None:
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE sandbox_sessions SET state = 'paid' WHERE id = $1", session
            )

    async def given_back(self, shop: Shop, session: str) -> int:
        async with shop.database.reading() as connection:
            return int(
                await connection.fetchval(
                    "SELECT refunded FROM sandbox_sessions WHERE id = $1", session
                )
            )

    async def takes_money(self, shop: Shop, session: str) -> bool:
        async with shop.database.reading() as connection:
            known = await ledger.session_by_id(connection, session)
        return known is not None and known.state == "open"

    def _signed(self, secret: bytes, body: bytes) -> Signed:
        return Signed({webhooks.HEADER: webhooks.sign(secret, body)}, body)

    def notice(self, shop: Shop, session: str, word: Word) -> Signed:
        kind = {"paid": "payment.paid", "declined": "payment.declined"}.get(word, "payment.other")
        body = webhooks.body_of(f"ntc_{secrets.token_hex(12)}", session, kind)
        return self._signed(shop.runtime.secret, body)

    def forged(self, shop: Shop, session: str) -> list[Signed]:
        good = self.notice(shop, session, "paid")
        return [
            Signed({}, good.body),
            self._signed(b"another secret", good.body),
            Signed(good.headers, good.body.replace(b"ntc_", b"ntd_")),
            Signed({webhooks.HEADER: "t=1,v1=" + "0" * 64}, good.body),
        ]


class StripeTill:
    """Stripe, by its stand-in."""

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

    async def promise(self, shop: Shop, session: str) -> None:
        self.server.wait_for_bank(session)

    async def arrive(self, shop: Shop, session: str) -> None:
        self.server.sessions[session]["payment_status"] = "paid"

    async def given_back(self, shop: Shop, session: str) -> int:
        intent = self.server.sessions[session]["payment_intent"]
        found = [one for one in self.server.refunds.values() if one["payment_intent"] == intent]
        return sum(one["amount"] for one in found)

    async def takes_money(self, shop: Shop, session: str) -> bool:
        return bool(self.server.sessions[session]["status"] == "open")

    def notice(self, shop: Shop, session: str, word: Word) -> Signed:
        kind = {
            "paid": "checkout.session.completed",
            "declined": "payment_intent.payment_failed",
            "ended": "checkout.session.expired",
        }.get(word, "customer.created")
        body = self.server.event(kind, session)
        return Signed(self.server.sign(body), body)

    def forged(self, shop: Shop, session: str) -> list[Signed]:
        good = self.notice(shop, session, "paid")
        sign = self.server.sign
        return [
            Signed({}, good.body),
            Signed(sign(good.body, "whsec_another"), good.body),
            Signed(sign(good.body, seconds_ago=301), good.body),
            Signed(good.headers, good.body.replace(b"evt_", b"evu_")),
            Signed(good.headers, b"\xff" + good.body),
            Signed({"Stripe-Signature": "t=now,v1=x"}, good.body),
        ]


class RazorpayTill:
    """Razorpay, by its stand-in."""

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

    async def promise(self, shop: Shop, session: str) -> None:
        self.server.attempt(session, "authorized")

    async def arrive(self, shop: Shop, session: str) -> None:
        self.server.capture(session)

    async def given_back(self, shop: Shop, session: str) -> int:
        paid = [one for one in self.server.payments.values() if one["order_id"] == session]
        return sum(one["amount_refunded"] for one in paid)

    async def takes_money(self, shop: Shop, session: str) -> bool:
        """By the page that leads to the checkout: Razorpay itself knows no end."""
        attempt = self.server.orders[session]["receipt"]
        page = await shop.client.get(f"/payments/razorpay/{attempt}")
        return page.status_code == 200

    def notice(self, shop: Shop, session: str, word: Word) -> Signed:
        kind = {"paid": "order.paid", "declined": "payment.failed"}.get(word, "payment.authorized")
        body = self.server.event(kind, session)
        return Signed(self.server.sign(body), body)

    def forged(self, shop: Shop, session: str) -> list[Signed]:
        good = self.notice(shop, session, "paid")
        sign = self.server.sign
        return [
            Signed({}, good.body),
            Signed(sign(good.body, "another"), good.body),
            Signed(sign(good.body, razorpay.KEY_SECRET), good.body),
            Signed(good.headers, good.body + b" "),
            Signed(good.headers, b"\xff" + good.body),
            Signed({"X-Razorpay-Signature": "\xe9" * 64}, good.body),
        ]


async def send(shop: Shop, till: Till, notice: Signed) -> httpx.Response:
    """Delivers a notice."""
    return await shop.client.post(
        f"/payments/notices/{till.name}",
        content=notice.body,
        headers=[
            (name.encode(), value.encode("latin-1")) for name, value in notice.headers.items()
        ],
    )


async def session_of(shop: Shop, order_id: str) -> str:
    """The provider's name for the newest attempt of an order."""
    async with shop.database.reading() as connection:
        session: str = await connection.fetchval(
            "SELECT a.session FROM payment_attempts a JOIN orders o ON o.id = a.order_id"
            " WHERE o.public_id = $1 ORDER BY a.id DESC LIMIT 1",
            order_id,
        )
    return session


@asynccontextmanager
async def open_till(name: str) -> AsyncIterator[Till]:
    """A provider by its name."""
    if name == "stripe":
        async with stripe_on_loopback() as stripe_server:
            yield StripeTill(stripe_server)
    elif name == "razorpay":
        async with razorpay_on_loopback() as razorpay_server:
            yield RazorpayTill(razorpay_server)
    else:
        yield SandboxTill()


def server_of(till: Till) -> StandIn:
    """The stand-in of a provider that is outside of the shop."""
    assert isinstance(till, StripeTill | RazorpayTill)
    return till.server
