"""Startup: read the lines and give turns while the process runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from stallage.core.runtime import Runtime
from stallage.waiting_line.cache.lines import waiting_lines_of


@asynccontextmanager
async def opened(runtime: Runtime) -> AsyncIterator[None]:
    """Read the lines before the first request, then regularly."""
    lines = waiting_lines_of(runtime)
    await lines.read_or_log()
    running = asyncio.create_task(lines.run())
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await lines.close()
