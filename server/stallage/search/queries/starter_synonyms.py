"""The starter set of synonyms without what operators switched off or replaced."""

from __future__ import annotations

from collections.abc import Iterator, Set

from stallage.core.db import Connection
from stallage.search.formats import starter_synonyms
from stallage.search.index.words import stems_of
from stallage.search.rules import WHOLE_SET, SynonymGroup
from stallage.search.schemas.starter_synonyms import StarterSynonym, StarterSynonyms

OFF = "SELECT phrase FROM starter_synonyms_off"
OWN = "SELECT phrase FROM search_synonyms"


async def starter_set(connection: Connection, language: str) -> StarterSynonyms:
    """Return the starter set of a language, for operators."""
    off = await switched_off(connection)
    own = {stems_of(row["phrase"], language) for row in await connection.fetch(OWN)}
    return StarterSynonyms(
        is_on=WHOLE_SET not in off,
        groups=[_group(one, off, own, language) for one in starter_synonyms(language)],
    )


def starter_pairs(off: Set[str], language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each phrase of the groups that are not switched off, with what it finds too."""
    groups = () if WHOLE_SET in off else starter_synonyms(language)
    return (pair for one in groups if one.phrase not in off for pair in one.pairs())


async def switched_off(connection: Connection) -> frozenset[str]:
    """Return the phrases of the groups that operators switched off."""
    return frozenset(row["phrase"] for row in await connection.fetch(OFF))


def _group(group: SynonymGroup, off: Set[str], own: Set[str], language: str) -> StarterSynonym:
    return StarterSynonym(
        phrase=group.phrase,
        alternatives=list(group.alternatives),
        both_ways=group.both_ways,
        is_on=group.phrase not in off,
        replaced=[phrase for phrase, _ in group.pairs() if stems_of(phrase, language) in own],
    )
