"""The same key and body give the same answer and one effect.

The key's row is written in the transaction of its effect, so both are there or neither is. A repeat
while the first still runs waits for the first to commit. A refusal rolls back and is therefore not kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Annotated, Any

from fastapi import Header

from stallage.core import clock
from stallage.core.batches import rows_of
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, Refusal
from stallage.core.validation import message

# Whoever inserts first acts; the others wait in this statement until that one commits or rolls back.
CLAIM = """
    INSERT INTO idempotency_keys AS k (scope, key, body_hash, result, created_at)
    VALUES ($1, $2, $3, 'null', $4)
    ON CONFLICT (scope, key) DO UPDATE
    SET body_hash = excluded.body_hash, result = excluded.result, created_at = excluded.created_at
    WHERE k.created_at <= $5
    RETURNING true
"""

CLAIMED = "SELECT body_hash, result FROM idempotency_keys WHERE scope = $1 AND key = $2"

FORGET_OLD = """
    DELETE FROM idempotency_keys WHERE (scope, key) IN (
        SELECT scope, key FROM idempotency_keys WHERE created_at <= $1
        ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
"""

KEEP = "UPDATE idempotency_keys SET result = $3 WHERE scope = $1 AND key = $2"


class KeyReused(Refusal):
    """The key came with another body before."""

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


def checked(key: str | None) -> str | None:
    """Refuses a key that is empty or longer than 255 characters."""
    if key is None:
        return None
    if not 1 <= len(key) <= 255 or "\x00" in key:
        raise InvalidFields(
            fields={"Idempotency-Key": [message("between", "Idempotency-Key", min=1, max=255)]}
        )
    return key


async def once(
    connection: Connection,
    *,
    scope: str,
    key: str | None,
    body: bytes,
    keep_seconds: int,
    act: Callable[[], Awaitable[dict[str, Any]]],
) -> dict[str, Any]:
    """Runs `act` in the caller's transaction, or returns what it returned before for this key.

    `scope` says whose key it is and for which call, such as `order:customer:17`. `act` returns what
    the edge needs to build the answer again. Raises KeyReused where the body differs.
    """
    key = checked(key)
    if key is None:
        return await act()
    body_hash = hashlib.blake2b(body, digest_size=16).digest()
    now = clock.now()
    too_old = now - timedelta(seconds=keep_seconds)
    while not await connection.fetchval(CLAIM, scope, key, body_hash, now, too_old):
        row = await connection.fetchrow(CLAIMED, scope, key)
        if row is None:
            continue  # It was old enough to be deleted a moment ago.
        if row["body_hash"] != body_hash:
            raise KeyReused
        kept: dict[str, Any] = row["result"]
        return kept
    result = await act()
    await connection.execute(KEEP, scope, key, result)
    return result


async def forget(connection: Connection, scopes: list[str]) -> None:
    """Deletes the keys of these scopes, such as those of a customer who is forgotten."""
    await connection.execute("DELETE FROM idempotency_keys WHERE scope = ANY($1::text[])", scopes)


async def forget_old(connection: Connection, keep_seconds: int, most: int) -> int:
    """Deletes up to `most` keys that have lived their time; how many there were."""
    before = clock.now() - timedelta(seconds=keep_seconds)
    return rows_of(await connection.execute(FORGET_OLD, before, most))
