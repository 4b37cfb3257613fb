"""Writes down what has expired."""

from __future__ import annotations

from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.wallet.actions.ledger import customers_with_due, expire_due

BATCH = 200


@every("17 * * * *")
async def expire_credit(runtime: Runtime) -> None:
    """Takes expired credit out of every wallet, one transaction a wallet."""
    while True:
        async with runtime.database.reading() as connection:
            customer_ids = await customers_with_due(connection, BATCH)
        for customer_id in customer_ids:
            async with runtime.database.transaction() as connection:
                await expire_due(connection, customer_id)
        if len(customer_ids) < BATCH:
            return
