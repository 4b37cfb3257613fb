"""Starts a sign-in, renews its tokens, ends it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from stallage.core import access, clock, security_log
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.runtime import Runtime
from stallage.signin import rules
from stallage.signin.actions.known_clients import forget_clients_of
from stallage.signin.schemas import Tokens

MAX_DEVICE = 200

START = """
WITH started AS (
    INSERT INTO sign_ins (family, customer_id, device, created_at, last_used_at, proven_at)
    VALUES ($1, $2, $3, $4, $4, $7) RETURNING family
)
INSERT INTO refresh_tokens (token_hash, family, created_at, expires_at)
SELECT $5, family, $4::timestamptz, $4 + $6::interval FROM started
"""

# One statement: a token that is unused, or was used within the grace, gives its successor. Whoever
# comes second waits for the row and then finds the time of the first use.
ROTATE = """
WITH used AS (
    UPDATE refresh_tokens t SET used_at = coalesce(t.used_at, $2::timestamptz)
    FROM sign_ins s
    WHERE t.token_hash = $1 AND s.family = t.family AND s.ended_at IS NULL
        AND t.expires_at > $2 AND (t.used_at IS NULL OR t.used_at > $2::timestamptz - $4::interval)
        AND ($6::text IS NULL OR t.family = $6) AND s.created_at > $2::timestamptz - $7::interval
    RETURNING t.family, t.used_at, s.customer_id, s.created_at + $7::interval AS session_ends_at
), next AS (
    INSERT INTO refresh_tokens (token_hash, family, created_at, expires_at)
    SELECT $3, family, used_at, least(used_at + $5::interval, session_ends_at) FROM used
    ON CONFLICT (token_hash) DO NOTHING
), seen AS (
    UPDATE sign_ins SET last_used_at = $2 FROM used WHERE sign_ins.family = used.family
)
SELECT family, used_at, customer_id, session_ends_at FROM used
"""

ENDING = """
WITH ended AS ({statement} RETURNING sign_ins.family), noted AS (
    INSERT INTO ended_sign_ins (family) SELECT family FROM ended ON CONFLICT (family) DO NOTHING
)
SELECT family FROM ended
"""
"""What ends sign-ins is told to every process; see `core.ended`."""

# A used token after its grace: somebody has a copy, and nobody can say who is the thief.
END_REUSED = ENDING.format(
    statement="""
    UPDATE sign_ins SET ended_at = $2::timestamptz
    FROM refresh_tokens t
    WHERE t.token_hash = $1 AND t.used_at <= $2::timestamptz - $3::interval
        AND sign_ins.family = t.family AND sign_ins.ended_at IS NULL
    """
)

END = ENDING.format(
    statement="""
    UPDATE sign_ins SET ended_at = $2
    FROM refresh_tokens t
    WHERE t.token_hash = $1 AND sign_ins.family = t.family AND sign_ins.ended_at IS NULL
    """
)

END_ONE = ENDING.format(
    statement="""
    UPDATE sign_ins SET ended_at = $3
    WHERE customer_id = $1 AND family = $2 AND ended_at IS NULL
    """
)

END_OTHERS = ENDING.format(
    statement="""
    UPDATE sign_ins SET ended_at = $3
    WHERE customer_id = $1 AND family <> $2 AND ended_at IS NULL
    """
)

END_ALL = ENDING.format(
    statement="UPDATE sign_ins SET ended_at = $2 WHERE customer_id = $1 AND ended_at IS NULL"
)

FORGET_ALL = ENDING.format(statement="DELETE FROM sign_ins WHERE customer_id = $1")

LIVES = """
SELECT EXISTS (
    SELECT FROM sign_ins
    WHERE family = $1 AND customer_id = $2 AND ended_at IS NULL AND created_at > $3
)
"""

PROVEN_AT = """
SELECT proven_at FROM sign_ins WHERE family = $1 AND customer_id = $2 AND ended_at IS NULL
"""

PROVE = "UPDATE sign_ins SET proven_at = $2 WHERE family = $1"


@dataclass(frozen=True, slots=True)
class Renewed:
    """New tokens and whose they are."""

    customer_id: int
    tokens: Tokens


async def start(
    connection: Connection,
    runtime: Runtime,
    customer_id: int,
    device: str,
    *,
    is_proven_by_code: bool = False,
) -> Tokens:
    """A new sign-in on a device."""
    settings = runtime.settings
    family, token = secrets.token_urlsafe(12), rules.draw_token()
    now = clock.now()
    await connection.execute(
        START,
        family,
        customer_id,
        device.replace("\x00", "")[:MAX_DEVICE],
        now,
        rules.token_hash(token),
        timedelta(seconds=min(settings.refresh_token_seconds, settings.session_seconds)),
        now if is_proven_by_code else None,
    )
    ends_at = now + timedelta(seconds=settings.session_seconds)
    return _tokens(runtime, customer_id, family, token, issued_at=now, session_ends_at=ends_at)


async def rotate(
    connection: Connection, runtime: Runtime, token: str, family: str | None = None
) -> Renewed | None:
    """The successors of a refresh token, or None where it is not good.

    None is returned, not raised: a token shown again after its grace has ended its family, and that
    has to be committed. `family` leaves tokens of other sign-ins alone.
    """
    settings = runtime.settings
    now = clock.now()
    grace = timedelta(seconds=settings.refresh_grace_seconds)
    successor = rules.successor_of(runtime.secret, token)
    shown = rules.token_hash(token)
    row = await connection.fetchrow(
        ROTATE,
        shown,
        now,
        rules.token_hash(successor),
        grace,
        timedelta(seconds=settings.refresh_token_seconds),
        family,
        timedelta(seconds=settings.session_seconds),
    )
    if row is None:
        ended = await connection.fetchval(END_REUSED, shown, now, grace)
        security_log.record("refresh_token_reused" if ended else "refresh_token_refused")
        return None
    tokens = _tokens(
        runtime,
        row["customer_id"],
        row["family"],
        successor,
        issued_at=row["used_at"],
        session_ends_at=row["session_ends_at"],
    )
    return Renewed(row["customer_id"], tokens)


def _tokens(
    runtime: Runtime,
    customer_id: int,
    family: str,
    refresh_token: str,
    *,
    issued_at: datetime,
    session_ends_at: datetime,
) -> Tokens:
    left = int((session_ends_at - issued_at).total_seconds())
    lives = min(runtime.settings.access_token_seconds, left)
    # Signed as of the moment of the first answer, a repeated answer is the same to the letter.
    token = access.sign(runtime.secret, customer_id, family, lives, issued_at)
    return Tokens.model_construct(token=token, refresh_token=refresh_token)


async def end(connection: Connection, refresh_token: str) -> None:
    """Ends the sign-in that a refresh token belongs to; an unknown one ends nothing."""
    await connection.execute(END, rules.token_hash(refresh_token), clock.now())


async def end_one(connection: Connection, customer_id: int, family: str) -> None:
    """Ends one of the customer's own sign-ins. Raises NotFound where there is none to end."""
    if await connection.fetchval(END_ONE, customer_id, family, clock.now()) is None:
        raise NotFound


