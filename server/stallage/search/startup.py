"""Opens the search index and the catalog cache of a process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import asyncpg
import structlog

from stallage.core.runtime import Runtime
from stallage.search.cache.catalog_cache import open_catalog_cache

log = structlog.get_logger(__name__)


@asynccontextmanager
async def opened(runtime: Runtime) -> AsyncIterator[None]:
    """Open the search index; build it first if there is none."""
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(open_catalog_cache(runtime))
        except asyncpg.UndefinedTableError:
            # The process keeps running, and /readyz reports the problem.
            log.error("schema_not_current", mend="stallage migrate")
        yield
