"""Plays one case: what a shopper, an operator, the provider and the shop do."""

from __future__ import annotations

import contextlib
import dataclasses
import secrets
from dataclasses import dataclass

from stallage.checkout.actions.place_order import place_order
from stallage.checkout.queries.shoppers import Shopper
from stallage.checkout.schemas import OrderInput
from stallage.checkout.tenders import CheckoutTenders
from stallage.core.db import required
from stallage.core.money import Currency
from stallage.core.scratch import Scratch
from stallage.customers.rules.addresses import COUNTRIES, PostalAddress
from stallage.orders.actions import cancel_order, lock_order
from stallage.orders.rules import LABELS, OrderStatus, PaymentStatus
from stallage.payment_rehearsals.errors import RehearsalImpossible
from stallage.payment_rehearsals.operations.provider import RehearsedProvider
from stallage.payment_rehearsals.rules import EFFECTS, Facts
from stallage.payment_rehearsals.schemas import RehearsalEmail, RehearsalEvidence
from stallage.payments.errors import ProviderFailed
from stallage.payments.gateway_calls.polling import poll_attempt
from stallage.payments.gateway_calls.receiving import receive
from stallage.payments.gateway_calls.refunding import send_refund
from stallage.payments.gateway_calls.starting import start_attempt
from stallage.payments.providers.signed_events import (
    EventKind,
    ProviderEvent,
    SignedEvent,
    signed_event,
)
from stallage.payments.queries.evidence import PaymentEvidence, payment_evidence
from stallage.payments.rules.decisions import Decision
from stallage.products.actions.put_products import put_products
from stallage.products.drafts import ProductDraft, SkuDraft

EMAIL = "rehearsal@example.com"
UNITS, PRICE = 5, 10
"""Stock of the product, and its price in whole units of the currency."""

SKU = "SELECT id FROM skus_view WHERE product_id = $1"
STOCK = "SELECT stock FROM skus_view WHERE id = $1"
ORDER_ID = "SELECT id FROM orders_view WHERE public_id = $1"
ORDER = "SELECT public_id, status, payment_status FROM orders_view WHERE id = $1"
TIMELINE = """
    SELECT status, payment_status, label FROM order_events_view WHERE order_id = $1 ORDER BY id
"""
DELIVERS = "payments.deliver_webhook"
"""The sandbox's own delivery over HTTP, which the events of a rehearsal replace."""


def _is_played(job: str) -> bool:
    return job.startswith(("payments.", "orders.send")) and job != DELIVERS


async def put_product(scratch: Scratch) -> int:
    """Create the product that is ordered, and return the id of its SKU."""
    decimals = Currency.of(scratch.runtime.settings.currency).decimals
    draft = ProductDraft(
        slug=f"payment-rehearsal-{secrets.token_hex(6)}",
        title="Payment rehearsal",
        status="active",
        skus=(
            SkuDraft(
                price=PRICE * 10**decimals, stock=UNITS, tracked=True, requires_shipping=False
            ),
        ),
    )
    async with scratch.runtime.database.transaction() as connection:
        (put,) = await put_products(connection, [draft])
        return int(await connection.fetchval(SKU, put.product_id))


def _shopper(country: str) -> Shopper:
    states = COUNTRIES[country].states if country in COUNTRIES else ()
    address = PostalAddress(
        name=None,
        first_name="Payment",
        last_name="Rehearsal",
        line1="1 Test Street",
        line2=None,
        city="Test City",
        state=states[0][0] if states else None,
        postal_code=None,
        country=country,
        phone="+12025550143",
        company=None,
        tax_id=None,
    )
    return Shopper(
        customer_id=None,
        email=EMAIL,
        phone=None,
        first_name="Payment",
        last_name="Rehearsal",
        address=address,
        billing=None,
        contact_proven=True,
    )


