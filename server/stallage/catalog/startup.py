"""What the catalogue opens in a process before it serves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import structlog

from stallage.catalog.actions.cards import CardsToBuild, products_changed
from stallage.catalog.cards import SHAPE
from stallage.catalog.prior_price_rule import rule_applies
from stallage.catalog.shelf import opened_shelf
from stallage.core.runtime import Runtime
from stallage.core.work import enqueue_all

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
    """Cards for these settings and an index to search, built first where need be."""
    try:
        await _adopt_settings(runtime)
    except asyncpg.UndefinedTableError:
        # The process lives and says at /readyz what is to be done.
        log.error("schema_not_current", mend="stallage migrate")
        yield
        return
    async with opened_shelf(runtime):
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
            await enqueue_all(connection, [("catalog.build_cards_anew", CardsToBuild())])
