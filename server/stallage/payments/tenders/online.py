"""Pays by the shop's payment provider. Its ledger is that of payment attempts and refunds."""

from __future__ import annotations

from datetime import timedelta

from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.core.runtime import Runtime
from stallage.orders.events import RefundDue
from stallage.orders.locked import LockedOrder
from stallage.orders.rules.tenders import Tender, TenderDraft, TenderState
from stallage.orders.tenders import OpenPayment, PlacedOrder, TenderKind
from stallage.payments.actions.payment_attempts import open_attempt, open_attempt_of
from stallage.payments.errors import PaymentMethodUnavailable
from stallage.payments.gateway_calls.ending import OpenAttempt, end_unless_paid
from stallage.payments.providers import ProviderNotSetUp, provider_of


class Online(TenderKind):
    """Money that a provider takes: the order waits for it."""

    name = "online"
    label = "Paid online"
    payment_methods = frozenset({"prepaid", "walletAndPrepaid"})
    is_paid_first = True
    returns_to_source = True
    refusals = (PaymentMethodUnavailable,)

    def check(self, runtime: Runtime, *, has_gift_cards: bool) -> None:
        try:
            provider_of(runtime)
        except ProviderNotSetUp as error:
            raise PaymentMethodUnavailable from error

    async def hold(
        self, connection: Connection, runtime: Runtime, order: PlacedOrder, tender: TenderDraft
    ) -> int | None:
        """Opens a payment attempt, and ends the order unless it is paid in time."""
        if order.pay_until is None:
            raise AssertionError("an order that is paid online waits")
        attempt_id = await open_attempt(
            connection,
            order_id=order.id,
            provider=provider_of(runtime).name,
            amount=tender.amount,
            currency=order.currency,
            expires_at=order.pay_until,
        )
        after = timedelta(seconds=runtime.settings.payment_hold_seconds)
        await end_unless_paid(connection, order.id, after)
        return attempt_id

    async def give_back(
        self, connection: Connection, order: LockedOrder, tender: Tender, amount: int, key: str
    ) -> bool:
        """What was not paid yet is less to pay: the next payment attempt is of the rest."""
        if tender.state is not TenderState.TAKEN:
            return True
        await publish(connection, RefundDue(order_id=order.id, amount=amount, key=key))
        return False

    async def give_back_rest(
        self, connection: Connection, order: LockedOrder, tender: Tender
    ) -> bool:
        """A job that hears of `OrderCancelled` sends back all that providers took for the order."""
        return tender.state is not TenderState.GIVEN_BACK

    async def open_payment(self, connection: Connection, order_id: int) -> OpenPayment | None:
        attempt = await open_attempt_of(connection, order_id)
        return None if attempt is None else OpenAttempt(attempt)


KIND = Online()
