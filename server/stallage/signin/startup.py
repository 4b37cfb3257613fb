"""Says at the start how codes reach people, so that nobody finds out from a shopper who waits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from stallage.core.runtime import Runtime

log = structlog.get_logger(__name__)


@asynccontextmanager
async def opened(runtime: Runtime) -> AsyncIterator[None]:
    """Warns where messages go to files and not to people."""
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
    yield
