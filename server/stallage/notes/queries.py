"""Reads notes, mentions and the operators who can be mentioned."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.cursors import CursorPage, CursorQuery, slice_of
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.notes.drafts import FoundSubject, MentionToEmail
from stallage.notes.rules import PERMISSIONS, SubjectKind
from stallage.notes.schemas import Mention, Mentionable, Note
from stallage.notes.sql import SUBJECTS
from stallage.operators.queries import permissions_of

NOTES = """
    SELECT n.id, n.author_id, n.author_name, n.text, n.created_at, n.edited_at,
        (SELECT coalesce(array_agg(o.name ORDER BY o.name), '{}')
            FROM note_mentions m JOIN operators_view o ON o.id = m.operator_id
            WHERE m.note_id = n.id) AS mentions
    FROM notes n WHERE n.deleted_at IS NULL
"""
NOTE = NOTES + "AND n.id = $1 AND n.subject_kind = ANY($2::text[])"
FIRST = NOTES + "AND n.subject_kind = $1 AND n.subject_id = $2 ORDER BY n.id DESC LIMIT $3"
AFTER = (
    NOTES
    + "AND n.subject_kind = $1 AND n.subject_id = $2 AND n.id < $4 ORDER BY n.id DESC LIMIT $3"
)
BEFORE = (
    NOTES + "AND n.subject_kind = $1 AND n.subject_id = $2 AND n.id > $4 ORDER BY n.id LIMIT $3"
)

MENTIONS = """
    SELECT n.id AS note_id, n.subject_kind, n.subject_key, n.subject_label, n.author_name, n.text,
        n.created_at, m.read_at
    FROM note_mentions m JOIN notes n ON n.id = m.note_id
    WHERE m.operator_id = $1 AND n.deleted_at IS NULL AND n.subject_kind = ANY($2::text[])
"""
MENTIONS_FIRST = MENTIONS + "ORDER BY m.note_id DESC LIMIT $3"
MENTIONS_AFTER = MENTIONS + "AND m.note_id < $4 ORDER BY m.note_id DESC LIMIT $3"
MENTIONS_BEFORE = MENTIONS + "AND m.note_id > $4 ORDER BY m.note_id LIMIT $3"

UNREAD = """
    SELECT count(*) FROM (
        SELECT FROM note_mentions m JOIN notes n ON n.id = m.note_id
        WHERE m.operator_id = $1 AND m.read_at IS NULL AND n.deleted_at IS NULL
            AND n.subject_kind = ANY($2::text[]) LIMIT 100) u
"""

OPERATORS = """
    SELECT id, name, role, permissions FROM operators_view WHERE disabled_at IS NULL ORDER BY name, id
"""

TO_EMAIL = """
    SELECT o.email, n.author_name, n.subject_kind, n.subject_key, n.subject_label, n.text
    FROM note_mentions m JOIN notes n ON n.id = m.note_id
    JOIN operators_view o ON o.id = m.operator_id
    WHERE m.note_id = $1 AND m.operator_id = $2 AND m.emailed_at IS NULL AND m.read_at IS NULL
        AND n.deleted_at IS NULL AND o.disabled_at IS NULL
"""


async def note_subject_of(connection: Connection, kind: SubjectKind, key: str) -> FoundSubject:
    """Find the record that notes are about. Raises NotFound."""
    sql = SUBJECTS.get(kind)
    row = None if sql is None else await connection.fetchrow(sql, key)
    if row is None:
        raise NotFound
    return FoundSubject(kind, row["id"], row["key"], row["label"])


def _note(row: Record, operator_id: int) -> Note:
    return Note.model_construct(**dict(row), is_own=row["author_id"] == operator_id)


async def note_by_id(
    connection: Connection, note_id: int, *, operator_id: int, kinds: Sequence[str]
) -> Note:
    """Read a note about one of these kinds of records. Raises NotFound."""
    row = await connection.fetchrow(NOTE, note_id, kinds)
    if row is None:
        raise NotFound
    return _note(row, operator_id)


async def notes_of(
    connection: Connection, subject: FoundSubject, page: CursorQuery, *, operator_id: int
) -> CursorPage[Note]:
    """Read a page of a record's notes, newest first."""
    values = page.values(int)
    parameters = [subject.kind, subject.id, page.limit + 1]
    sql = FIRST if values is None else BEFORE if page.backwards else AFTER
    rows = await connection.fetch(sql, *parameters, *(values or ()))
    found = slice_of(rows, page, lambda row: [row["id"]])
    return CursorPage[Note].model_construct(
        items=[_note(row, operator_id) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def mentions_of(
    connection: Connection, operator_id: int, kinds: Sequence[str], page: CursorQuery
) -> CursorPage[Mention]:
    """Read a page of an operator's mentions, newest first, about records that they may see."""
    values = page.values(int)
    parameters = [operator_id, kinds, page.limit + 1]
    sql = (
        MENTIONS_FIRST if values is None else MENTIONS_BEFORE if page.backwards else MENTIONS_AFTER
    )
    rows = await connection.fetch(sql, *parameters, *(values or ()))
    found = slice_of(rows, page, lambda row: [row["note_id"]])
    return CursorPage[Mention].model_construct(
        items=[Mention.model_construct(**dict(row)) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def unread_mentions(connection: Connection, operator_id: int, kinds: Sequence[str]) -> int:
    """Count an operator's unread mentions, up to 100."""
    return int(await connection.fetchval(UNREAD, operator_id, kinds))


async def mentionable(connection: Connection, kind: SubjectKind) -> list[Mentionable]:
    """The operators who may see records of a kind, by name."""
    return [
        Mentionable.model_construct(id=row["id"], name=row["name"])
        for row in await connection.fetch(OPERATORS)
        if PERMISSIONS[kind] in permissions_of(row["role"], row["permissions"])
    ]


async def mention_to_email(
    connection: Connection, note_id: int, operator_id: int
) -> MentionToEmail | None:
    """Read a mention that is still to be sent by email; None if it is read, sent or gone."""
    row = await connection.fetchrow(TO_EMAIL, note_id, operator_id)
    return None if row is None else MentionToEmail(**dict(row))
