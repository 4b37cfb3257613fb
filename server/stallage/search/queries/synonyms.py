"""Synonyms and searches without result, for operators and for searching."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import date, timedelta
from functools import lru_cache

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.search.index.words import stems_of
from stallage.search.queries.search_redirects import search_redirects, targets_by_phrase
from stallage.search.queries.starter_synonyms import starter_pairs, switched_off
from stallage.search.rules import SHOWN_DAYS, SynonymGroup, Synonyms, fold_phrase
from stallage.search.schemas.search_words import MissedSearch, SearchWords
from stallage.search.schemas.synonyms import SynonymDetails

MAX_MISSED = 100

ALL = """
    SELECT id, phrase, alternatives, both_ways FROM search_synonyms ORDER BY lower(phrase), id
"""
ONE = "SELECT id, phrase, alternatives, both_ways FROM search_synonyms WHERE id = $1"
MISSED = """
    SELECT query, sum(times)::bigint AS times FROM failed_searches WHERE day >= $1
    GROUP BY query ORDER BY sum(times) DESC, query LIMIT $2
"""


async def search_words(
    connection: Connection, today: date, language: str, leads_somewhere: Callable[[str], bool]
) -> SearchWords:
    """Return the most frequent searches without result of the last days, all synonyms and redirects.

    `leads_somewhere`: whether there is a page at the path of a redirect.
    """
    missed = await connection.fetch(MISSED, today - timedelta(days=SHOWN_DAYS - 1), MAX_MISSED)
    synonyms = await synonyms_of_shop(connection, language)
    targets = await targets_by_phrase(connection)
    return SearchWords(
        days=SHOWN_DAYS,
        missed=[
            MissedSearch(
                **row,
                has_synonyms=synonyms.has(stems_of(row["query"], language)),
                has_redirect=leads_somewhere(targets.get(fold_phrase(row["query"]), "")),
            )
            for row in missed
        ],
        synonyms=[_details(row) for row in await connection.fetch(ALL)],
        redirects=await search_redirects(connection, leads_somewhere),
    )


async def synonym_by_id(connection: Connection, synonym_id: int) -> SynonymDetails:
    """Return the synonyms of a phrase. Raises NotFound."""
    row = await connection.fetchrow(ONE, synonym_id)
    if row is None:
        raise NotFound
    return _details(row)


async def synonyms_of_shop(connection: Connection, language: str) -> Synonyms:
    """Return what each phrase finds too, by the stems of its words.

    Where the shop has synonyms of a phrase, those of the starter set do not count.
    """
    entered = tuple(
        SynonymGroup(row["phrase"], tuple(row["alternatives"]), row["both_ways"])
        for row in await connection.fetch(ALL)
    )
    return _combined(entered, await switched_off(connection), language)


@lru_cache(maxsize=2)
def _combined(entered: tuple[SynonymGroup, ...], off: frozenset[str], language: str) -> Synonyms:
    """Return the shop's synonyms and those of the starter set. Folding its phrases takes 20 ms."""
    own: defaultdict[str, list[str]] = defaultdict(list)
    for one in entered:
        own[stems_of(one.phrase, language)].extend(one.alternatives)
        if one.both_ways:
            for alternative in one.alternatives:
                own[stems_of(alternative, language)].append(one.phrase)
    own_phrases = {stems_of(one.phrase, language) for one in entered}
    for phrase, others in starter_pairs(off, language):
        stems = stems_of(phrase, language)
        if stems not in own_phrases:
            own[stems].extend(others)
    return Synonyms.of(own)


def _details(row: Record) -> SynonymDetails:
    return SynonymDetails(**row, etag=etag_of(*row.values()))
