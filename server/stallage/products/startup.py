"""Adopts settings that product cards depend on, before a process serves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import structlog

from stallage.core.jobs import enqueue_all
from stallage.core.runtime import Runtime
from stallage.products.actions.cards import CardsToBuild, products_changed
from stallage.products.rules.prior_price_rule import rule_applies
from stallage.products.sql.cards import SHAPE

log = structlog.get_logger(__name__)

ADOPT_SHAPE = """
    UPDATE catalogue_state SET card_shape = $1 WHERE card_shape <> $1
    RETURNING EXISTS (SELECT FROM products WHERE card IS NOT NULL)
"""

# Cards hold the currency, the note of low stock and reductions, so they follow these settings.
ADOPT = """
    UPDATE catalogue_state SET currency = $1, low_stock = $2, prior_price_rule = $3
    WHERE (currency, low_stock, prior_price_rule) <> ($1, $2, $3)
    RETURNING true
"""


@asynccontextmanager
async def opened(runtime: Runtime) -> AsyncIterator[None]:
    """Rebuild cards if a setting that they show has changed."""
    try:
        await _adopt_settings(runtime)
    except asyncpg.UndefinedTableError:
        # The process runs on, and /readyz says what to do.
        log.error("schema_not_current", mend="stallage migrate")
    yield


async def _adopt_settings(runtime: Runtime) -> None:
    settings = runtime.settings
    async with runtime.database.transaction() as connection:
        rule = rule_applies(settings.prior_price_rule, settings.country)
        if await connection.fetchval(ADOPT, settings.currency, settings.low_stock, rule):
            rows = await connection.fetch("SELECT id FROM products WHERE status = 'active'")
            await products_changed(connection, [row["id"] for row in rows])
        # An earlier release's cards lack only what is new, so nobody waits for theirs.
        if await connection.fetchval(ADOPT_SHAPE, SHAPE):
            await enqueue_all(connection, [("products.build_cards_anew", CardsToBuild())])
