"""Operators change the FAQs."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.content.actions.texts import put_faqs
from stallage.content.drafts import FaqDraft
from stallage.content.queries.operating import all_faqs
from stallage.content.schemas.operating import FaqList, FaqsInput
from stallage.core.db import Connection
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject

LOCK_ALL = "SELECT pg_advisory_xact_lock(hashtext('faqs'))"


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
    await record(
        connection,
        "faqs.changed",
        Subject("faqs", None, "FAQs"),
        before=_audited(before),
        after=_audited(after),
    )
    return after
