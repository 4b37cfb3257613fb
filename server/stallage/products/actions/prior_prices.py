"""Store the prices that reductions refer to under the prior price rule."""

from __future__ import annotations

from datetime import datetime

from stallage.core.db import Connection
from stallage.products.sql.price_history import lowest_before
from stallage.products.sql.prices import PRIOR_PRICE_RULE, merchant_reductions

# If the rule does not apply, nothing is found and earlier rows are deleted.
STORE = f"""
    WITH reductions AS MATERIALIZED (
        SELECT k.sku_id, k.price, lowest.price AS prior_price
        FROM ({merchant_reductions("s.product_id = ANY($1::bigint[]) AND s.active", "$2")}) k
        JOIN skus s ON s.id = k.sku_id
        CROSS JOIN LATERAL (SELECT {lowest_before("$2")} AS price OFFSET 0) lowest
        WHERE {PRIOR_PRICE_RULE} AND lowest.price > k.price
    ),
    outdated AS (
        DELETE FROM prior_prices stored USING skus s
        WHERE s.id = stored.sku_id AND s.product_id = ANY($1::bigint[])
            AND stored.sku_id NOT IN (SELECT sku_id FROM reductions)
    )
    INSERT INTO prior_prices AS stored (sku_id, price, prior_price)
    SELECT sku_id, price, prior_price FROM reductions
    ON CONFLICT (sku_id) DO UPDATE SET price = excluded.price, prior_price = excluded.prior_price
    WHERE (stored.price, stored.prior_price) <> (excluded.price, excluded.prior_price)
"""


async def store_prior_prices(connection: Connection, product_ids: list[int], now: datetime) -> None:
    """Compute the prior prices of products whose rows the caller has locked.

    They depend on prices, sales and the rule, not on stock.
    """
    await connection.execute(STORE, product_ids, now)
