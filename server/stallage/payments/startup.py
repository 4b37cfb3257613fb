"""Startup: import the clients of the set-up payment providers before a process serves requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from stallage.core.runtime import Runtime
from stallage.payments.providers import import_adapter
from stallage.payments.rules.providers import usable_providers


@asynccontextmanager
async def opened(runtime: Runtime) -> AsyncIterator[None]:
    """Import now what would otherwise stop the event loop for a second at the first payment."""
    for name in usable_providers(runtime.settings):
        await asyncio.to_thread(import_adapter, name)
    yield
