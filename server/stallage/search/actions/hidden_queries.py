"""Hide queries from the suggestions, and show them again."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.search.rules import MAX_HIDDEN

TOO_MANY = f"A shop can hide {MAX_HIDDEN:,} queries."

LOCK = "SELECT pg_advisory_xact_lock(hashtext('hidden_queries'))"
COUNT = "SELECT count(*) FROM hidden_queries"
HIDE = """
    INSERT INTO hidden_queries (folded, query) VALUES (lower(unaccent($1)), $1)
    ON CONFLICT DO NOTHING RETURNING query
"""
SHOW = "DELETE FROM hidden_queries WHERE folded = lower(unaccent($1)) RETURNING query"


async def hide_query(connection: Connection, query: str) -> None:
    """Suggest a query no more. Raises InvalidFields if too many are hidden."""
    await connection.execute(LOCK)
    if await connection.fetchval(COUNT) >= MAX_HIDDEN:
        raise InvalidFields(fields={"query": [TOO_MANY]})
    if await connection.fetchval(HIDE, query) is not None:
        await record(connection, "suggestion.hidden", _subject(query))


async def show_query(connection: Connection, query: str) -> None:
    """Let a hidden query be suggested again. Raises NotFound."""
    if await connection.fetchval(SHOW, query) is None:
        raise NotFound
    await record(connection, "suggestion.shown", _subject(query))


def _subject(query: str) -> Subject:
    return Subject("suggestion", query, query)
