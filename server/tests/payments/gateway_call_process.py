"""A process that calls a payment provider once, so that a test can kill it during the call.

`python -m tests.payments.gateway_call_process start|end|refund ID`, with the shop's settings in the
environment.
"""

from __future__ import annotations

import asyncio
import sys

from stallage.payments.gateway_calls.ending import end_unpaid_order
from stallage.payments.gateway_calls.refunding import send_refund
from stallage.payments.gateway_calls.starting import start_attempt
from stallage.process import open_runtime
from stallage.settings import Settings


async def run(call: str, row_id: int) -> None:
    """Start, end or refund a row."""
    settings = Settings()
    async with open_runtime(settings, settings.database_url) as runtime:
        match call:
            case "start":
                await start_attempt(runtime, row_id)
            case "end":
                await end_unpaid_order(runtime, row_id)
            case "refund":
                await send_refund(runtime, row_id)


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], int(sys.argv[2])))
