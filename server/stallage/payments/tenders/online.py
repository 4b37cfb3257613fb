"""Online payment through the shop's provider. Payment attempts and refunds are its ledger."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.core.runtime import Runtime
from stallage.orders.drafts import LockedOrder
from stallage.orders.events import RefundDue
from stallage.orders.rules.tenders import Tender, TenderDraft, TenderState
from stallage.orders.tenders import OpenPayment, PlacedOrder, TenderKind
from stallage.payments.actions.payment_attempts import open_attempt, open_attempt_of
from stallage.payments.errors import PaymentMethodUnavailable, ProviderNotSetUp
from stallage.payments.gateway_calls.ending import OpenAttempt, schedule_end_if_unpaid
from stallage.payments.rules.providers import usable_provider


class Online(TenderKind):
    """Online payment: the order waits until the provider has the money."""

    name = "online"
    label = "Paid online"
    refund_label = "Original payment"
    payment_methods = frozenset({"prepaid", "walletAndPrepaid"})
    is_paid_first = True
    returns_to_source = True
    errors = (PaymentMethodUnavailable,)

    def check(self, runtime: Runtime, *, has_gift_cards: bool) -> None:
        try:
            usable_provider(runtime.settings)
        except ProviderNotSetUp as error:
            raise PaymentMethodUnavailable from error

    async def hold(
        self, connection: Connection, runtime: Runtime, order: PlacedOrder, tender: TenderDraft
    ) -> int | None:
        """Open a payment attempt, and schedule the end of the order if it is not paid in time.

        If an operator placed the order, the shopper opens the attempt from the link in the email:
        sessions at providers end before such an order does.
        """
        if order.pay_until is None:
            raise AssertionError("an order that is paid online has a time to pay")
        await schedule_end_if_unpaid(connection, order.id, order.pay_until - clock.now())
        if order.operator is not None:
            return None
        return await open_attempt(
            connection,
            order_id=order.id,
            owner_id=order.owner_id,
            provider=usable_provider(runtime.settings),
            amount=tender.amount,
            currency=order.currency,
            expires_at=order.pay_until,
        )

    async def give_back(
        self, connection: Connection, order: LockedOrder, tender: Tender, amount: int, key: str
    ) -> bool:
        """Publish `RefundDue`, or do nothing if unpaid: the next payment attempt is for the rest."""
        if tender.state is not TenderState.TAKEN:
            return True
        await publish(connection, RefundDue(order_id=order.id, amount=amount, key=key))
        return False

    async def give_back_rest(
        self, connection: Connection, order: LockedOrder, tender: Tender
    ) -> bool:
        """Do nothing: the handler of `OrderCancelled` refunds all that was paid for the order."""
        return tender.state is not TenderState.GIVEN_BACK

    async def open_payment(self, connection: Connection, order_id: int) -> OpenPayment | None:
        attempt = await open_attempt_of(connection, order_id)
        return None if attempt is None else OpenAttempt(attempt)


KIND = Online()
