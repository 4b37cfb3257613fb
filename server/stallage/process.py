"""Opens and closes the resources of a process: database, HTTP client, storage, settings."""

from __future__ import annotations

import functools
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import asyncpg
import httpx

from stallage.backup.operations.swap import is_committed
from stallage.content.queries.email_texts import own_texts
from stallage.core import rate_limits
from stallage.core.db import Database
from stallage.core.db_limits import SessionLimits
from stallage.core.db_replicas import ReplicatedDatabase
from stallage.core.embedded import EmbeddedUnavailable, start_embedded
from stallage.core.mail import create_message_sender
from stallage.core.media import Media
from stallage.core.revoked_sessions import RevokedSessions
from stallage.core.runtime import Runtime
from stallage.core.sms import create_sms_provider
from stallage.core.storage import create_storage
from stallage.core.traced_http import http_transport
from stallage.features import parts
from stallage.migrations import head
from stallage.plugins.settings import read_plugin_settings, with_stored
from stallage.settings import Settings
from stallage.settings.stored import version_of
from stallage.shop.queries import shop_settings
from stallage.signin.queries import ended_families

HTTP_TIMEOUT_SECONDS = 10


@dataclass(frozen=True, slots=True)
class OpenDatabase:
    """The configured database, or the embedded server."""

    dsn: str
    stop: Callable[[], None]
    """Stops the embedded server unless another process uses it. May be called twice."""


@contextmanager
def open_database(settings: Settings) -> Iterator[OpenDatabase]:
    """Open the database. The embedded server stops when the context ends."""
    if is_committed(settings.data_dir):
        raise EmbeddedUnavailable("A restore was interrupted. Run: stallage doctor, to finish it.")
    if settings.database_url:
        yield OpenDatabase(settings.database_url, lambda: None)
        return
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    embedded = start_embedded(settings.data_dir / "postgres")
    try:
        yield OpenDatabase(embedded.dsn(), embedded.stop)
    finally:
        embedded.stop()


@contextmanager
def database_address(settings: Settings) -> Iterator[str]:
    """Open the database and yield its address."""
    with open_database(settings) as database:
        yield database.dsn


@functools.cache
def _ssl_context() -> ssl.SSLContext:
    """Load the trusted certificates once per process, since that is slow."""
    return httpx.create_ssl_context(trust_env=False)


async def _stored_settings(database: Database) -> dict[str, Any]:
    """Read the settings that the shop stores; empty if there is no schema yet."""
    async with database.reading() as connection:
        try:
            return await shop_settings(connection)
        except asyncpg.UndefinedTableError:
            return {}


async def _own_texts(database: Database, locale: str, email: str) -> dict[str, str]:
    async with database.reading() as connection:
        return await own_texts(connection, email, locale)


@asynccontextmanager
async def open_runtime(settings: Settings, dsn: str) -> AsyncIterator[Runtime]:
    """Open the runtime of a process whose database is at `dsn`."""
    # A process that can publish events must know every handler.
    parts("jobs")
    # A process that can send or change emails must know all of them.
    parts("emails")
    # A process that can erase a person must know every table with personal data.
    parts("personal_data")
    own_plugin_settings = read_plugin_settings(settings.data_dir)
    rate_limits.set_hash_key(settings.secret())
    kind = ReplicatedDatabase if settings.database_replica_url else Database
    database = await kind.connect(
        dsn,
        pooler_dsn=settings.database_pooler_url,
        size=settings.database_pool_size,
        limits=SessionLimits(
            settings.statement_seconds,
            settings.idle_transaction_seconds,
            settings.public_statement_seconds,
        ),
        public_percent=settings.public_read_percent,
        schema=head(),
    )
    stored = await _stored_settings(database)
    own_settings, settings = settings, settings.with_shop(stored)
    resources = AsyncExitStack()
    http_client = httpx.AsyncClient(
        timeout=HTTP_TIMEOUT_SECONDS,
        trust_env=False,
        transport=http_transport(verify=_ssl_context()),
    )
    try:
        yield Runtime(
            settings=settings,
            own_settings=own_settings,
            settings_version=version_of(stored),
            secret=settings.secret(),
            previous_secrets=settings.previous_secrets(),
            database=database,
            mailer=create_message_sender(
                settings.smtp_url,
                settings.mail_from,
                settings.data_dir,
                create_sms_provider(settings, http_client),
                connections=settings.mail_connections,
                own_texts=functools.partial(_own_texts, database, settings.locale),
            ),
            media=Media(
                create_storage(
                    settings.storage_url,
                    settings.storage_access_key,
                    settings.storage_secret_key,
                    settings.data_dir / "media",
                )
            ),
            http_client=http_client,
            revoked_sessions=RevokedSessions(ended_families, settings.access_token_seconds),
            services={},
            resources=resources,
            plugin_settings=with_stored(
                own_plugin_settings,
                (own_settings.secret(), *own_settings.previous_secrets()),
                stored,
            ),
            own_plugin_settings=own_plugin_settings,
        )
    finally:
        await resources.aclose()
        await http_client.aclose()
        await database.close()
