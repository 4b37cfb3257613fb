"""Timer that expires credit."""

from __future__ import annotations

from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.wallet.actions.ledger import customers_with_expired_credit, expire_due_credit

BATCH = 200


@every("17 * * * *")
async def expire_credit(runtime: Runtime) -> None:
    """Take expired credit out of all wallets, one transaction for each."""
    while True:
        async with runtime.database.reading() as connection:
            customer_ids = await customers_with_expired_credit(connection, BATCH)
        for customer_id in customer_ids:
            async with runtime.database.transaction() as connection:
                await expire_due_credit(connection, customer_id)
        if len(customer_ids) < BATCH:
            return
