"""Rebuild the suggestions that are shown while a shopper types, and count searches without result."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.search.rules import MAX_FAILED_QUERIES

# Suggested queries are product types, brands, tags, words of titles, and pairs of words that several
# titles share. Numbers and single characters are not suggested.
REBUILD = """
    WITH on_sale AS MATERIALIZED (
        SELECT id, title, product_type, tags, brand_id FROM products_view WHERE card IS NOT NULL
    ),
    words AS (
        SELECT p.id, w.place, lower(w.word) AS word
        FROM on_sale p,
            regexp_split_to_table(p.title, '[^[:alnum:]''’]+') WITH ORDINALITY AS w (word, place)
        WHERE w.word ~ '[[:alpha:]]' AND length(w.word) > 1
    ),
    queries AS (
        SELECT word AS term, count(DISTINCT id) AS weight FROM words
        WHERE length(word) > 2 GROUP BY word
        UNION ALL
        SELECT a.word || ' ' || b.word, count(DISTINCT a.id)
        FROM words a JOIN words b ON b.id = a.id AND b.place = a.place + 1
        GROUP BY 1 HAVING count(DISTINCT a.id) > 1
        UNION ALL
        SELECT lower(product_type), count(*) * 2 FROM on_sale WHERE product_type <> '' GROUP BY 1
        UNION ALL
        SELECT lower(tag), count(*) FROM on_sale, unnest(tags) tag WHERE tag <> '' GROUP BY 1
        UNION ALL
        SELECT b.name, count(*) * 2 FROM on_sale p JOIN brands_view b ON b.id = p.brand_id GROUP BY 1
    ),
    entries AS (
        SELECT 'query' AS kind, max(term) AS term, '' AS target,
            lower(unaccent(term)) AS folded, max(weight) AS weight
        FROM queries WHERE length(term) <= 60 GROUP BY lower(unaccent(term))
        UNION ALL
        SELECT 'category', c.title, c.slug, lower(unaccent(c.title)), count(DISTINCT p.id)
        FROM categories_view c
        JOIN categories_view below ON c.id = ANY(below.path)
        JOIN product_categories_view pc ON pc.category_id = below.id
        JOIN on_sale p ON p.id = pc.product_id
        GROUP BY c.id, c.title, c.slug
    ),
    removed AS (
        DELETE FROM lexicon l WHERE NOT EXISTS (
            SELECT FROM entries e WHERE (e.kind, e.term, e.target) = (l.kind, l.term, l.target))
    )
    INSERT INTO lexicon (kind, term, target, folded, weight)
    SELECT kind, term, target, folded, weight FROM entries
    ON CONFLICT (kind, term, target) DO UPDATE
        SET folded = excluded.folded, weight = excluded.weight
        WHERE (lexicon.folded, lexicon.weight) <> (excluded.folded, excluded.weight)
"""

LOCK = "SELECT pg_advisory_xact_lock(hashtext('lexicon'))"


async def rebuild_lexicon(connection: Connection) -> None:
    """Update the lexicon to the products on sale. Unchanged entries are not written."""
    await connection.execute(LOCK)
    await connection.execute(REBUILD)


# A bounded number of different queries a day, so that nobody can fill the disk with invented words.
COUNT_FAILED = """
    INSERT INTO failed_searches (day, query, times)
    SELECT $1, f.query, f.times FROM unnest($2::text[], $3::bigint[]) AS f (query, times)
    WHERE (SELECT count(*) FROM failed_searches WHERE day = $1) < $4
        OR EXISTS (SELECT FROM failed_searches k WHERE k.day = $1 AND k.query = f.query)
    ORDER BY f.query
    ON CONFLICT (day, query) DO UPDATE SET times = failed_searches.times + excluded.times
"""
DELETE_FAILED = """
    DELETE FROM failed_searches WHERE (day, query) IN (
        SELECT day, query FROM failed_searches WHERE day < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


async def count_failed_searches(
    connection: Connection, day: date, times: Mapping[str, int]
) -> None:
    """Add searches without result to the sums of a day."""
    await connection.execute(
        COUNT_FAILED, day, list(times), list(times.values()), MAX_FAILED_QUERIES
    )


async def delete_failed_searches(connection: Connection, before: date, limit: int) -> int:
    """Delete up to `limit` sums of days before `before`; return how many."""
    return affected_rows(await connection.execute(DELETE_FAILED, before, limit))
