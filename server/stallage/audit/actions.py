"""Adds entries to the audit log."""

from __future__ import annotations

from stallage.audit.drafts import Subject
from stallage.audit.rules import search_text
from stallage.core import clock
from stallage.core.actor import Actor, current_actor
from stallage.core.db import Connection
from stallage.core.json_types import JsonObject

RECORD = """
INSERT INTO audit_entries (
    happened_at, actor_kind, actor_id, actor_name, address, action, subject_kind, subject_id,
    subject_label, before, after, search)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
RETURNING id
"""


async def record(
    connection: Connection,
    action: str,
    subject: Subject,
    *,
    before: JsonObject | None = None,
    after: JsonObject | None = None,
) -> int | None:
    """Add an entry in the caller's transaction, and return its id.

    Does nothing and returns None unless an operator or a command acts.

    `action` is such as `order.confirmed`. `before` and `after` hold what changed, without secrets.
    """
    actor = current_actor()
    if actor is None:
        return None
    return await _insert(connection, action, subject, actor=actor, before=before, after=after)


async def record_event(
    connection: Connection,
    action: str,
    subject: Subject,
    *,
    actor: Actor,
    after: JsonObject | None = None,
) -> None:
    """Add an entry about something that happens without a session, such as a failed sign-in.

    `actor` is who did it as far as the shop knows; its kind is `unknown` for a stranger.
    """
    await _insert(connection, action, subject, actor=actor, before=None, after=after)


async def _insert(
    connection: Connection,
    action: str,
    subject: Subject,
    *,
    actor: Actor,
    before: JsonObject | None,
    after: JsonObject | None,
) -> int:
    subject_id = None if subject.id is None else str(subject.id)
    entry_id: int = await connection.fetchval(
        RECORD,
        clock.now(),
        actor.kind,
        actor.id,
        actor.name,
        actor.address,
        action,
        subject.kind,
        subject_id,
        subject.label,
        before,
        after,
        search_text(
            (actor.name, actor.address, action, subject.kind, subject_id, subject.label),
            before,
            after,
        ),
    )
    return entry_id
