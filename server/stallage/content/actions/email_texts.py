"""Writes the shop's own texts of emails."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.content.events import TestEmailRequested
from stallage.content.queries.email_texts import email_details, known_email, own_texts
from stallage.content.schemas.emails import EmailDetails
from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection
from stallage.core.email_catalog import Email, text_problem
from stallage.core.errors import InvalidFields
from stallage.core.etags import check_match
from stallage.core.events import publish
from stallage.core.json_types import JsonObject
from stallage.shop.actions.setting_changes import (
    OwnSettings,
    UndoArea,
    register_undo,
    remember_change,
)

LOCK = "SELECT pg_advisory_xact_lock(hashtext('email_texts'))"
PUT = """
INSERT INTO email_texts (email, locale, texts, updated_at, updated_by) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (email, locale) DO UPDATE SET texts = excluded.texts,
    updated_at = excluded.updated_at, updated_by = excluded.updated_by
"""
DELETE = "DELETE FROM email_texts WHERE email = $1 AND locale = $2"
AREA = "email-texts"
"""Its keys are emails with their locales, such as `order_placed:en-US`."""


def checked_texts(email: Email, texts: Mapping[str, str | None]) -> dict[str, str]:
    """Return the texts that differ from the default ones. Raises InvalidFields."""
    given = {name: text.strip() for name, text in texts.items() if text is not None}
    problems = {name: text_problem(email, name, text) for name, text in given.items()}
    fields = {name: [problem] for name, problem in problems.items() if problem is not None}
    if fields:
        raise InvalidFields(fields=fields)
    return {name: text for name, text in given.items() if text != email.texts[name]}


async def put_email_texts(
    connection: Connection, name: str, locale: str, texts: Mapping[str, str | None]
) -> None:
    """Replace the own texts of an email. Raises NotFound, and InvalidFields."""
    own = checked_texts(known_email(name), texts)
    if not own:
        await connection.execute(DELETE, name, locale)
        return
    actor = current_actor()
    by = "" if actor is None else actor.name
    await connection.execute(PUT, name, locale, own, clock.now(), by)


async def set_email_texts(
    connection: Connection,
    name: str,
    locale: str,
    texts: Mapping[str, str | None],
    if_match: str | None,
) -> EmailDetails:
    """Replace the own texts of an email as an operator.

    Raises NotFound, InvalidFields, PreconditionRequired and EditConflict.
    """
    await connection.execute(LOCK)
    before = await email_details(connection, name, locale)
    check_match(if_match, before.etag, before)
    was = await own_texts(connection, name, locale)
    await put_email_texts(connection, name, locale, texts)
    now = await own_texts(connection, name, locale)
    entry = await record(
        connection,
        "email_text.changed",
        Subject("email_text", name, before.title),
        before=dict(was),
        after=dict(now),
    )
    if was != now:
        key = f"{name}:{locale}"
        await remember_change(connection, AREA, _values(key, was), _values(key, now), entry)
    return await email_details(connection, name, locale)


def _values(key: str, texts: Mapping[str, str]) -> JsonObject:
    return {key: dict(texts)} if texts else {}


async def _read(connection: Connection, keys: Collection[str]) -> JsonObject:
    await connection.execute(LOCK)
    found: JsonObject = {}
    for key in keys:
        name, _, locale = key.partition(":")
        found |= _values(key, await own_texts(connection, name, locale))
    return found


async def _restore(
    connection: Connection, _own: OwnSettings, keys: Collection[str], values: Mapping[str, Any]
) -> None:
    for key in keys:
        name, _, locale = key.partition(":")
        await put_email_texts(connection, name, locale, values.get(key, {}))


register_undo(
    UndoArea(
        name=AREA,
        read=_read,
        restore=_restore,
        read_permission="content.read",
        edit_permission="content.edit",
    )
)


async def reset_email_texts(
    connection: Connection, name: str, locale: str, if_match: str | None
) -> EmailDetails:
    """Use the default texts of an email again. Raises NotFound, PreconditionRequired and EditConflict."""
    return await set_email_texts(connection, name, locale, {}, if_match)


async def request_test_email(
    connection: Connection, name: str, to: str, texts: Mapping[str, str | None]
) -> None:
    """Send a test with these texts to an operator after the commit. Raises NotFound, InvalidFields."""
    email = known_email(name)
    own = checked_texts(email, texts)
    await publish(connection, TestEmailRequested(email=name, to=to, texts=own))
    await record(
        connection,
        "email_text.test_sent",
        Subject("email_text", name, email.title),
        after={"to": to},
    )
