"""Rebuild the suggestions that are shown while a shopper types."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from stallage.core import clock
from stallage.core.db import Connection
from stallage.search.rules import (
    HALF_LIFE_DAYS,
    MAX_SEARCHED,
    MAX_SUGGESTED_LENGTH,
    MIN_SHOPPERS,
    REBUILD_SHARE,
    SHOWN_DAYS,
)

MAX_PAUSE = timedelta(hours=1)
TOLERANCE = timedelta(seconds=10)
"""How much earlier a rebuild may start: the queue goes by the clock of the database's machine."""

# Suggested queries are product types, tags, words of titles, and pairs of words that several
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
    pairs AS (
        SELECT id, word, place, lead(word) OVER w AS next, lead(place) OVER w AS next_place
        FROM words WINDOW w AS (PARTITION BY id ORDER BY place)
    ),
    queries AS (
        SELECT word AS term, count(DISTINCT id) AS weight FROM words
        WHERE length(word) > 2 GROUP BY word
        UNION ALL
        SELECT word || ' ' || next, count(DISTINCT id) FROM pairs
        WHERE next_place = place + 1 GROUP BY 1 HAVING count(DISTINCT id) > 1
        UNION ALL
        SELECT lower(product_type), count(*) * 2 FROM on_sale WHERE product_type <> '' GROUP BY 1
        UNION ALL
        SELECT lower(tag), count(*) FROM on_sale, unnest(tags) tag WHERE tag <> '' GROUP BY 1
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
        UNION ALL
        SELECT 'brand', b.name, b.slug, lower(unaccent(b.name)), count(*)
        FROM on_sale p JOIN brands_view b ON b.id = p.brand_id GROUP BY b.id, b.name, b.slug
    ),
    removed AS (
        DELETE FROM lexicon l WHERE kind <> 'searched' AND NOT EXISTS (
            SELECT FROM entries e WHERE (e.kind, e.term, e.target) = (l.kind, l.term, l.target))
    )
    INSERT INTO lexicon (kind, term, target, folded, weight)
    SELECT kind, term, target, folded, weight FROM entries
    ON CONFLICT (kind, term, target) DO UPDATE
        SET folded = excluded.folded, weight = excluded.weight
        WHERE (lexicon.folded, lexicon.weight) <> (excluded.folded, excluded.weight)
"""

# What several shoppers have searched for. A query that found nothing since is left out, whoever made it.
RENEW_SEARCHED = """
    WITH found AS (
        SELECT query, max(day) AS last,
            sum(shoppers * 0.5 ^ (($1::date - day) / $3::float)) AS weight
        FROM found_searches WHERE day > $1::date - $4::int AND day <= $1::date
        GROUP BY query HAVING sum(shoppers) >= $2
    ),
    entries AS (
        SELECT min(query) AS term, lower(unaccent(query)) AS folded,
            ceil(sum(weight) * 10)::bigint AS weight
        FROM found f
        WHERE length(query) BETWEEN 2 AND $5 AND NOT EXISTS (
            SELECT FROM failed_searches k WHERE k.query = f.query AND k.day >= f.last)
        GROUP BY lower(unaccent(query)) ORDER BY 3 DESC, 2 LIMIT $6
    ),
    removed AS (
        DELETE FROM lexicon l WHERE kind = 'searched'
            AND NOT EXISTS (SELECT FROM entries e WHERE e.term = l.term)
    )
    INSERT INTO lexicon (kind, term, target, folded, weight)
    SELECT 'searched', term, '', folded, weight FROM entries
    ON CONFLICT (kind, term, target) DO UPDATE
        SET folded = excluded.folded, weight = excluded.weight
        WHERE (lexicon.folded, lexicon.weight) <> (excluded.folded, excluded.weight)
"""

LOCK = "SELECT pg_advisory_xact_lock(hashtext('lexicon'))"
STATE = "SELECT started_at, finished_at FROM lexicon_state"
SET_STATE = """
    INSERT INTO lexicon_state (id, started_at, finished_at) VALUES (1, $1, $2)
    ON CONFLICT (id) DO UPDATE
        SET started_at = excluded.started_at, finished_at = excluded.finished_at
"""


async def rebuild_lexicon(connection: Connection) -> None:
    """Update the lexicon to the products on sale. Unchanged entries are not written."""
    await connection.execute(LOCK)
    started_at = clock.now()
    await connection.execute(REBUILD)
    await connection.execute(SET_STATE, started_at, clock.now())


async def rebuild_due(connection: Connection) -> datetime | None:
    """Return when the lexicon may be rebuilt again; None if it never was.

    It reads the whole catalogue. So the more products there are, the rarer it is.
    """
    row = await connection.fetchrow(STATE)
    if row is None:
        return None
    pause = (row["finished_at"] - row["started_at"]) * REBUILD_SHARE
    due: datetime = row["finished_at"] + min(pause, MAX_PAUSE)
    return due


async def rebuild_lexicon_if_due(connection: Connection) -> datetime | None:
    """Rebuild the lexicon and return None; or return when that is due, if it is not yet."""
    await connection.execute(LOCK)
    due = await rebuild_due(connection)
    if due is not None and due > clock.now() + TOLERANCE:
        return due
    await rebuild_lexicon(connection)
    return None


async def renew_searched_queries(connection: Connection, today: date) -> None:
    """Update the suggested queries of shoppers, which weigh less with each day. `today`: the shop's."""
    await connection.execute(LOCK)
    await connection.execute(
        RENEW_SEARCHED,
        today,
        MIN_SHOPPERS,
        HALF_LIFE_DAYS,
        SHOWN_DAYS,
        MAX_SUGGESTED_LENGTH,
        MAX_SEARCHED,
    )
