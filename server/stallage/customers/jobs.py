"""Jobs that erase customers who asked to be forgotten."""

from __future__ import annotations

import structlog

from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.customers.actions.forgetting import due_erasures
from stallage.customers.events import CustomerForgotten
from stallage.customers.gateway_calls.erasing import erase

log = structlog.get_logger(__name__)


@on(CustomerForgotten)
async def erase_forgotten(runtime: Runtime, event: CustomerForgotten) -> None:
    """Erase what the features store, right after the request."""
    await erase(runtime, event.customer_id)


@every("* * * * *")
async def finish_erasures(runtime: Runtime) -> None:
    """Repeat open erasures: those whose job failed, and the second run of the others."""
    async with runtime.database.reading() as connection:
        customer_ids = await due_erasures(connection)
    for customer_id in customer_ids:
        try:
            await erase(runtime, customer_id)
        except Exception:
            # Continue with the next person; this erasure is due again in a minute.
            log.exception("erasure_failed", customer_id=customer_id)
