"""Waiting for what takes long on a busy machine."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

POLL_SECONDS = 0.25


async def until(condition: Callable[[], Any], what: str, seconds: float = 180) -> Any:
    """Poll a condition and return its first true value. The condition may be asynchronous.

    Raises TimeoutError, which names what was waited for.
    """
    try:
        async with asyncio.timeout(seconds):
            while True:
                value = condition()
                if inspect.isawaitable(value):
                    value = await value
                if value:
                    return value
                await asyncio.sleep(POLL_SECONDS)
    except TimeoutError:
        raise TimeoutError(f"{what}: not within {seconds:.0f} s") from None
