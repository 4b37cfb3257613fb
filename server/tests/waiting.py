"""Waiting for conditions. No other test code may sleep."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

TIMEOUT_SECONDS = 90
"""Only ends a hanging test."""
POLL_SECONDS = 0.01


async def until(condition: Callable[[], Any], seconds: float = TIMEOUT_SECONDS) -> Any:
    """Poll a condition and return its first true value.

    The condition may be asynchronous. Raises TimeoutError.
    """
    async with asyncio.timeout(seconds):
        while True:
            value = condition()
            if inspect.isawaitable(value):
                value = await value
            if value:
                return value
            await asyncio.sleep(POLL_SECONDS)


async def let_others_run() -> None:
    """Let every ready task run once."""
    await asyncio.sleep(0)
