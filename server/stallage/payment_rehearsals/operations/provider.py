"""The provider's side in a rehearsal: it behaves as the provider documents, and nothing is charged."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from stallage.core.runtime import Runtime
from stallage.payments.drafts import WebhookEvent
from stallage.payments.errors import ProviderFailed, ProviderRefused
from stallage.payments.providers import import_adapter
from stallage.payments.providers.port import PaymentToStart, Provider, RefundToSend, StartedPayment
from stallage.payments.providers.sandbox import ledger
from stallage.payments.rules.amounts import AmountDue
from stallage.payments.rules.decisions import Outcome


class RehearsedProvider(Provider, Protocol):
    """A provider with what shoppers and banks do there."""

    is_down: bool
    """Whether refunds fail, as when the provider is down."""

    async def pay(self, session: str) -> None:
        """Pay a session, also one that has ended."""

    async def decline(self, session: str) -> None:
        """Decline a card."""

    async def refund_elsewhere(self, session: str, amount: int) -> None:
        """Refund a payment in the provider's dashboard, so that it refuses another refund."""


def rehearsed_provider(runtime: Runtime, name: str) -> RehearsedProvider:
    """Return the sandbox itself, or a stand-in for a provider on the internet.

    Of another provider than the sandbox, only `read_webhook` is its own adapter's.
    """
    adapter = import_adapter(name)(runtime)
    return InProcessSandbox(adapter, runtime) if name == "sandbox" else StandIn(adapter)


class InProcessSandbox:
    """The sandbox."""

    def __init__(self, adapter: Provider, runtime: Runtime) -> None:
        self.name = adapter.name
        self.is_down = False
        self._runtime = runtime
        self.start = adapter.start
        self.fetch_outcome = adapter.fetch_outcome
        self.end = adapter.end
        self.fetch_card = adapter.fetch_card
        self.find_session = adapter.find_session
        self.read_webhook = adapter.read_webhook
        self._refund = adapter.refund

    async def refund(self, refund: RefundToSend) -> str:
        if self.is_down:
            raise ProviderFailed("The provider is down.")
        return await self._refund(refund)

    async def pay(self, session: str) -> None:
        async with self._runtime.database.transaction() as connection:
            if not await ledger.move(connection, session, "paid"):
                await ledger.pay_ended(connection, session)

    async def decline(self, session: str) -> None:
        async with self._runtime.database.transaction() as connection:
            await ledger.move(connection, session, "declined")

    async def refund_elsewhere(self, session: str, amount: int) -> None:
        async with self._runtime.database.transaction() as connection:
            await ledger.refund(connection, session, amount, "elsewhere")


@dataclass(slots=True)
class _Session:
    state: Literal["open", "paid", "ended"] = "open"
    amount: int = 0
    refunds: dict[str, int] = field(default_factory=dict)


class StandIn:
    """A stand-in for a provider on the internet. Only the events are read by its own adapter."""

    def __init__(self, adapter: Provider) -> None:
        self.name = adapter.name
        self.is_down = False
        self._adapter = adapter
        self._sessions: dict[str, _Session] = {}

    async def start(self, payment: PaymentToStart) -> StartedPayment:
        session = f"rehearsal_{secrets.token_hex(12)}"
        self._sessions[session] = _Session(amount=payment.amount)
        return StartedPayment(session, payment.return_url)

    async def fetch_outcome(self, session: str, due: AmountDue) -> Outcome:  # noqa: ARG002 - part of the port
        return self._sessions[session].state

    async def end(self, session: str, due: AmountDue) -> Outcome:  # noqa: ARG002 - as above
        known = self._sessions[session]
        if known.state == "open":
            known.state = "ended"
        return known.state

    async def fetch_card(self, session: str) -> str | None:  # noqa: ARG002 - as above
        return None

    async def find_session(self, payment: str) -> str | None:
        return payment.removeprefix("pay_")

    async def refund(self, refund: RefundToSend) -> str:
        if self.is_down:
            raise ProviderFailed("The provider is down.")
        known = self._sessions[refund.session]
        others = sum(amount for key, amount in known.refunds.items() if key != refund.key)
        if known.state != "paid" or others + refund.amount > known.amount:
            raise ProviderRefused("More than was paid would be refunded.")
        known.refunds[refund.key] = refund.amount
        return f"re_{refund.key}"

    def read_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
        return self._adapter.read_webhook(headers, body)

    async def pay(self, session: str) -> None:
        self._sessions[session].state = "paid"

    async def decline(self, session: str) -> None:
        """Leave the session open: another card may be tried in it."""

    async def refund_elsewhere(self, session: str, amount: int) -> None:
        self._sessions[session].refunds["elsewhere"] = amount
