"""Store the settings that product cards are built with."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.jobs import enqueue_all
from stallage.products.actions.cards import CardsToRebuild, refresh_products
from stallage.products.rules.price_rounding import RoundingRule
from stallage.products.sql.cards import SHAPE

STORE_SETTINGS = """
    UPDATE catalogue_state SET currency = $1, low_stock = $2, prior_price_rule = $3
    WHERE (currency, low_stock, prior_price_rule) <> ($1, $2, $3)
    RETURNING true
"""

STORE_SHAPE = """
    UPDATE catalogue_state SET card_shape = $1 WHERE card_shape <> $1
    RETURNING EXISTS (SELECT FROM products WHERE card IS NOT NULL)
"""

END_ROUNDING = """
    UPDATE price_roundings SET ended_at = now()
    WHERE ended_at IS NULL AND (step, ending) <> ($1, $2)
"""

START_ROUNDING = """
    INSERT INTO price_roundings (step, ending, started_at) SELECT $1, $2, now()
    WHERE NOT EXISTS (SELECT FROM price_roundings WHERE ended_at IS NULL)
    RETURNING true
"""


async def apply_card_settings(
    connection: Connection,
    *,
    currency: str,
    low_stock: int,
    prior_price_rule: bool,
    rounding: RoundingRule,
) -> None:
    """Rebuild all cards if a setting that they show has changed."""
    await apply_rounding(connection, rounding)
    if await connection.fetchval(STORE_SETTINGS, currency, low_stock, prior_price_rule):
        rows = await connection.fetch("SELECT id FROM products WHERE status = 'active'")
        await refresh_products(connection, [row["id"] for row in rows])
    # Cards of an earlier release only lack what is new, so they are rebuilt in the background.
    if await connection.fetchval(STORE_SHAPE, SHAPE):
        await enqueue_all(connection, [("products.rebuild_all_cards", CardsToRebuild())])


async def apply_rounding(connection: Connection, rule: RoundingRule) -> None:
    """Round sale prices by this rule from now on. Product pages and carts follow at once, cards soon."""
    await connection.execute(END_ROUNDING, rule.step, rule.ending)
    if await connection.fetchval(START_ROUNDING, rule.step, rule.ending):
        await enqueue_all(connection, [("products.show_rounded_prices", CardsToRebuild())])
