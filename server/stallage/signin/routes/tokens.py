"""Renewing tokens, restoring a session, signing out."""

from __future__ import annotations

from json import JSONDecodeError
from typing import Any

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response

from stallage.core.db import database_of
from stallage.core.envelope import Answer, Failure, answer, error_responses
from stallage.core.operation_ids import operation_id
from stallage.core.runtime import runtime_of
from stallage.signin.actions import tokens, visitors
from stallage.signin.errors import SignInEnded
from stallage.signin.schemas import MAX_TOKEN, RefreshInput, SignedIn, Tokens

router = APIRouter(tags=["sign-in"], generate_unique_id_function=operation_id)


@router.post("/auth/refresh", responses=error_responses(SignInEnded))
async def refresh(given: RefreshInput, request: Request) -> Answer[Tokens]:
    """Exchange a refresh token for new tokens. A refresh token can be used once.

    For a few seconds a used token returns the same response again, for a second tab or a lost response.
    After that it ends the sign-in.
    """
    runtime = runtime_of(request)
    # The end of a sign-in has to be committed, so the error is raised after the transaction.
    async with database_of(request).transaction() as connection:
        renewed = await tokens.rotate(
            connection, runtime.settings, runtime.secret, given.refresh_token
        )
    if renewed is None:
        await runtime.revoked_sessions.refresh(database_of(request))
        raise SignInEnded
    return answer(renewed.tokens)


@router.post("/auth/logout")
async def logout(given: RefreshInput, request: Request) -> Answer[None]:
    """End the sign-in of a refresh token, with its access tokens.

    An unknown refresh token is not an error.
    """
    async with database_of(request).transaction() as connection:
        await tokens.end(connection, given.refresh_token)
    await runtime_of(request).revoked_sessions.refresh(database_of(request))
    return answer(None)


_STORED_TOKENS = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "jwtToken": {"type": "string"},
                        "refreshToken": {"type": "string"},
                    },
                    "required": ["jwtToken", "refreshToken"],
                }
            }
        },
    }
}

SIGNED_OUT = orjson.dumps(
    {
        "status": False,
        "output": None,
        "error": {"code": SignInEnded.code, "message": SignInEnded.message, "fields": {}},
    }
)


def _text(body: Any, name: str) -> str | None:
    """Return a string field of an arbitrary body, or None if it is missing or invalid."""
    value = body.get(name) if isinstance(body, dict) else None
    return value if isinstance(value, str) and 0 < len(value) <= MAX_TOKEN else None


@router.post(
    "/auth/loggedInUserDetails",
    response_model=Answer[SignedIn] | Failure,
    openapi_extra=_STORED_TOKENS,
)
async def logged_in_user_details(request: Request) -> Any:
    """Restore a session from two stored tokens. Always HTTP 200; see `status` in the body.

    The tokens are renewed if the access token is expired or about to expire and the refresh token is
    valid. After any other HTTP status the client keeps its tokens.
    """
    try:
        body = orjson.loads(await request.body())
    except JSONDecodeError:
        body = None
    token, refresh_token = _text(body, "jwtToken"), _text(body, "refreshToken")
    signed_in = None
    if token and refresh_token:
        runtime = runtime_of(request)
        async with runtime.database.transaction() as connection:
            signed_in = await visitors.restore_session(
                connection, runtime.settings, runtime.secrets, token, refresh_token
            )
    if signed_in is None:
        return Response(SIGNED_OUT, media_type="application/json")
    return answer(signed_in)
