"""Opens, rotates, touches and ends sessions."""

from __future__ import annotations

import secrets

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.operators.drafts import Principal
from stallage.operators.errors import OperatorUnauthorized
from stallage.operators.queries import hash_token
from stallage.operators.rules.sessions import ABSOLUTE, MAX_SESSIONS, TOUCH

OPEN = """
INSERT INTO operator_sessions (
    operator_id, token_hash, created_at, last_used_at, expires_at, verified_at, address, agent)
VALUES ($1, $2, $3, $3, $4, $3, $5, $6)
"""
END_OLDEST = """
DELETE FROM operator_sessions WHERE id IN (
    SELECT id FROM operator_sessions WHERE operator_id = $1 ORDER BY last_used_at DESC, id DESC OFFSET $2)
"""
# The cookie from before a rotation cannot prove an identity.
ROTATE = """
UPDATE operator_sessions
SET previous_token_hash = token_hash, token_hash = $3, rotated_at = $4, verified_at = $4
WHERE id = $1 AND token_hash = $2
RETURNING true
"""
STORE_USE = "UPDATE operator_sessions SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2"
STORE_ACCESS = """
UPDATE operator_tokens SET last_used_at = $2
WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)
"""
END_ONE = "DELETE FROM operator_sessions WHERE id = $1 AND operator_id = $2 RETURNING true"
END_BY_TOKEN = "DELETE FROM operator_sessions WHERE token_hash = $1"  # noqa: S105 - SQL
END_ALL = """
DELETE FROM operator_sessions WHERE operator_id = $1 AND id IS DISTINCT FROM $2
"""
END_CHALLENGES = "DELETE FROM operator_challenges WHERE operator_id = $1"


async def open_session(
    connection: Connection, operator_id: int, address: str | None, agent: str | None
) -> str:
    """Open a session for somebody who has just proven their identity; return the cookie's value."""
    token = secrets.token_urlsafe(32)
    now = clock.now()
    await connection.execute(
        OPEN,
        operator_id,
        hash_token(token),
        now,
        now + ABSOLUTE,
        address,
        agent and agent[:300],
    )
    await connection.execute(END_OLDEST, operator_id, MAX_SESSIONS)
    return token


async def rotate_session(connection: Connection, principal: Principal, token: str) -> str:
    """Store that the operator has proven their identity again; return the new cookie's value.

    Raises OperatorUnauthorized if the session has ended or `token` is not its newest cookie.
    """
    new = secrets.token_urlsafe(32)
    if not await connection.fetchval(
        ROTATE, principal.session_id, hash_token(token), hash_token(new), clock.now()
    ):
        raise OperatorUnauthorized
    return new


async def sign_out(connection: Connection, principal: Principal) -> None:
    """End the session that a request has."""
    await connection.execute(END_ONE, principal.session_id, principal.operator_id)
    await record(
        connection,
        "operator.signed_out",
        Subject("operator", principal.operator_id, principal.email),
    )


async def end_session(connection: Connection, principal: Principal, session_id: int) -> None:
    """End one of the operator's sessions. Raises NotFound."""
    if not await connection.fetchval(END_ONE, session_id, principal.operator_id):
        raise NotFound
    await record(
        connection,
        "operator.session_ended",
        Subject("operator", principal.operator_id, principal.email),
    )


async def end_other_sessions(connection: Connection, principal: Principal) -> None:
    """End all sessions of the operator except the one of this request."""
    await end_sessions_of(connection, principal.operator_id, keep=principal.session_id)
    await record(
        connection,
        "operator.sessions_ended",
        Subject("operator", principal.operator_id, principal.email),
    )


async def end_replaced_session(connection: Connection, token: str) -> None:
    """End the session of a browser that signs in again."""
    await connection.execute(END_BY_TOKEN, hash_token(token))


async def end_sessions_of(
    connection: Connection, operator_id: int, *, keep: int | None = None
) -> None:
    """End an operator's sessions and unfinished sign-ins, except the session `keep`."""
    await connection.execute(END_ALL, operator_id, keep)
    await connection.execute(END_CHALLENGES, operator_id)


def needs_touch(principal: Principal) -> bool:
    """Whether the last use of a session or token is to be stored."""
    return principal.last_used_at is None or clock.now() - principal.last_used_at > TOUCH


async def touch(connection: Connection, principal: Principal) -> None:
    """Store that a session or token is in use."""
    if principal.session_id is not None:
        await connection.execute(STORE_USE, principal.session_id, clock.now())
    elif principal.token_id is not None:
        await connection.execute(STORE_ACCESS, principal.token_id, clock.now())
