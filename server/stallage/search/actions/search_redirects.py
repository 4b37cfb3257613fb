"""Add, change and delete redirects of searches."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.search.queries.search_redirects import search_redirect_by_id
from stallage.search.rules import MAX_SEARCH_REDIRECTS, fold_phrase, is_redirect_target
from stallage.search.schemas.search_redirects import SearchRedirectDetails, SearchRedirectInput

TAKEN = "This search leads to a page already."
BAD_TARGET = "Enter the path of a page of this shop other than the search, such as /page/returns."
TOO_MANY = f"A shop can have {MAX_SEARCH_REDIRECTS:,} redirects of searches."

# Writers take turns, so that no phrase has two redirects and the number stays bounded.
LOCK = "SELECT pg_advisory_xact_lock(hashtext('search_redirects'))"
TAKEN_BY = "SELECT id FROM search_redirects WHERE folded = $1"
COUNT = "SELECT count(*) FROM search_redirects"
ADD = """
    INSERT INTO search_redirects (phrase, folded, target, updated_at) VALUES ($1, $2, $3, $4)
    RETURNING id
"""
CHANGE = """
    UPDATE search_redirects SET phrase = $2, folded = $3, target = $4, updated_at = $5 WHERE id = $1
"""
DELETE = "DELETE FROM search_redirects WHERE id = $1"


async def add_search_redirect(
    connection: Connection, new: SearchRedirectInput
) -> SearchRedirectDetails:
    """Add a redirect. Raises InvalidFields."""
    await connection.execute(LOCK)
    await _check(connection, None, new)
    if await connection.fetchval(COUNT) >= MAX_SEARCH_REDIRECTS:
        raise InvalidFields(fields={"phrase": [TOO_MANY]})
    redirect_id = await connection.fetchval(
        ADD, new.phrase, fold_phrase(new.phrase), new.target, clock.now()
    )
    added = await search_redirect_by_id(connection, redirect_id)
    await record(connection, "search_redirect.added", _subject(added), after=_audited(added))
    return added


async def change_search_redirect(
    connection: Connection, redirect_id: int, changed: SearchRedirectInput, if_match: str | None
) -> SearchRedirectDetails:
    """Replace a redirect. Raises NotFound, PreconditionRequired, EditConflict and InvalidFields."""
    await connection.execute(LOCK)
    before = await search_redirect_by_id(connection, redirect_id)
    check_match(if_match, before.etag, before)
    await _check(connection, redirect_id, changed)
    folded = fold_phrase(changed.phrase)
    await connection.execute(
        CHANGE, redirect_id, changed.phrase, folded, changed.target, clock.now()
    )
    after = await search_redirect_by_id(connection, redirect_id)
    await record(
        connection,
        "search_redirect.changed",
        _subject(after),
        before=_audited(before),
        after=_audited(after),
    )
    return after


async def delete_search_redirect(connection: Connection, redirect_id: int) -> None:
    """Delete a redirect. Raises NotFound."""
    await connection.execute(LOCK)
    before = await search_redirect_by_id(connection, redirect_id)
    await connection.execute(DELETE, redirect_id)
    await record(connection, "search_redirect.deleted", _subject(before), before=_audited(before))


async def _check(
    connection: Connection, redirect_id: int | None, entered: SearchRedirectInput
) -> None:
    if not is_redirect_target(entered.target):
        raise InvalidFields(fields={"target": [BAD_TARGET]})
    taken_by = await connection.fetchval(TAKEN_BY, fold_phrase(entered.phrase))
    if taken_by is not None and taken_by != redirect_id:
        raise InvalidFields(fields={"phrase": [TAKEN]})


def _subject(redirect: SearchRedirectDetails) -> Subject:
    return Subject("search_redirect", redirect.id, redirect.phrase)


def _audited(redirect: SearchRedirectDetails) -> JsonObject:
    return redirect.model_dump(mode="json", include={"phrase", "target"})
