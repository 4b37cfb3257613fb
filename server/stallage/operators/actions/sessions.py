"""Opens and touches sessions."""

from __future__ import annotations

import secrets

from stallage.core import clock
from stallage.core.db import Connection
from stallage.operators.drafts import Principal
from stallage.operators.queries import hash_token
from stallage.operators.rules.sessions import ABSOLUTE, TOUCH

OPEN = """
INSERT INTO operator_sessions (
    operator_id, token_hash, created_at, last_used_at, expires_at, verified_at, address, agent)
VALUES ($1, $2, $3, $3, $4, $3, $5, $6)
"""
STORE_USE = "UPDATE operator_sessions SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2"
STORE_ACCESS = """
UPDATE operator_tokens SET last_used_at = $2
WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)
"""


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
    return token


def needs_touch(principal: Principal) -> bool:
    """Whether the last use of a session or token is to be stored."""
    return principal.last_used_at is None or clock.now() - principal.last_used_at > TOUCH


async def touch(connection: Connection, principal: Principal) -> None:
    """Store that a session or token is in use."""
    if principal.session_id is not None:
        await connection.execute(STORE_USE, principal.session_id, clock.now())
    elif principal.token_id is not None:
        await connection.execute(STORE_ACCESS, principal.token_id, clock.now())
