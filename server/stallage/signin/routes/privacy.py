"""Export and erasure for anybody with a verified contact, with or without an account."""

from __future__ import annotations

from fastapi import APIRouter, Request

from stallage.core.db import database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import TooMany
from stallage.core.json_types import JsonObject
from stallage.core.runtime import runtime_of
from stallage.signin.actions import codes, contacts
from stallage.signin.dependencies import CurrentRequester
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid
from stallage.signin.routes.request_context import contact_in
from stallage.signin.rules import CodeResult
from stallage.signin.schemas import ContactProof

router = APIRouter(tags=["privacy"])

WRONG_CODE = error_responses(OtpInvalid, OtpExpired, OtpAttemptsExceeded, TooMany)


@router.post("/api/privacy/export", responses=WRONG_CODE)
async def export_by_contact(
    given: ContactProof, request: Request, requester: CurrentRequester
) -> Answer[JsonObject]:
    """Everything stored under a contact, with a code from `/auth/otp/request`.

    Contains a guest's orders, and all data of the customer if one has this contact.
    """
    runtime = runtime_of(request)
    contact = contact_in(request, given)
    export = None
    async with database_of(request).transaction() as connection:
        result = await codes.verify_code(
            connection, runtime.settings, runtime.secret, given.otp, contact, requester=requester
        )
        if result is CodeResult.CORRECT:
            export = await contacts.export_by_contact(connection, contact)
    if export is None:
        raise codes.error_for(result, runtime.settings)
    return answer(export)


@router.post("/api/privacy/forget", responses=WRONG_CODE)
async def forget_by_contact(
    given: ContactProof, request: Request, requester: CurrentRequester
) -> Answer[None]:
    """Forget the person with a contact, with a code from `/auth/otp/request`.

    Like `DELETE /customer`, but works without an account. Orders are kept as the law requires of
    invoices, without personal data.
    """
    runtime = runtime_of(request)
    contact = contact_in(request, given)
    async with database_of(request).transaction() as connection:
        result = await codes.verify_code(
            connection, runtime.settings, runtime.secret, given.otp, contact, requester=requester
        )
        if result is CodeResult.CORRECT:
            await contacts.forget_by_contact(connection, contact)
    if result is not CodeResult.CORRECT:
        raise codes.error_for(result, runtime.settings)
    await runtime.revoked_sessions.refresh(runtime.database)
    return answer(None)
