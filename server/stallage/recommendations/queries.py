"""What goes with some products."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.recommendations.rules import SHOWN

# The cards are stored ready to send; of several products, what goes with most of them comes first.
CARDS_BESIDE = """
    WITH wanted AS MATERIALIZED (
        SELECT unnest($1::bigint[]) AS id
        UNION SELECT product_id FROM skus WHERE id = ANY($2::bigint[])
    )
    SELECT string_agg(shown.card, ',' ORDER BY shown.score DESC, shown.id) FROM (
        SELECT p.id, p.card, sum(b.score) AS score
        FROM wanted JOIN bought_together b ON b.product_id = wanted.id
        JOIN products p ON p.id = b.other_id
        WHERE p.card IS NOT NULL AND p.in_stock AND p.gift_card IS NULL
            AND p.id NOT IN (SELECT id FROM wanted)
        GROUP BY p.id
        ORDER BY score DESC, p.id LIMIT $3
    ) shown
"""


async def cards_beside(
    connection: Connection, product_ids: Sequence[int], sku_ids: Sequence[int]
) -> bytes:
    """Cards of what is often bought with these products and is in stock, as a JSON list. No gift cards:
    those are filled in on their page.

    `sku_ids` stand for their products.
    """
    cards: str | None = await connection.fetchval(
        CARDS_BESIDE, list(product_ids), list(sku_ids), SHOWN
    )
    return f"[{cards or ''}]".encode()
