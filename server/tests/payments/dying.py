"""A process that asks a payment provider for one thing, so that a test can kill it meanwhile.

`python -m tests.payments.dying start|end|refund ID`, with the settings of the shop in its environment.
"""

from __future__ import annotations

import asyncio
import sys

from stallage.payments.gateway_calls.ending import end_unpaid_order
from stallage.payments.gateway_calls.refunding import send_refund
from stallage.payments.gateway_calls.starting import start_attempt
from stallage.process import open_runtime
from stallage.settings import Settings


async def act(what: str, row_id: int) -> None:
    """Does it."""
    settings = Settings()
    async with open_runtime(settings, settings.database_url) as runtime:
        match what:
            case "start":
                await start_attempt(runtime, row_id)
            case "end":
                await end_unpaid_order(runtime, row_id)
            case "refund":
                await send_refund(runtime, row_id)


if __name__ == "__main__":
    asyncio.run(act(sys.argv[1], int(sys.argv[2])))
