"""Add, change and delete synonyms."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.search.queries.synonyms import synonym_by_id
from stallage.search.rules import MAX_SYNONYMS
from stallage.search.schemas.synonyms import SynonymDetails, SynonymInput

TAKEN = "There are synonyms for this already."
SAME = "This is the phrase itself."
TOO_MANY = f"A shop can have {MAX_SYNONYMS:,} synonyms."

# Writers take turns, so that no phrase gets synonyms twice and the number stays bounded.
LOCK = "SELECT pg_advisory_xact_lock(hashtext('search_synonyms'))"
TAKEN_BY = "SELECT id FROM search_synonyms WHERE lower(phrase) = lower($1)"
COUNT = "SELECT count(*) FROM search_synonyms"
ADD = """
    INSERT INTO search_synonyms (phrase, alternatives, both_ways, updated_at) VALUES ($1, $2, $3, $4)
    RETURNING id
"""
CHANGE = """
    UPDATE search_synonyms SET phrase = $2, alternatives = $3, both_ways = $4, updated_at = $5
    WHERE id = $1
"""
DELETE = "DELETE FROM search_synonyms WHERE id = $1"


async def add_synonym(connection: Connection, new: SynonymInput) -> SynonymDetails:
    """Add synonyms of a phrase. Raises InvalidFields."""
    await connection.execute(LOCK)
    await _check(connection, None, new)
    if await connection.fetchval(COUNT) >= MAX_SYNONYMS:
        raise InvalidFields(fields={"phrase": [TOO_MANY]})
    synonym_id = await connection.fetchval(
        ADD, new.phrase, new.alternatives, new.both_ways, clock.now()
    )
    added = await synonym_by_id(connection, synonym_id)
    await record(connection, "synonym.added", _subject(added), after=_audited(added))
    return added


async def change_synonym(
    connection: Connection, synonym_id: int, changed: SynonymInput, if_match: str | None
) -> SynonymDetails:
    """Replace synonyms. Raises NotFound, PreconditionRequired, EditConflict and InvalidFields."""
    await connection.execute(LOCK)
    before = await synonym_by_id(connection, synonym_id)
    check_match(if_match, before.etag, before)
    await _check(connection, synonym_id, changed)
    await connection.execute(
        CHANGE, synonym_id, changed.phrase, changed.alternatives, changed.both_ways, clock.now()
    )
    after = await synonym_by_id(connection, synonym_id)
    await record(
        connection,
        "synonym.changed",
        _subject(after),
        before=_audited(before),
        after=_audited(after),
    )
    return after


async def delete_synonym(connection: Connection, synonym_id: int) -> None:
    """Delete synonyms. Raises NotFound."""
    await connection.execute(LOCK)
    before = await synonym_by_id(connection, synonym_id)
    await connection.execute(DELETE, synonym_id)
    await record(connection, "synonym.deleted", _subject(before), before=_audited(before))


async def _check(connection: Connection, synonym_id: int | None, entered: SynonymInput) -> None:
    taken_by = await connection.fetchval(TAKEN_BY, entered.phrase)
    if taken_by is not None and taken_by != synonym_id:
        raise InvalidFields(fields={"phrase": [TAKEN]})
    same = {
        f"alternatives.{place}": [SAME]
        for place, one in enumerate(entered.alternatives)
        if one.casefold() == entered.phrase.casefold()
    }
    if same:
        raise InvalidFields(fields=same)


def _subject(synonym: SynonymDetails) -> Subject:
    return Subject("synonym", synonym.id, synonym.phrase)


def _audited(synonym: SynonymDetails) -> JsonObject:
    return synonym.model_dump(mode="json", include={"phrase", "alternatives", "both_ways"})
