"""Add, change and delete saved replies."""

from __future__ import annotations

import asyncpg

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.validation import message
from stallage.support.errors import NameTaken
from stallage.support.rules.saved_replies import unknown_placeholders

ADD = """
INSERT INTO saved_replies (name, text, created_at, updated_at) VALUES ($1, $2, $3, $3)
RETURNING id
"""
LOCK = "SELECT id, name, text, updated_at FROM saved_replies WHERE id = $1 FOR UPDATE"
CHANGE = "UPDATE saved_replies SET name = $2, text = $3, updated_at = $4 WHERE id = $1"
DELETE = "DELETE FROM saved_replies WHERE id = $1"


def _check(text: str) -> None:
    if unknown_placeholders(text):
        raise InvalidFields(fields={"text": [message("invalid", "text")]})


def _subject(reply_id: int, name: str) -> Subject:
    return Subject("saved_reply", reply_id, name)


async def add_saved_reply(connection: Connection, name: str, text: str) -> int:
    """Add a saved reply and return its id. Raises NameTaken, and InvalidFields for placeholders."""
    _check(text)
    try:
        reply_id: int = await connection.fetchval(ADD, name, text, clock.now())
    except asyncpg.UniqueViolationError as error:
        raise NameTaken from error
    await record(connection, "saved_reply.added", _subject(reply_id, name), after={"text": text})
    return reply_id


async def lock_saved_reply(connection: Connection, reply_id: int) -> None:
    """Lock a saved reply. Raises NotFound."""
    await _lock(connection, reply_id)


async def _lock(connection: Connection, reply_id: int) -> Record:
    row = await connection.fetchrow(LOCK, reply_id)
    if row is None:
        raise NotFound
    return row


async def change_saved_reply(connection: Connection, reply_id: int, name: str, text: str) -> None:
    """Change a saved reply. Raises NotFound, NameTaken, and InvalidFields for placeholders."""
    _check(text)
    row = await _lock(connection, reply_id)
    try:
        await connection.execute(CHANGE, reply_id, name, text, clock.now())
    except asyncpg.UniqueViolationError as error:
        raise NameTaken from error
    await record(
        connection,
        "saved_reply.changed",
        _subject(reply_id, name),
        before={"name": row["name"], "text": row["text"]},
        after={"name": name, "text": text},
    )


async def delete_saved_reply(connection: Connection, reply_id: int) -> None:
    """Delete a saved reply. Raises NotFound."""
    row = await _lock(connection, reply_id)
    await connection.execute(DELETE, reply_id)
    await record(
        connection,
        "saved_reply.deleted",
        _subject(reply_id, row["name"]),
        before={"text": row["text"]},
    )
