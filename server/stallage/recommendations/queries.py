"""Read recommendations as cards of products that are on sale and in stock.

Gift cards are left out, since they need input on their page. All functions return JSON of `list[Card]`.
"""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection, Database
from stallage.recommendations.rules import MAX_SHOWN
from stallage.search.index.engine import SearchReader
from stallage.storefront.queries.similar import related_products

# For several products, scores are added up, so that what goes with most of them comes first.
BOUGHT_TOGETHER = """
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

POPULAR = """
    SELECT string_agg(shown.card, ',' ORDER BY shown.score DESC, shown.id) FROM (
        SELECT p.id, p.card, popular.score
        FROM popular_products popular JOIN products_view p ON p.id = popular.product_id
        WHERE p.card IS NOT NULL AND p.in_stock AND p.gift_card IS NULL
        ORDER BY popular.score DESC, p.id LIMIT $1
    ) shown
"""

# The products of SKUs by their first SKU, in the order of the request.
VIEWED = """
    SELECT array(
        SELECT s.product_id FROM unnest($1::bigint[]) WITH ORDINALITY AS viewed (id, place)
        JOIN skus_view s USING (id) GROUP BY s.product_id ORDER BY min(viewed.place)
    )
"""

# Scores are added up as above. That what was viewed last counts more does not raise the hit rate.
GO_WITH_VIEWED = """
    SELECT array(
        SELECT candidate.id FROM (
            SELECT other_id AS id, sum(score) AS score
            FROM bought_together WHERE product_id = ANY($1::bigint[]) GROUP BY other_id
        ) candidate
        JOIN products_view p USING (id)
        WHERE p.card IS NOT NULL AND p.in_stock AND p.gift_card IS NULL
            AND p.id <> ALL($1::bigint[])
        ORDER BY candidate.score DESC, candidate.id LIMIT $2
    )
"""

# $1 in this order, then popular products if $4, without $2.
CARDS_IN_STOCK = """
    SELECT string_agg(shown.card, ',' ORDER BY shown.is_popular, shown.place) FROM (
        SELECT p.card, chosen.is_popular, chosen.place
        FROM (
            SELECT DISTINCT ON (id) id, is_popular, place FROM (
                SELECT id, false AS is_popular, place
                FROM unnest($1::bigint[]) WITH ORDINALITY AS given (id, place)
                UNION ALL
                SELECT product_id, true, row_number() OVER (ORDER BY score DESC, product_id)
                FROM popular_products WHERE $4
            ) candidate
            ORDER BY id, is_popular, place
        ) chosen
        JOIN products_view p USING (id)
        WHERE p.card IS NOT NULL AND p.in_stock AND p.gift_card IS NULL
            AND p.id <> ALL($2::bigint[])
        ORDER BY chosen.is_popular, chosen.place LIMIT $3
    ) shown
"""


async def bought_together_cards(
    connection: Connection, product_ids: Sequence[int], sku_ids: Sequence[int], limit: int
) -> bytes:
    """Return products that are often bought with these; `sku_ids` count as their products."""
    return _as_list(
        await connection.fetchval(BOUGHT_TOGETHER, list(product_ids), list(sku_ids), limit)
    )


async def related_cards(
    database: Database, engine: SearchReader, product_id: int, limit: int
) -> bytes:
    """Return products chosen by hand for a product, then similar ones."""
    ids = await related_products(database, engine, product_id, MAX_SHOWN)
    async with database.public_reading() as connection:
        return _as_list(await connection.fetchval(CARDS_IN_STOCK, ids, [product_id], limit, False))


async def viewed_cards(
    database: Database, engine: SearchReader, sku_ids: Sequence[int], limit: int
) -> bytes:
    """Return products for a shopper who viewed these SKUs, newest first.

    First what is bought with the viewed products, then products related to the newest one, then popular
    ones. None if no viewed SKU exists.
    """
    async with database.public_reading() as connection:
        viewed: list[int] = await connection.fetchval(VIEWED, list(sku_ids))
        if not viewed:
            return b"[]"
        ids: list[int] = await connection.fetchval(GO_WITH_VIEWED, viewed, limit)
    if len(ids) < limit:
        ids += await related_products(database, engine, viewed[0], MAX_SHOWN)
    async with database.public_reading() as connection:
        return _as_list(await connection.fetchval(CARDS_IN_STOCK, ids, viewed, limit, True))


async def popular_cards(connection: Connection, limit: int) -> bytes:
    """Return products that were ordered most in the last weeks."""
    return _as_list(await connection.fetchval(POPULAR, limit))


def _as_list(cards: str | None) -> bytes:
    return f"[{cards or ''}]".encode()
