"""Asks providers to send money back."""

from __future__ import annotations

from stallage.core.runtime import Runtime
from stallage.payments.actions.refunds import note_refund_refused, note_refunded, wanted_refund
from stallage.payments.providers import provider_of
from stallage.payments.providers.port import ProviderRefused, RefundToSend


async def send_refund(runtime: Runtime, refund_id: int) -> None:
    """Asks for a refund and notes what came of it. Raises ProviderFailed, ProviderNotSetUp."""
    async with runtime.database.reading() as connection:
        wanted = await wanted_refund(connection, refund_id)
    if wanted is None:
        return
    try:
        reference = await provider_of(runtime, wanted["provider"]).refund(
            RefundToSend(
                session=wanted["session"],
                amount=wanted["amount"],
                currency=wanted["currency"],
                key=wanted["public_id"],
            )
        )
    except ProviderRefused as error:
        async with runtime.database.transaction() as connection:
            await note_refund_refused(connection, refund_id, str(error))
        return
    async with runtime.database.transaction() as connection:
        await note_refunded(connection, wanted["order_id"], refund_id, reference)
