"""Says at the start how codes reach people, and follows which sign-ins have ended."""

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
    """Warns where messages go to files and not to people; follows ended sign-ins while it serves."""
    settings = runtime.settings
    missing = [
        name
        for name, there in (
            ("STALLAGE_SMTP_URL", bool(settings.smtp_url.get_secret_value())),
            ("STALLAGE_SMS_PROVIDER", bool(settings.sms_provider)),
        )
        if not there
    ]
    # With a mail server alone the shop offers no phone numbers, and nobody waits for a text.
    if "STALLAGE_SMTP_URL" in missing:
        log.warning(
            "codes_go_to_the_outbox",
            not_set=missing,
            outbox=str(settings.data_dir / "outbox"),
        )
    # Before the first migration there is no table yet; polling finds it later.
    with suppress(asyncpg.UndefinedTableError):
        await runtime.revoked_sessions.refresh(runtime.database)
    polling = asyncio.create_task(runtime.revoked_sessions.poll(runtime.database))
    try:
        yield
    finally:
        polling.cancel()
        await asyncio.gather(polling, return_exceptions=True)
