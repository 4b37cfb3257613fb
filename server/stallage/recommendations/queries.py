"""Read recommendations."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.recommendations.rules import SHOWN

# For several products, scores are added up, so that what goes with most of them comes first.
RECOMMENDED_CARDS = """
    WITH requested AS MATERIALIZED (
        SELECT unnest($1::bigint[]) AS id
        UNION SELECT product_id FROM skus_view WHERE id = ANY($2::bigint[])
    )
    SELECT string_agg(shown.card, ',' ORDER BY shown.score DESC, shown.id) FROM (
        SELECT p.id, p.card, candidate.score
        FROM (
            SELECT b.other_id, sum(b.score) AS score
            FROM requested JOIN bought_together b ON b.product_id = requested.id
            GROUP BY b.other_id
        ) candidate
        JOIN products_view p ON p.id = candidate.other_id
        WHERE p.card IS NOT NULL AND p.in_stock AND p.gift_card IS NULL
            AND p.id NOT IN (SELECT id FROM requested)
        ORDER BY candidate.score DESC, p.id LIMIT $3
    ) shown
"""


async def recommended_cards(
    connection: Connection, product_ids: Sequence[int], sku_ids: Sequence[int]
) -> bytes:
    """Return cards of in-stock products often bought with these products, as JSON of `list[Card]`.

    `sku_ids` count as their products. Gift cards are left out, since they need input on their page.
    """
    cards: str | None = await connection.fetchval(
        RECOMMENDED_CARDS, list(product_ids), list(sku_ids), SHOWN
    )
    return f"[{cards or ''}]".encode()
