"""Starts what a process needs, whichever command it runs, and ends it in the right order."""

from __future__ import annotations

import functools
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any

import asyncpg
import httpx

from stallage.core.db import Database
from stallage.core.embedded import start_embedded
from stallage.core.mail import post_office_for
from stallage.core.media import Media
from stallage.core.runtime import Runtime
from stallage.core.sms import provider_for
from stallage.core.storage import storage_for
from stallage.features import parts
from stallage.settings import Settings
from stallage.shop.queries import shop_settings

OUTSIDE_SECONDS = 10


@contextmanager
def database_address(settings: Settings) -> Iterator[str]:
    """The database's address: the configured one, or the embedded server while the context lasts."""
    if settings.database_url:
        yield settings.database_url
        return
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    embedded = start_embedded(settings.data_dir / "postgres")
    try:
        yield embedded.dsn()
    finally:
        embedded.stop()


@functools.cache
def _trusted() -> ssl.SSLContext:
    """Whom calls to others believe; to read that takes a while, and once is enough for a process."""
    return httpx.create_ssl_context(trust_env=False)


async def _declared(database: Database) -> dict[str, Any]:
    """What the shop has declared of its settings; nothing where the schema is not made yet."""
    async with database.reading() as connection:
        try:
            return await shop_settings(connection)
        except asyncpg.UndefinedTableError:
            return {}


@asynccontextmanager
async def runtime_of(settings: Settings, dsn: str) -> AsyncIterator[Runtime]:
    """The runtime of a process whose database is at `dsn`."""
    # Every handler must be known wherever an event can be published.
    parts("jobs")
    database = await Database.connect(dsn, size=settings.database_pool_size)
    settings = settings.with_shop(await _declared(database))
    resources = AsyncExitStack()
    outside = httpx.AsyncClient(timeout=OUTSIDE_SECONDS, trust_env=False, verify=_trusted())
    try:
        yield Runtime(
            settings=settings,
            secret=settings.secret(),
            former_secrets=settings.former_secrets(),
            database=database,
            mailer=post_office_for(
                settings.smtp_url,
                settings.mail_from,
                settings.data_dir,
                provider_for(settings, outside),
            ),
            media=Media(
                storage_for(
                    settings.storage_url,
                    settings.storage_access_key,
                    settings.storage_secret_key,
                    settings.data_dir / "media",
                )
            ),
            outside=outside,
            kept={},
            resources=resources,
        )
    finally:
        await resources.aclose()
        await outside.aclose()
        await database.close()
