"""The one place in which tests sleep: between two looks at a condition."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

PATIENCE_SECONDS = 90
"""Nothing is measured by it: it only ends a test that hangs."""
BETWEEN_LOOKS_SECONDS = 0.01


async def until(condition: Callable[[], Any], seconds: float = PATIENCE_SECONDS) -> Any:
    """Waits for what no event announces; returns the condition's first true value.

    The condition may be asynchronous. Raises TimeoutError.
    """
    async with asyncio.timeout(seconds):
        while True:
            value = condition()
            if inspect.isawaitable(value):
                value = await value
            if value:
                return value
            await asyncio.sleep(BETWEEN_LOOKS_SECONDS)


async def let_others_run() -> None:
    """Gives each task that is ready one turn."""
    await asyncio.sleep(0)
