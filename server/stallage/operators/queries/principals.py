"""Finds who calls the operators' API."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from stallage.core import clock
from stallage.core.db import Connection
from stallage.operators.drafts import Principal
from stallage.operators.rules.permissions import INTERACTIVE_ONLY, PERMISSIONS, ROLES
from stallage.operators.rules.sessions import IDLE, ROTATION

BY_COOKIE = """
SELECT s.id AS session_id, s.last_used_at, o.id, o.name, o.email, o.role,
    r.permissions, CASE WHEN s.token_hash = $1 THEN s.verified_at END AS verified_at
FROM operator_sessions s
JOIN operators o ON o.id = s.operator_id
LEFT JOIN operator_roles r ON r.name = o.role
WHERE (s.token_hash = $1 OR (s.previous_token_hash = $1 AND s.rotated_at > $4))
    AND s.expires_at > $2 AND s.last_used_at > $3 AND o.disabled_at IS NULL
"""

BY_ACCESS = """
SELECT t.id AS token_id, t.kind, t.name AS token_name, t.scopes, t.last_used_at, o.id, o.name, o.email,
    o.role, r.permissions
FROM operator_tokens t
JOIN operators o ON o.id = t.operator_id
LEFT JOIN operator_roles r ON r.name = o.role
WHERE t.token_hash = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $2)
    AND o.disabled_at IS NULL
"""


def hash_token(token: str) -> bytes:
    """Return what the database stores of a session cookie or access token. Both are random."""
    return hashlib.blake2b(token.encode(), digest_size=32, person=b"operator").digest()


def permissions_of(role: str, own: Sequence[str] | None) -> frozenset[str]:
    """Return a role's permissions; `own` are those of a role that the shop added."""
    if role in ROLES:
        return ROLES[role]
    return frozenset(own or ()) & frozenset(PERMISSIONS)


async def principal_of_session(connection: Connection, token: str) -> Principal | None:
    """Return who a session cookie signs in, or None if the session has ended."""
    now = clock.now()
    row = await connection.fetchrow(BY_COOKIE, hash_token(token), now, now - IDLE, now - ROTATION)
    if row is None:
        return None
    return Principal(
        kind="operator",
        operator_id=row["id"],
        name=row["name"],
        email=row["email"],
        role=row["role"],
        permissions=permissions_of(row["role"], row["permissions"]),
        session_id=row["session_id"],
        token_id=None,
        verified_at=row["verified_at"],
        last_used_at=row["last_used_at"],
    )


async def principal_of_token(connection: Connection, token: str) -> Principal | None:
    """Return who an access token stands for, or None if it is unknown, expired or revoked."""
    row = await connection.fetchrow(BY_ACCESS, hash_token(token), clock.now())
    if row is None:
        return None
    is_app = row["kind"] == "app"
    scopes = frozenset(row["scopes"]) & frozenset(PERMISSIONS)
    held = permissions_of(row["role"], row["permissions"])
    return Principal(
        kind="app" if is_app else "operator",
        operator_id=row["id"],
        name=row["token_name"] if is_app else row["name"],
        email=row["email"],
        role=row["role"],
        permissions=(scopes & held) - INTERACTIVE_ONLY,
        session_id=None,
        token_id=row["token_id"],
        verified_at=None,
        last_used_at=row["last_used_at"],
    )
