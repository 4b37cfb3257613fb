"""Operators change the FAQs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.content.actions.texts import put_faqs
from stallage.content.drafts import FaqDraft
from stallage.content.queries.operating import all_faqs
from stallage.content.schemas.operating import FaqList, FaqsInput
from stallage.core.db import Connection
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.shop.actions.setting_changes import (
    OwnSettings,
    UndoArea,
    register_undo,
    remember_change,
)

LOCK_ALL = "SELECT pg_advisory_xact_lock(hashtext('faqs'))"
AREA = "faqs"
KEY = "questions"
"""The only key of the area: all questions, for their order matters."""


def _audited(faqs: FaqList) -> JsonObject:
    return {"questions": [one.question for one in faqs.items]}


async def change_faqs(connection: Connection, given: FaqsInput, if_match: str | None) -> FaqList:
    """Replace all questions. Raises PreconditionRequired and EditConflict."""
    await connection.execute(LOCK_ALL)
    before = await all_faqs(connection)
    check_match(if_match, before.etag, before)
    drafts = [FaqDraft(one.question, one.answer, one.group, one.format) for one in given.items]
    await put_faqs(connection, drafts)
    after = await all_faqs(connection)
    entry = await record(
        connection,
        "faqs.changed",
        Subject("faqs", None, "FAQs"),
        before=_audited(before),
        after=_audited(after),
    )
    if before.items != after.items:
        await remember_change(connection, AREA, _values(before), _values(after), entry)
    return after


def _values(faqs: FaqList) -> JsonObject:
    return {KEY: [one.model_dump(mode="json") for one in faqs.items]}


async def _read(connection: Connection, _keys: Collection[str]) -> JsonObject:
    await connection.execute(LOCK_ALL)
    return _values(await all_faqs(connection))


async def _restore(
    connection: Connection, _own: OwnSettings, _keys: Collection[str], values: Mapping[str, Any]
) -> None:
    await put_faqs(connection, [FaqDraft(**one) for one in values[KEY]])


register_undo(
    UndoArea(
        name=AREA,
        read=_read,
        restore=_restore,
        read_permission="content.read",
        edit_permission="content.edit",
    )
)
