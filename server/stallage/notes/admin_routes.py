"""The operators' API of notes and mentions."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from stallage.core.cursors import CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.schemas import MAX_ID, Line
from stallage.notes import actions, queries
from stallage.notes.errors import NotYourNote
from stallage.notes.rules import PERMISSIONS, WRITE, SubjectKind, readable_kinds
from stallage.notes.schemas import (
    Mention,
    Mentionable,
    MentionCount,
    MentionsRead,
    Note,
    NoteInput,
)
from stallage.operators.dependencies import AdminRouter, CurrentOperator, require
from stallage.operators.rules.permissions import SIGNED_IN

router = AdminRouter(tag="notes")

Key = Annotated[Line, Path(max_length=64, examples=["SO-7K2M-9QXD"])]
NoteId = Annotated[int, Path(alias="noteId", ge=1, le=MAX_ID)]


def _declare_routes(kind: SubjectKind) -> None:
    """Add the routes of one kind of subject."""
    permission = PERMISSIONS[kind]

    @router.get(
        f"/notes/{kind}/{{key}}",
        permission=permission,
        operation_id=f"list{kind.capitalize()}Notes",
        response_model=Answer[CursorPage[Note]],
        responses=error_responses(NotFound, InvalidFields),
    )
    async def list_notes(
        key: Key, page: CursorRequest, operator: CurrentOperator, connection: Reading
    ) -> Answer[CursorPage[Note]]:
        """List the notes of a record, newest first."""
        subject = await queries.note_subject_of(connection, kind, key)
        return answer(await queries.notes_of(connection, subject, page, operator_id=operator.id))

    @router.post(
        f"/notes/{kind}/{{key}}",
        permission=WRITE,
        operation_id=f"add{kind.capitalize()}Note",
        response_model=Answer[Note],
        responses=error_responses(NotFound, InvalidFields),
    )
    async def add_note(
        key: Key, body: NoteInput, operator: CurrentOperator, connection: Transaction
    ) -> Answer[Note]:
        """Write a note about a record one may see. Mentioned operators are notified, also by email."""
        require(operator, permission)
        subject = await queries.note_subject_of(connection, kind, key)
        note_id = await actions.add_note(
            connection,
            subject,
            author_id=operator.id,
            author_name=operator.name,
            text=body.text,
            mentions=body.mentions,
        )
        note = await queries.note_by_id(connection, note_id, operator_id=operator.id, kinds=[kind])
        return answer(note)


for _kind in PERMISSIONS:
    _declare_routes(_kind)


@router.patch(
    "/notes/{noteId}",
    permission=WRITE,
    response_model=Answer[Note],
    responses=error_responses(NotFound, NotYourNote, InvalidFields),
)
async def edit_note(
    note_id: NoteId, body: NoteInput, operator: CurrentOperator, connection: Transaction
) -> Answer[Note]:
    """Change one's own note."""
    kinds = readable_kinds(operator.permissions)
    await actions.edit_note(
        connection,
        note_id,
        author_id=operator.id,
        kinds=kinds,
        text=body.text,
        mentions=body.mentions,
    )
    return answer(
        await queries.note_by_id(connection, note_id, operator_id=operator.id, kinds=kinds)
    )


@router.delete(
    "/notes/{noteId}",
    permission=WRITE,
    response_model=Answer[None],
    responses=error_responses(NotFound, NotYourNote),
)
async def delete_note(
    note_id: NoteId, operator: CurrentOperator, connection: Transaction
) -> Answer[None]:
    """Delete one's own note. It can be restored for a day."""
    await actions.set_note_deleted(
        connection,
        note_id,
        author_id=operator.id,
        kinds=readable_kinds(operator.permissions),
        deleted=True,
    )
    return answer(None)


@router.post(
    "/notes/{noteId}/restore",
    permission=WRITE,
    response_model=Answer[Note],
    responses=error_responses(NotFound, NotYourNote),
)
async def restore_note(
    note_id: NoteId, operator: CurrentOperator, connection: Transaction
) -> Answer[Note]:
    """Restore one's own deleted note."""
    kinds = readable_kinds(operator.permissions)
    await actions.set_note_deleted(
        connection, note_id, author_id=operator.id, kinds=kinds, deleted=False
    )
    return answer(
        await queries.note_by_id(connection, note_id, operator_id=operator.id, kinds=kinds)
    )


@router.get(
    "/mentions",
    permission=SIGNED_IN,
    response_model=Answer[CursorPage[Mention]],
    responses=error_responses(InvalidFields),
)
async def list_mentions(
    page: CursorRequest, operator: CurrentOperator, connection: Reading
) -> Answer[CursorPage[Mention]]:
    """List the notes that mention the operator, newest first."""
    kinds = readable_kinds(operator.permissions)
    return answer(await queries.mentions_of(connection, operator.id, kinds, page))


@router.get("/mentions/count", permission=SIGNED_IN, response_model=Answer[MentionCount])
async def count_mentions(operator: CurrentOperator, connection: Reading) -> Answer[MentionCount]:
    """Count the operator's unread mentions, up to 100."""
    kinds = readable_kinds(operator.permissions)
    unread = await queries.unread_mentions(connection, operator.id, kinds)
    return answer(MentionCount.model_construct(unread=unread))


@router.post(
    "/mentions/read", permission=SIGNED_IN, audited=False, response_model=Answer[MentionCount]
)
async def read_mentions(
    body: MentionsRead, operator: CurrentOperator, connection: Transaction
) -> Answer[MentionCount]:
    """Mark mentions as read."""
    await actions.read_mentions(connection, operator.id, body.note_ids)
    kinds = readable_kinds(operator.permissions)
    unread = await queries.unread_mentions(connection, operator.id, kinds)
    return answer(MentionCount.model_construct(unread=unread))


@router.get("/mentionable", permission=SIGNED_IN, response_model=Answer[list[Mentionable]])
async def list_mentionable(
    kind: Annotated[SubjectKind, Query(description="Of the record that the note is about.")],
    connection: Reading,
) -> Answer[list[Mentionable]]:
    """List the operators who may see such records and can be mentioned."""
    return answer(await queries.mentionable(connection, kind))