async def end_others(connection: Connection, customer_id: int, family: str) -> None:
    """Ends every sign-in of a customer but one."""
    await connection.execute(END_OTHERS, customer_id, family, clock.now())


async def end_all(connection: Connection, customer_id: int) -> None:
    """Signs a customer out everywhere; no device is known any more."""
    await connection.execute(END_ALL, customer_id, clock.now())
    await forget_clients_of(connection, customer_id)


async def forget_sign_ins_of(connection: Connection, customer_id: int) -> None:
    """Ends every sign-in of a customer and keeps nothing of them but that they have ended."""
    await connection.execute(FORGET_ALL, customer_id)
    await forget_clients_of(connection, customer_id)


async def lives(connection: Connection, runtime: Runtime, family: str, customer_id: int) -> bool:
    """Whether a sign-in is there and has not ended."""
    started_after = clock.now() - timedelta(seconds=runtime.settings.session_seconds)
    return bool(await connection.fetchval(LIVES, family, customer_id, started_after))


async def is_just_proven(
    connection: Connection, runtime: Runtime, family: str, customer_id: int
) -> bool:
    """Whether a code has proven one of the customer's contacts in this sign-in within minutes."""
    proven_at = await connection.fetchval(PROVEN_AT, family, customer_id)
    window = timedelta(seconds=runtime.settings.contact_proof_seconds)
    return proven_at is not None and proven_at > clock.now() - window


async def note_proof(connection: Connection, family: str) -> None:
    """Notes that a code has just proven one of the customer's contacts in this sign-in."""
    await connection.execute(PROVE, family, clock.now())
