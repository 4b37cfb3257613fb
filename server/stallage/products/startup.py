"""Apply settings that product cards depend on before a process serves requests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import structlog

from stallage.core.runtime import Runtime
from stallage.products.actions.state import apply_card_settings
from stallage.products.rules.price_rounding import rounding_rule
from stallage.products.rules.prior_price_rule import rule_applies

log = structlog.get_logger(__name__)


@asynccontextmanager
async def opened(runtime: Runtime) -> AsyncIterator[None]:
    """Rebuild cards if a setting that they show has changed."""
    settings = runtime.settings
    try:
        async with runtime.database.transaction() as connection:
            await apply_card_settings(
                connection,
                currency=settings.currency,
                low_stock=settings.low_stock,
                prior_price_rule=rule_applies(settings.prior_price_rule, settings.country),
                rounding=rounding_rule(
                    settings.price_rounding,
                    settings.price_step,
                    settings.price_ending,
                    runtime.currency,
                ),
            )
    except asyncpg.UndefinedTableError:
        # The process keeps running, and /readyz reports the problem.
        log.error("schema_not_current", mend="stallage migrate")
    yield
