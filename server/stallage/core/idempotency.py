"""Idempotency keys: the same key and body return the same response and take effect once.

The key's row is written in the transaction of the effect, so both are committed or neither is. A repeat
waits while the first request is still running. An error rolls back, so its response is not stored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any

from fastapi import Header

from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import ApiError, InvalidFields
from stallage.core.json_types import JsonObject
from stallage.core.one_statement import Part
from stallage.core.validation import message

# Concurrent requests wait in this statement until the one that inserted commits or rolls back.
CLAIM = """
    INSERT INTO idempotency_keys AS k (scope, key, body_hash, result, created_at)
    VALUES ($1, $2, $3, 'null', $4)
    ON CONFLICT (scope, key) DO UPDATE
    SET body_hash = excluded.body_hash, result = excluded.result, created_at = excluded.created_at
    WHERE k.created_at <= $5
    RETURNING true
"""

# As a part of a statement, with the result, which its caller knows beforehand.
CLAIMED = """claimed AS (
        INSERT INTO idempotency_keys AS k (scope, key, body_hash, result, created_at)
        SELECT $1, $2, $3, $6, $4 FROM {after}
        ON CONFLICT (scope, key) DO UPDATE
        SET body_hash = excluded.body_hash, result = excluded.result, created_at = excluded.created_at
        WHERE k.created_at <= $5
        RETURNING true
    )"""

LOAD = "SELECT body_hash, result FROM idempotency_keys WHERE scope = $1 AND key = $2"

DELETE_EXPIRED = """
    DELETE FROM idempotency_keys WHERE (scope, key) IN (
        SELECT scope, key FROM idempotency_keys WHERE created_at <= $1
        ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
"""

STORE_RESULT = "UPDATE idempotency_keys SET result = $3 WHERE scope = $1 AND key = $2"


class KeyReused(ApiError):
    """The key was used with another body before."""

    code = "idempotency_key_reused"
    status = 409
    message = "This request was already used for something else. Please reload the page."


Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        description="The same key and body give the same answer and one effect.",
    ),
]


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """The idempotency key and body of a request. Without a key, nothing is deduplicated."""

    key: str | None = None
    body: bytes = b""


NOT_REPEATED = IdempotentRequest()
"""A request without a key."""


def validate_key(key: str | None) -> str | None:
    """Return the key. Raises InvalidFields if it is empty or longer than 255 characters."""
    if key is None:
        return None
    if not 1 <= len(key) <= 255 or "\x00" in key:
        raise InvalidFields(
            fields={"Idempotency-Key": [message("between", "Idempotency-Key", min=1, max=255)]}
        )
    return key


def _hash(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=16).digest()


def claiming(request: IdempotentRequest, scope: str, keep_seconds: int, result: JsonObject) -> Part:
    """The part of a statement that stores the result of its effect under a key.

    It stops the statement if the key has been used; `idempotent` then returns what was stored.
    """
    now = clock.now()
    too_old = now - timedelta(seconds=keep_seconds)
    values = (scope, request.key, _hash(request.body), now, too_old, result)
    return Part(CLAIMED, values, "EXISTS (SELECT FROM claimed)")


async def idempotent(
    connection: Connection,
    *,
    scope: str,
    key: str | None,
    body: bytes,
    keep_seconds: int,
    act: Callable[[], Awaitable[dict[str, Any]]],
) -> dict[str, Any]:
    """Run `act` in the caller's transaction, or return its stored result for this key.

    `scope` names the operation and the key's owner, such as `order:customer:17`. `act` returns what
    the route needs to build its response again. Raises KeyReused if the body differs.
    """
    key = validate_key(key)
    if key is None:
        return await act()
    body_hash = _hash(body)
    now = clock.now()
    too_old = now - timedelta(seconds=keep_seconds)
    while not await connection.fetchval(CLAIM, scope, key, body_hash, now, too_old):
        row = await connection.fetchrow(LOAD, scope, key)
        if row is None:
            continue  # It has expired and was deleted meanwhile.
        if row["body_hash"] != body_hash:
            raise KeyReused
        stored: dict[str, Any] = row["result"]
        return stored
    result = await act()
    await connection.execute(STORE_RESULT, scope, key, result)
    return result


async def is_used(connection: Connection, scope: str, key: str) -> bool:
    """Whether a request with this key was answered before; False for one that still runs."""
    return await connection.fetchrow(LOAD, scope, key) is not None


async def delete_keys(connection: Connection, scopes: list[str]) -> None:
    """Delete the keys of these scopes, such as those of an erased customer."""
    await connection.execute("DELETE FROM idempotency_keys WHERE scope = ANY($1::text[])", scopes)


async def delete_expired(connection: Connection, keep_seconds: int, limit: int) -> int:
    """Delete up to `limit` keys older than `keep_seconds`; return how many were deleted."""
    before = clock.now() - timedelta(seconds=keep_seconds)
    return affected_rows(await connection.execute(DELETE_EXPIRED, before, limit))
