"""The sandbox's adapter for the port."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from stallage.core.runtime import Runtime
from stallage.payments.drafts import WebhookEvent
from stallage.payments.errors import ProviderFailed, ProviderRefused
from stallage.payments.providers.port import PaymentToStart, RefundToSend, StartedPayment
from stallage.payments.providers.sandbox import ledger, webhooks
from stallage.payments.providers.sandbox.delivery import enqueue_webhook
from stallage.payments.rules.amounts import AmountDue, check_due
from stallage.payments.rules.decisions import Outcome

OUTCOMES: dict[ledger.State, Outcome] = {
    "open": "open",
    "paid": "paid",
    "declined": "failed",
    "ended": "ended",
}
LATE = timedelta(seconds=1)
"""How long after the end of its session a late payment arrives."""


class Sandbox:
    """See the package."""

    name = "sandbox"

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    async def start(self, payment: PaymentToStart) -> StartedPayment:
        async with self._runtime.database.transaction() as connection:
            session = await ledger.open_session(connection, payment)
        url = f"{self._runtime.settings.public_url}/payments/sandbox/{session}"
        return StartedPayment(session, url)

    async def fetch_outcome(self, session: str, due: AmountDue) -> Outcome:
        async with self._runtime.database.reading() as connection:
            known = await ledger.session_by_id(connection, session)
        if known is None:
            raise ProviderFailed(f"The sandbox does not know {session}.")
        if known.state == "paid":
            check_due(self.name, known.amount, known.currency, due, session)
        return OUTCOMES[known.state]

    async def end(self, session: str, due: AmountDue) -> Outcome:
        async with self._runtime.database.transaction() as connection:
            arrives_late = await ledger.end(connection, session)
            if arrives_late:
                await enqueue_webhook(connection, session, "payment.paid", after=LATE)
        return "ended" if arrives_late else await self.fetch_outcome(session, due)

    async def fetch_card(self, session: str) -> str | None:
        async with self._runtime.database.reading() as connection:
            known = await ledger.session_by_id(connection, session)
        return None if known is None else known.card

    async def refund(self, refund: RefundToSend) -> str:
        async with self._runtime.database.transaction() as connection:
            done = await ledger.refund(connection, refund.session, refund.amount, refund.key)
        if not done:
            raise ProviderRefused(f"The sandbox cannot refund {refund.amount} of {refund.session}.")
        return f"rf_{refund.key}"

    async def find_session(self, payment: str) -> str | None:
        return payment

    def read_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
        return webhooks.read(self._runtime.secret, headers, body)