@dataclass(slots=True)
class Play:
    """A case while it is played, with one order."""

    scratch: Scratch
    provider: RehearsedProvider
    sku_id: int
    order_id: int = 0

    async def place(self, *, seconds_to_pay: int | None = None) -> None:
        """Place a prepaid order and open its payment."""
        runtime = self.scratch.runtime
        if seconds_to_pay is not None:
            changed = runtime.settings.model_copy(update={"payment_hold_seconds": seconds_to_pay})
            runtime = dataclasses.replace(runtime, settings=changed)
        self.scratch.sender.messages.clear()
        body = OrderInput.model_validate({"skuIds": [self.sku_id], "paymentMethod": "prepaid"})
        async with runtime.database.transaction() as connection:
            placed = await place_order(
                connection,
                runtime.settings,
                CheckoutTenders(runtime),
                _shopper(runtime.settings.country),
                body,
            )
            self.order_id = await connection.fetchval(ORDER_ID, placed.order_id)
        if placed.attempt_id is None:
            raise RehearsalImpossible("The order costs nothing, such as because of a discount.")
        await start_attempt(runtime, placed.attempt_id)

    async def evidence(self) -> PaymentEvidence:
        """What is recorded about the order's payments."""
        return await payment_evidence(self.scratch.connection, self.order_id)

    async def session(self) -> str:
        """The provider's session of the order's payment."""
        return (await self.evidence()).attempt.session or ""

    async def event(self, kind: EventKind, *, more: int = 0, refund: str = "") -> SignedEvent:
        """A signed event about the payment, of `more` than its amount."""
        attempt = (await self.evidence()).attempt
        about = ProviderEvent(
            kind,
            session=attempt.session or "",
            attempt=attempt.public_id,
            amount=attempt.amount + more,
            currency=attempt.currency,
            refund=refund,
        )
        return signed_event(self.scratch.runtime, self.provider.name, about)

    async def deliver(self, *events: SignedEvent) -> None:
        """Deliver events one after the other, and run the jobs that follow."""
        for one in events:
            await receive(self.scratch.runtime, self.provider.name, one.headers, one.body)
            await self.work()

    async def work(self) -> None:
        """Run the jobs of payments and the emails about the order."""
        await self.scratch.work(_is_played)

    async def pay(self) -> None:
        """Place an order, pay it and deliver the event."""
        await self.place()
        await self.provider.pay(await self.session())
        await self.deliver(await self.event("paid"))

    async def poll(self) -> None:
        """Ask the provider, as the timer and the shopper's return do."""
        await poll_attempt(self.scratch.runtime, (await self.evidence()).attempt.id)
        await self.work()

    async def cancel(self) -> None:
        """Cancel the order as an operator, and send the refund."""
        async with self.scratch.runtime.database.transaction() as connection:
            await cancel_order(connection, await lock_order(connection, self.order_id), "operator")
        # A provider that is down: the timer sends the refund later.
        with contextlib.suppress(ProviderFailed):
            await self.work()

    async def send_refunds(self) -> None:
        """Send pending refunds, as the timer does."""
        for refund in (await self.evidence()).refunds:
            await send_refund(self.scratch.runtime, refund.id)
        await self.work()

    async def facts(self) -> Facts:
        """What the case has led to."""
        recorded = await self.evidence()
        connection = self.scratch.connection
        order = required(await connection.fetchrow(ORDER, self.order_id))
        timeline = await connection.fetch(TIMELINE, self.order_id)
        dispute = recorded.disputes[-1] if recorded.disputes else None
        amount = recorded.attempt.amount
        return Facts(
            order=OrderStatus(order["status"]),
            payment=PaymentStatus(order["payment_status"]),
            units_reserved=UNITS - await connection.fetchval(STOCK, self.sku_id),
            refund=recorded.refunds[-1].state if recorded.refunds else "none",
            dispute="none" if dispute is None else dispute.state,
            withdrawn=0 if dispute is None else 100 * dispute.withdrawn // amount,
            returned=0 if dispute is None else 100 * dispute.returned // amount,
            settled=sum(one["payment_status"] == PaymentStatus.PAID for one in timeline),
            waits_for_operator=any(one.decision == "other_amount" for one in recorded.events),
        )

    async def report(self) -> RehearsalEvidence:
        """The evidence as texts."""
        recorded = await self.evidence()
        connection = self.scratch.connection
        currency = Currency.of(recorded.attempt.currency)
        order = required(await connection.fetchrow(ORDER, self.order_id))
        ledger = [
            f"Refund of {currency.format(one.amount)}: {one.state}"
            + (f" ({one.problem})" if one.problem else "")
            for one in recorded.refunds
        ]
        for dispute in recorded.disputes:
            ledger.append(f"Dispute: {currency.format(dispute.withdrawn)} withdrawn")
            if dispute.returned:
                ledger.append(f"Dispute: {currency.format(dispute.returned)} returned")
        return RehearsalEvidence(
            order=f"{order['public_id']} TEST",
            attempt=f"{recorded.attempt.public_id}: {currency.format(recorded.attempt.amount)},"
            f" {recorded.attempt.state}",
            events=[f"{one.kind}: {EFFECTS[Decision(one.decision)]}" for one in recorded.events],
            ledger=ledger,
            timeline=[
                one["label"]
                or (
                    f"Payment {PaymentStatus(one['payment_status']).name.lower().replace('_', ' ')}"
                    if one["status"] is None
                    else f"Order {LABELS[OrderStatus(one['status'])].lower()}"
                )
                for one in await connection.fetch(TIMELINE, self.order_id)
            ],
            emails=[
                RehearsalEmail(kind=one.kind, to=one.to, subject=one.subject)
                for one in self.scratch.sender.messages
            ],
        )
