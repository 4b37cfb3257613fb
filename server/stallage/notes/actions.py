"""Writes, changes and deletes notes, and marks mentions as read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection, Record
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.events import publish
from stallage.core.validation import message
from stallage.notes.drafts import FoundSubject
from stallage.notes.errors import NotYourNote
from stallage.notes.events import OperatorMentioned
from stallage.notes.queries import mentionable
from stallage.notes.rules import SubjectKind

ADD = """
    INSERT INTO notes (subject_kind, subject_id, subject_key, subject_label, author_id, author_name,
        text, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id
"""
MENTION = """
    INSERT INTO note_mentions (note_id, operator_id)
    SELECT $1, operator_id FROM unnest($2::bigint[]) AS m (operator_id)
    ON CONFLICT DO NOTHING RETURNING operator_id
"""
UNMENTION = """
    DELETE FROM note_mentions WHERE note_id = $1 AND operator_id <> ALL($2::bigint[])
"""
LOCK = """
    SELECT id, subject_kind, subject_id, subject_label, author_id, text, deleted_at
    FROM notes WHERE id = $1 AND subject_kind = ANY($2::text[]) FOR UPDATE
"""
EDIT = "UPDATE notes SET text = $2, edited_at = $3 WHERE id = $1"
SET_DELETED = "UPDATE notes SET deleted_at = $2 WHERE id = $1"
READ = """
    UPDATE note_mentions SET read_at = $3
    WHERE operator_id = $1 AND read_at IS NULL AND ($2::bigint[] IS NULL OR note_id = ANY($2))
"""
CLAIM_EMAIL = """
    UPDATE note_mentions SET emailed_at = $3
    WHERE note_id = $1 AND operator_id = $2 AND emailed_at IS NULL
"""
DELETE_OF = "DELETE FROM notes WHERE subject_kind = $1 AND subject_id = ANY($2::bigint[])"
PURGE = """
    DELETE FROM notes WHERE id IN (
        SELECT id FROM notes WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT $2
        FOR UPDATE SKIP LOCKED)
"""


async def _mention(
    connection: Connection, note_id: int, kind: SubjectKind, mentions: Collection[int], author: int
) -> None:
    """Notify operators who may see the subject. Raises InvalidFields for others."""
    known = {one.id for one in await mentionable(connection, kind)} if mentions else set()
    if not set(mentions) <= known:
        raise InvalidFields(fields={"mentions": [message("invalid", "mentions")]})
    rows = await connection.fetch(MENTION, note_id, sorted(set(mentions)))
    await publish(
        connection,
        *(
            OperatorMentioned(note_id=note_id, operator_id=row["operator_id"])
            for row in rows
            if row["operator_id"] != author
        ),
    )


async def add_note(
    connection: Connection,
    subject: FoundSubject,
    *,
    author_id: int,
    author_name: str,
    text: str,
    mentions: Sequence[int],
) -> int:
    """Add a note and notify the mentioned operators. Returns its id. Raises InvalidFields."""
    note_id = int(
        await connection.fetchval(
            ADD,
            subject.kind,
            subject.id,
            subject.key,
            subject.label,
            author_id,
            author_name,
            text,
            clock.now(),
        )
    )
    await _mention(connection, note_id, subject.kind, mentions, author_id)
    await record(
        connection,
        "note.added",
        Subject(subject.kind, subject.id, subject.label),
        after={"note": note_id},
    )
    return note_id


async def import_note(
    connection: Connection, subject: FoundSubject, *, source: str, text: str
) -> None:
    """Add a note from another system, without an author. `source` is shown instead of a name."""
    await connection.execute(
        ADD,
        subject.kind,
        subject.id,
        subject.key,
        subject.label,
        None,
        source,
        text,
        clock.now(),
    )


async def _own(
    connection: Connection, note_id: int, author_id: int, kinds: Sequence[str]
) -> Record:
    row = await connection.fetchrow(LOCK, note_id, kinds)
    if row is None:
        raise NotFound
    if row["author_id"] != author_id:
        raise NotYourNote
    return row


def _subject(row: Record) -> Subject:
    return Subject(row["subject_kind"], row["subject_id"], row["subject_label"])


async def edit_note(
    connection: Connection,
    note_id: int,
    *,
    author_id: int,
    kinds: Sequence[str],
    text: str,
    mentions: Sequence[int],
) -> None:
    """Change one's own note; only newly mentioned operators are notified.

    `kinds` are the subjects that the author may see. Raises NotFound, NotYourNote and InvalidFields.
    """
    row = await _own(connection, note_id, author_id, kinds)
    if row["deleted_at"] is not None:
        raise NotFound
    await connection.execute(UNMENTION, note_id, list(mentions))
    await _mention(connection, note_id, row["subject_kind"], mentions, author_id)
    if row["text"] == text:
        return
    await connection.execute(EDIT, note_id, text, clock.now())
    await record(connection, "note.edited", _subject(row), after={"note": note_id})


async def set_note_deleted(
    connection: Connection, note_id: int, *, author_id: int, kinds: Sequence[str], deleted: bool
) -> None:
    """Delete one's own note, or restore it within a day. Idempotent. Raises NotFound and NotYourNote."""
    row = await _own(connection, note_id, author_id, kinds)
    if (row["deleted_at"] is not None) == deleted:
        return
    await connection.execute(SET_DELETED, note_id, clock.now() if deleted else None)
    action = "note.deleted" if deleted else "note.restored"
    await record(connection, action, _subject(row), after={"note": note_id})


async def read_mentions(
    connection: Connection, operator_id: int, note_ids: Sequence[int] | None
) -> None:
    """Mark an operator's mentions as read; without ids, all of them."""
    await connection.execute(READ, operator_id, note_ids, clock.now())


async def record_mention_email(connection: Connection, note_id: int, operator_id: int) -> None:
    """Record that an operator was emailed about being mentioned."""
    await connection.execute(CLAIM_EMAIL, note_id, operator_id, clock.now())


async def delete_notes_of(
    connection: Connection, kind: SubjectKind, subject_ids: Sequence[int]
) -> None:
    """Delete all notes about records, as when a customer is erased."""
    await connection.execute(DELETE_OF, kind, list(subject_ids))


async def purge_deleted(connection: Connection, deleted_before: datetime, most: int) -> int:
    """Remove at most `most` notes that were deleted before a time. Returns how many."""
    return affected_rows(await connection.execute(PURGE, deleted_before, most))
