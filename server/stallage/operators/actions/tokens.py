"""Creates and revokes access tokens.

A token can do what its scopes and its creator's role both allow at the moment. It stops working while its
creator is disabled.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.validation import message, required_error
from stallage.operators.actions.locking import lock_team
from stallage.operators.actions.roles import known_permissions
from stallage.operators.drafts import Principal
from stallage.operators.errors import TooManyItems
from stallage.operators.queries import hash_token
from stallage.operators.queries.team import find_token
from stallage.operators.rules.permissions import INTERACTIVE_ONLY
from stallage.operators.rules.sessions import MAX_TOKENS, TOKEN_PREFIX
from stallage.operators.schemas.team import CreatedToken

CREATE = """
INSERT INTO operator_tokens (kind, name, operator_id, scopes, token_hash, hint, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id
"""
COUNT = """
SELECT count(*) FROM operator_tokens
WHERE operator_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
"""
# `$3` limits it to an operator's own personal tokens, unless it is null.
REVOKE = """
UPDATE operator_tokens SET revoked_at = coalesce(revoked_at, $2)
WHERE id = $1 AND ($3::bigint IS NULL OR (operator_id = $3 AND kind = 'personal'))
RETURNING name
"""


async def create_token(
    connection: Connection,
    acting: Principal,
    *,
    kind: str,
    name: str,
    scopes: Iterable[str],
    expires_in_days: int | None,
) -> CreatedToken:
    """Create an access token; its value is returned this once.

    Raises InvalidFields, Forbidden, TooManyItems.
    """
    requested = known_permissions(scopes, "scopes")
    if requested & INTERACTIVE_ONLY:
        raise InvalidFields(fields={"scopes": [message("invalid", "scopes")]})
    if kind == "personal" and expires_in_days is None:
        raise InvalidFields(fields=required_error("expiresInDays"))
    team = await lock_team(connection, acting)
    team.require_grantable(requested)
    now = clock.now()
    if await connection.fetchval(COUNT, acting.operator_id, now) >= MAX_TOKENS:
        raise TooManyItems
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    token_id = await connection.fetchval(
        CREATE,
        kind,
        name,
        acting.operator_id,
        sorted(requested),
        hash_token(token),
        token[-4:],
        now,
        None if expires_in_days is None else now + timedelta(days=expires_in_days),
    )
    await record(
        connection,
        "token.created",
        Subject("token", token_id, name),
        after={"kind": kind, "scopes": sorted(requested), "expiresInDays": expires_in_days},
    )
    return CreatedToken(token=token, details=await find_token(connection, token_id))


async def revoke_token(connection: Connection, token_id: int, *, own_of: int | None = None) -> None:
    """Revoke a token, with `own_of` only a personal one of this operator. Raises NotFound."""
    name = await connection.fetchval(REVOKE, token_id, clock.now(), own_of)
    if name is None:
        raise NotFound
    await record(connection, "token.revoked", Subject("token", token_id, name))
