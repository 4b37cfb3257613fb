"""What goes with some products."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.recommendations.rules import SHOWN

# The cards are stored ready to send; of several products, what goes with most of them comes first.
CARDS_BESIDE = """
    SELECT string_agg(shown.card, ',' ORDER BY shown.score DESC, shown.id) FROM (
        SELECT p.id, p.card, sum(b.score) AS score
        FROM bought_together b JOIN products p ON p.id = b.other_id
        WHERE b.product_id = ANY($1::bigint[]) AND p.id <> ALL($1::bigint[])
            AND p.card IS NOT NULL AND p.in_stock
        GROUP BY p.id
        ORDER BY score DESC, p.id LIMIT $2
    ) shown
"""


async def cards_beside(connection: Connection, product_ids: Sequence[int]) -> bytes:
    """Cards of what is often bought with these products and is in stock, as a JSON list."""
    cards: str | None = await connection.fetchval(CARDS_BESIDE, list(product_ids), SHOWN)
    return f"[{cards or ''}]".encode()
