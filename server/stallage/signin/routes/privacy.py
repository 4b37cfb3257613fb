"""What anybody may ask about themselves, with an account or without: a proven contact is enough."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from stallage.core.db import database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import TooMany
from stallage.core.runtime import runtime_of
from stallage.signin.actions import codes, contacts
from stallage.signin.clients import Asking
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid
from stallage.signin.routes.request_context import contact_in
from stallage.signin.rules import Verdict
from stallage.signin.schemas import ContactProof

router = APIRouter(tags=["privacy"])

WRONG_CODE = error_responses(OtpInvalid, OtpExpired, OtpAttemptsExceeded, TooMany)


@router.post("/api/privacy/export", responses=WRONG_CODE)
async def export_by_contact(
    given: ContactProof, request: Request, asker: Asking
) -> Answer[dict[str, Any]]:
    """Everything held under a contact that a code from `/auth/otp/request` proves.

    A guest's orders are among it, and a customer's own things where the contact is a customer's.
    """
    runtime = runtime_of(request)
    contact = contact_in(request, given)
    held = None
    async with database_of(request).transaction() as connection:
        verdict = await codes.judge_code(connection, runtime, given.otp, contact, asker=asker)
        if verdict is Verdict.RIGHT:
            held = await contacts.everything_held(connection, contact)
    if held is None:
        raise codes.refusal_of(verdict, runtime)
    return answer(held)


@router.post("/api/privacy/forget", responses=WRONG_CODE)
async def forget_by_contact(given: ContactProof, request: Request, asker: Asking) -> Answer[None]:
    """Forgets whoever proves a contact by a code from `/auth/otp/request`.

    It does what `DELETE /customer` does, for who has no account too: orders stay as the law asks of
    invoices, without the person.
    """
    runtime = runtime_of(request)
    contact = contact_in(request, given)
    async with database_of(request).transaction() as connection:
        verdict = await codes.judge_code(connection, runtime, given.otp, contact, asker=asker)
        if verdict is Verdict.RIGHT:
            await contacts.forget_whoever_has(connection, contact)
    if verdict is not Verdict.RIGHT:
        raise codes.refusal_of(verdict, runtime)
    await runtime.revoked_sessions.refresh(runtime.database)
    return answer(None)
