"""What shoppers and the shop do with one sample order, each step with the shop's own actions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from stallage.checkout.actions.place_order import Placement, place_order
from stallage.checkout.queries.shoppers import Shopper, customer_shopper, guest_shopper
from stallage.checkout.schemas import Contact, OrderInput
from stallage.checkout.tenders import CheckoutTenders
from stallage.core import clock
from stallage.core.actor import Actor, acting
from stallage.core.errors import ApiError
from stallage.core.idempotency import IdempotentRequest
from stallage.core.runtime import Runtime
from stallage.customers.actions.contacts import get_or_create_by_email
from stallage.customers.actions.profile import fill_names
from stallage.customers.schemas import AddressInput
from stallage.demo.trade.plan import PlannedOrder
from stallage.order_changes.gateway_calls import refunding
from stallage.orders.actions import lock_order
from stallage.orders.gateway_calls.advancing import advance_order
from stallage.orders.gateway_calls.cancelling import cancel_lines, cancel_order
from stallage.orders.gateway_calls.shipping import change_parcel, ship_order, shipments_of
from stallage.orders.queries.lines import order_lines
from stallage.orders.rules import OrderStatus
from stallage.orders.rules.refunds import RefundDraft
from stallage.orders.schemas import ParcelChanges, ParcelInput
from stallage.payments.actions.payment_attempts import attempt_by_id, pay_order
from stallage.payments.actions.settling import settle
from stallage.payments.gateway_calls.starting import start_attempt
from stallage.payments.providers.sandbox import ledger
from stallage.returns import actions as returns
from stallage.returns.actions.requesting import ReturnRequest, request_return
from stallage.returns.gateway_calls.operating import change_return
from stallage.returns.rules.reasons import ReturnReason
from stallage.reviews.actions import write_review
from stallage.reviews.schemas import ReviewInput
from stallage.wallet.actions.gift_codes import create_gift_code
from stallage.wallet.actions.ledger import credit
from stallage.wallet.rules import Reason

Step: TypeAlias = Callable[[], Awaitable[None]]
Schedule: TypeAlias = Callable[[datetime, Step], None]

SHOP = Actor(kind="command", id=None, name="Sample orders", address=None)
RETURN_WINDOW = timedelta(days=30)
REASONS: tuple[tuple[ReturnReason, str], ...] = (
    ("not_as_described", "The colour does not match the others."),
    ("too_large", "It is larger than the cupboard I bought it for."),
    ("other", "A present that we already had."),
    ("damaged", "There is a scratch on the surface."),
)


@dataclass(frozen=True, slots=True)
class Person:
    """A made-up customer."""

    first_name: str
    last_name: str
    email: str
    has_account: bool
    address: AddressInput

    @classmethod
    def of(cls, entry: dict[str, Any]) -> Person:
        """Read a person of `trade.toml`."""
        address = {key: value for key, value in entry.items() if key != "account"}
        return cls(
            entry["first_name"],
            entry["last_name"],
            f"{entry['first_name']}.{entry['last_name']}@example.com".lower(),
            entry["account"],
            AddressInput(**address),
        )


class OrderStory:
    """The steps of one planned order; each schedules the next one."""

    def __init__(
        self,
        runtime: Runtime,
        person: Person,
        plan: PlannedOrder,
        schedule: Schedule,
        reviews: list[dict[str, Any]],
    ) -> None:
        self._runtime = runtime
        self._person = person
        self._plan = plan
        self._schedule = schedule
        self._reviews = reviews
        self._customer_id: int | None = None
        self._order = Placement("", 0, 0, "", None)

    async def place(self) -> None:
        """Place the order as the planned person. Raises the errors of checkout, as for a shopper."""
        plan, runtime = self._plan, self._runtime
        async with runtime.database.transaction() as connection:
            shopper = await self._shopper(connection)
            body = await self._body(connection)
            tenders = CheckoutTenders(runtime)
            try:
                async with connection.transaction():
                    self._order = await place_order(
                        connection, runtime.settings, tenders, shopper, OrderInput(**body)
                    )
            except ApiError:
                # Sold out, or a code that is used up: fewer units and no extras.
                body |= {"sku_ids": list(set(plan.sku_ids)), "promo_code": None, "gift_wrap": False}
                self._order = await place_order(
                    connection, runtime.settings, tenders, shopper, OrderInput(**body)
                )
        if self._order.attempt_id is None:
            self._handle()
            return
        await start_attempt(runtime, self._order.attempt_id)
        minutes = timedelta(minutes=2 + plan.number % 7)
        if plan.payment == "declined":
            self._schedule(plan.placed_at + minutes, self.decline)
        elif plan.payment != "abandoned":
            self._schedule(plan.placed_at + minutes, self.pay)

    async def _shopper(self, connection: Any) -> Shopper:
        person, settings = self._person, self._runtime.settings
        if not person.has_account:
            shopper = guest_shopper(
                Contact(
                    email=person.email,
                    phone=person.address.phone if person.address.country == "US" else None,
                    first_name=person.first_name,
                    last_name=person.last_name,
                ),
                person.address,
                settings,
            )
            return replace(shopper, contact_proven=True)
        self._customer_id = await get_or_create_by_email(connection, person.email)
        await fill_names(connection, self._customer_id, person.first_name, person.last_name)
        return await customer_shopper(
            connection,
            self._customer_id,
            settings,
            contact=None,
            address=person.address,
            address_id=None,
        )

    async def _body(self, connection: Any) -> dict[str, Any]:
        plan, is_abroad = self._plan, self._person.address.country != "US"
        standard = "express" if plan.express else "standard"
        body: dict[str, Any] = {
            "sku_ids": list(plan.sku_ids),
            "shipping_method": "international" if is_abroad else standard,
            "payment_method": "cod" if plan.payment == "delivery" and not is_abroad else "prepaid",
            "gift_wrap": plan.gift_wrap,
            "promo_code": "WELCOME10" if plan.promo else None,
        }
        amount = 2500 + 500 * (plan.number % 12)
        if plan.payment == "wallet" and self._customer_id is not None:
            await credit(connection, self._customer_id, amount, Reason.GOODWILL)
            body |= {"use_wallet": True, "payment_method": "walletAndPrepaid"}
        if plan.payment == "gift_card":
            secret = self._runtime.secret
            body["gift_card_codes"] = [await create_gift_code(connection, secret, amount)]
        return body

    async def decline(self) -> None:
        """Decline the first payment; the shopper pays again minutes later."""
        attempt_id = self._order.attempt_id
        assert attempt_id is not None  # noqa: S101 - scheduled by `place` for attempts only
        await self._end_session("declined", attempt_id)
        async with self._runtime.database.transaction() as connection:
            await settle(connection, attempt_id, "failed")
        self._schedule(clock.now() + timedelta(minutes=6), self.pay)

    async def pay(self) -> None:
        """Pay at the sandbox."""
        async with self._runtime.database.transaction() as connection:
            locked = await lock_order(connection, self._order.order_id)
            _, attempt_id = await pay_order(connection, self._runtime.settings, locked.id)
        await start_attempt(self._runtime, attempt_id)
        await self._end_session("paid", attempt_id)
        async with self._runtime.database.transaction() as connection:
            await settle(connection, attempt_id, "paid")
        self._handle()

    async def _end_session(self, state: ledger.State, attempt_id: int) -> None:
        async with self._runtime.database.transaction() as connection:
            attempt = await attempt_by_id(connection, attempt_id)
            assert attempt is not None  # noqa: S101 - opened by the steps before
            assert attempt.session is not None  # noqa: S101 - as well
            await ledger.move(connection, attempt.session, state)

    def _handle(self) -> None:
        plan = self._plan
        if plan.fate == "cancelled":
            self._schedule(plan.confirmed_at - timedelta(minutes=3), self.cancel)
            return
        if plan.fate == "line_cancelled":
            self._schedule(plan.confirmed_at + timedelta(minutes=2), self.cancel_line)
        self._schedule(plan.confirmed_at, self.confirm)
        self._schedule(plan.packed_at, self.pack)
        self._schedule(plan.shipped_at, self.ship)
        self._schedule(plan.delivered_at, self.deliver)

    async def cancel(self) -> None:
        """Cancel the order as the shopper."""
        await cancel_order(self._runtime, await self._order_id(), "customer")

    async def cancel_line(self) -> None:
        """Cancel a unit that cannot be delivered, if the order has others."""
        order_id = await self._order_id()
        async with self._runtime.database.reading() as connection:
            lines = await order_lines(connection, order_id)
        if len(lines) > 1:
            with acting(SHOP):
                await cancel_lines(self._runtime, order_id, {lines[0].id: 1}, "operator")

    async def _order_id(self) -> int:
        async with self._runtime.database.transaction() as connection:
            return (await lock_order(connection, self._order.order_id)).id

    async def _advance(self, status: OrderStatus) -> None:
        with acting(SHOP):
            await advance_order(self._runtime, self._order.order_id, status)

    async def confirm(self) -> None:
        """Check the order."""
        await self._advance(OrderStatus.PROCESSING)

    async def pack(self) -> None:
        """Pack the order."""
        await self._advance(OrderStatus.PREPARED)

    async def ship(self) -> None:
        """Ship the order; if it is sent in two parcels, the first line of it."""
        shipments = await shipments_of(self._runtime, self._order.order_id)
        first = shipments.to_ship[0]
        if self._plan.fate == "two_parcels" and len(shipments.to_ship) > 1:
            await self._ship("", [{"line_id": first.line_id, "quantity": first.quantity}])
            self._schedule(self._plan.shipped_at + timedelta(hours=23), self.ship_rest)
        else:
            await self._ship("", None)

    async def ship_rest(self) -> None:
        """Ship what the first parcel left."""
        await self._ship("2", None)

    async def _ship(self, suffix: str, lines: list[dict[str, int]] | None) -> None:
        parcel = ParcelInput.model_validate(
            {
                "carrier": self._plan.carrier,
                "tracking_number": self._plan.tracking_number + suffix,
                "lines": lines,
            }
        )
        with acting(SHOP):
            await ship_order(self._runtime, self._order.order_id, parcel)

    async def deliver(self) -> None:
        """Deliver all parcels. The shopper may return or review the items."""
        plan = self._plan
        shipments = await shipments_of(self._runtime, self._order.order_id)
        with acting(SHOP):
            for parcel in shipments.parcels:
                await change_parcel(
                    self._runtime, parcel.parcel_id, ParcelChanges(), delivered=True
                )
        if plan.goodwill:
            self._schedule(plan.delivered_at + timedelta(hours=30), self.refund)
        elif plan.returned:
            self._schedule(plan.returned_at, self.request_return)
        elif plan.reviewed and self._customer_id is not None:
            self._schedule(plan.delivered_at + timedelta(hours=20), self.review)

    async def refund(self) -> None:
        """Grant a refund as goodwill. It may still wait to be paid."""
        plan, name = self._plan, self._order.order_id
        draft = RefundDraft(
            goodwill=800 + 100 * (plan.number % 9), reason="goodwill", note="With our apologies."
        )
        with acting(SHOP):
            preview = await refunding.preview_refund(self._runtime, name, draft)
            refund = await refunding.grant(
                self._runtime, name, draft, preview.version, IdempotentRequest()
            )
            if plan.goodwill == "paid":
                await refunding.pay(self._runtime, name, refund, IdempotentRequest())

    async def review(self) -> None:
        """Review the first item. Somebody has to approve it."""
        assert self._customer_id is not None  # noqa: S101 - scheduled for customers only
        words = self._reviews[self._plan.number % len(self._reviews)]
        review = ReviewInput(
            order_id=self._order.order_id,
            sku_id=self._plan.sku_ids[0],
            rating_star=words["stars"],
            title=words["title"],
            comment=words["text"],
        )
        async with self._runtime.database.transaction() as connection:
            await write_review(connection, self._customer_id, review, moderated=True)

    async def request_return(self) -> None:
        """Request the return of the first line; the shop decides later."""
        plan = self._plan
        order_id = await self._order_id()
        async with self._runtime.database.transaction() as connection:
            order = await lock_order(connection, order_id)
            line = (await order_lines(connection, order_id))[0]
            code, words = REASONS[plan.number % len(REASONS)]
            request = ReturnRequest({line.id: 1}, words, "source", {}, code)
            window = int(RETURN_WINDOW.total_seconds())
            await request_return(connection, order, request, window)
        for status, step, hours in (
            ("refused", self.refuse_return, 15),
            ("approved", self.approve_return, 14),
            ("completed", self.approve_return, 14),
            ("completed", self.receive_return, 50),
            ("completed", self.complete_return, 52),
        ):
            if plan.returned == status:
                self._schedule(plan.returned_at + timedelta(hours=hours), step)

    async def _change_return(self, status: OrderStatus, action: Any) -> None:
        with acting(SHOP):
            await change_return(self._runtime, self._order.order_id, status, action)

    async def approve_return(self) -> None:
        """Approve the return."""
        await self._change_return(OrderStatus.RETURN_APPROVED, returns.approve_return)

    async def refuse_return(self) -> None:
        """Refuse the return."""
        await self._change_return(
            OrderStatus.RETURN_REFUSED,
            lambda connection, order: returns.refuse_return(
                connection, order, "The item shows signs of use."
            ),
        )

    async def receive_return(self) -> None:
        """Receive the items."""
        await self._change_return(OrderStatus.BACK_AT_COMPANY, returns.receive_return)

    async def complete_return(self) -> None:
        """Refund the money."""
        await self._change_return(OrderStatus.RETURN_COMPLETED, returns.complete_return)
