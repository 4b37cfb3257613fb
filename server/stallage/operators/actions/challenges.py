"""Steps of sign-ins and setups that wait for the next one. Each is used once."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from stallage.core import clock
from stallage.core.db import Connection
from stallage.operators.queries import hash_token

ChallengeKind = Literal["second_factor", "passkey_sign_in", "passkey_proof", "passkey_new", "totp"]

MAX_FAILURES = 5
"""Wrong codes after which a sign-in has to start again."""

INSERT = """
INSERT INTO operator_challenges (token_hash, kind, operator_id, data, failures, expires_at)
VALUES ($1, $2, $3, $4, 0, $5)
"""
TAKE = """
DELETE FROM operator_challenges
WHERE token_hash = $1 AND kind = $2 AND operator_id IS NOT DISTINCT FROM $3 AND expires_at > $4
RETURNING data
"""
OPERATOR_OF = """
SELECT operator_id FROM operator_challenges WHERE token_hash = $1 AND kind = $2 AND expires_at > $3
"""
LOCK = """
SELECT failures, data FROM operator_challenges
WHERE token_hash = $1 AND kind = $2 AND operator_id = $3 AND expires_at > $4 FOR UPDATE
"""
COUNT_FAILURE = "UPDATE operator_challenges SET failures = failures + 1 WHERE token_hash = $1"
DELETE = "DELETE FROM operator_challenges WHERE token_hash = $1"


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """A challenge whose row is locked."""

    failures: int
    data: bytes


async def create_challenge(
    connection: Connection,
    kind: ChallengeKind,
    operator_id: int | None,
    data: bytes,
    lifetime: timedelta,
) -> str:
    """Store a challenge; return the token that the next step sends."""
    token = secrets.token_urlsafe(24)
    await connection.execute(
        INSERT, hash_token(token), kind, operator_id, data, clock.now() + lifetime
    )
    return token


async def take_challenge(
    connection: Connection, kind: ChallengeKind, operator_id: int | None, token: str
) -> bytes | None:
    """Delete a challenge and return its data; None if it is unknown, expired or was taken before."""
    data: bytes | None = await connection.fetchval(
        TAKE, hash_token(token), kind, operator_id, clock.now()
    )
    return data


async def operator_of_challenge(
    connection: Connection, kind: ChallengeKind, token: str
) -> int | None:
    """Return whose challenge this is, or None if it is unknown or has expired."""
    found: int | None = await connection.fetchval(OPERATOR_OF, hash_token(token), kind, clock.now())
    return found


async def lock_challenge(
    connection: Connection, kind: ChallengeKind, operator_id: int, token: str
) -> OpenChallenge | None:
    """Lock a challenge of an operator, whose row must be locked before."""
    row = await connection.fetchrow(LOCK, hash_token(token), kind, operator_id, clock.now())
    return None if row is None else OpenChallenge(row["failures"], row["data"])


async def fail_challenge(connection: Connection, token: str, challenge: OpenChallenge) -> None:
    """Count a wrong code; the last one ends the challenge."""
    is_last = challenge.failures + 1 >= MAX_FAILURES
    await connection.execute(DELETE if is_last else COUNT_FAILURE, hash_token(token))


async def delete_challenge(connection: Connection, token: str) -> None:
    """Delete a challenge that was passed."""
    await connection.execute(DELETE, hash_token(token))
