"""Send refunds to providers."""

from __future__ import annotations

from stallage.core.runtime import Runtime
from stallage.payments.actions.refunds import (
    record_refund_refused,
    record_refund_sent,
    refund_to_send,
)
from stallage.payments.errors import ProviderRefused
from stallage.payments.providers import provider_of
from stallage.payments.providers.port import RefundToSend


async def send_refund(runtime: Runtime, refund_id: int) -> None:
    """Send a refund and record the result. Raises ProviderFailed and ProviderNotSetUp."""
    async with runtime.database.reading() as connection:
        refund = await refund_to_send(connection, refund_id)
    if refund is None:
        return
    try:
        reference = await provider_of(runtime, refund.provider).refund(
            RefundToSend(
                session=refund.session,
                amount=refund.amount,
                currency=refund.currency,
                key=refund.public_id,
            )
        )
    except ProviderRefused as error:
        async with runtime.database.transaction() as connection:
            await record_refund_refused(connection, refund_id, str(error))
        return
    async with runtime.database.transaction() as connection:
        await record_refund_sent(connection, refund.order_id, refund_id, reference)
