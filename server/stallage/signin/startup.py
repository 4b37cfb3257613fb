"""Startup: warn if codes go to the outbox, and follow ended sign-ins."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import asyncpg
import structlog

from stallage.core.runtime import Runtime

log = structlog.get_logger(__name__)


@asynccontextmanager
async def opened(runtime: Runtime) -> AsyncIterator[None]:
    """Warn if messages go to files instead of people; poll ended sign-ins while the process runs."""
    settings = runtime.settings
    missing = [
        name
        for name, is_set in (
            ("STALLAGE_SMTP_URL", bool(settings.smtp_url.get_secret_value())),
            ("STALLAGE_SMS_PROVIDER", bool(settings.sms_provider)),
        )
        if not is_set
    ]
    # With a mail server only, the shop does not offer phone numbers, so nobody waits for a text.
    if "STALLAGE_SMTP_URL" in missing:
        log.warning(
            "codes_go_to_the_outbox",
            not_set=missing,
            outbox=str(settings.data_dir / "outbox"),
        )
    # Before the first migration the table does not exist yet; polling continues.
    with suppress(asyncpg.UndefinedTableError):
        await runtime.revoked_sessions.refresh(runtime.database)
    polling = asyncio.create_task(runtime.revoked_sessions.poll(runtime.database))
    try:
        yield
    finally:
        polling.cancel()
        await asyncio.gather(polling, return_exceptions=True)
