"""Start sign-ins, renew their tokens, end them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import access, clock, security_log
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.settings import Settings
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

# One statement: a token that is unused, or was used within the grace period, returns its successor. A
# concurrent request waits for the row and then reads the time of the first use.
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
"""Ended sign-ins are recorded for all processes; see `core.revoked_sessions`."""

# A used token after the grace period: there is a copy, and the shop cannot tell who has stolen it.
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

IS_ACTIVE = """
SELECT EXISTS (
    SELECT FROM sign_ins
    WHERE family = $1 AND customer_id = $2 AND ended_at IS NULL AND created_at > $3
)
"""

VERIFIED_AT = """
SELECT proven_at FROM sign_ins WHERE family = $1 AND customer_id = $2 AND ended_at IS NULL
"""

SET_VERIFIED = "UPDATE sign_ins SET proven_at = $2 WHERE family = $1"


@dataclass(frozen=True, slots=True)
class Renewed:
    """New tokens and their customer."""

    customer_id: int
    tokens: Tokens


async def start(
    connection: Connection,
    settings: Settings,
    secret: bytes,
    customer_id: int,
    device: str,
    *,
    is_verified_by_code: bool = False,
) -> Tokens:
    """Start a sign-in on a device. `device` is the user agent."""
    family, token = secrets.token_urlsafe(12), rules.generate_token()
    now = clock.now()
    await connection.execute(
        START,
        family,
        customer_id,
        device.replace("\x00", "")[:MAX_DEVICE],
        now,
        rules.hash_token(token),
        timedelta(seconds=min(settings.refresh_token_seconds, settings.session_seconds)),
        now if is_verified_by_code else None,
    )
    ends_at = now + timedelta(seconds=settings.session_seconds)
    return _tokens(
        settings, secret, customer_id, family, token, issued_at=now, session_ends_at=ends_at
    )


async def rotate(
    connection: Connection,
    settings: Settings,
    secret: bytes,
    token: str,
    family: str | None = None,
) -> Renewed | None:
    """Exchange a refresh token for new tokens, or return None if it is not valid.

    An invalid token raises nothing: a token reused after the grace period ends its family, which has to
    be committed. With `family`, tokens of other sign-ins are not accepted.
    """
    now = clock.now()
    grace = timedelta(seconds=settings.refresh_grace_seconds)
    successor = rules.next_token(secret, token)
    token_hash = rules.hash_token(token)
    row = await connection.fetchrow(
        ROTATE,
        token_hash,
        now,
        rules.hash_token(successor),
        grace,
        timedelta(seconds=settings.refresh_token_seconds),
        family,
        timedelta(seconds=settings.session_seconds),
    )
    if row is None:
        ended = await connection.fetchval(END_REUSED, token_hash, now, grace)
        security_log.record("refresh_token_reused" if ended else "refresh_token_refused")
        return None
    tokens = _tokens(
        settings,
        secret,
        row["customer_id"],
        row["family"],
        successor,
        issued_at=row["used_at"],
        session_ends_at=row["session_ends_at"],
    )
    return Renewed(row["customer_id"], tokens)


def _tokens(
    settings: Settings,
    secret: bytes,
    customer_id: int,
    family: str,
    refresh_token: str,
    *,
    issued_at: datetime,
    session_ends_at: datetime,
) -> Tokens:
    session_left = int((session_ends_at - issued_at).total_seconds())
    lifetime = min(settings.access_token_seconds, session_left)
    # Signed with the time of the first response, so that a repeated response is identical.
    token = access.sign(secret, customer_id, family, lifetime, issued_at)
    return Tokens.model_construct(token=token, refresh_token=refresh_token)


async def end(connection: Connection, refresh_token: str) -> None:
    """End the sign-in of a refresh token. An unknown token is ignored."""
    await connection.execute(END, rules.hash_token(refresh_token), clock.now())


async def end_one(connection: Connection, customer_id: int, family: str) -> None:
    """End one of the customer's sign-ins. Raises NotFound if there is no active one."""
    if await connection.fetchval(END_ONE, customer_id, family, clock.now()) is None:
        raise NotFound


async def end_others(connection: Connection, customer_id: int, family: str) -> None:
    """End all sign-ins of a customer but one."""
    await connection.execute(END_OTHERS, customer_id, family, clock.now())


async def end_all(connection: Connection, customer_id: int) -> None:
    """End all sign-ins of a customer and forget the known devices."""
    await connection.execute(END_ALL, customer_id, clock.now())
    await forget_clients_of(connection, customer_id)


async def sign_out_everywhere(connection: Connection, customer_id: int) -> None:
    """End all sign-ins of a customer for an operator."""
    await end_all(connection, customer_id)
    await record(
        connection,
        "customer.signed_out",
        Subject("customer", customer_id, f"Customer {customer_id}"),
    )


async def forget_sign_ins_of(connection: Connection, customer_id: int) -> None:
    """Delete all sign-ins of a customer; only the fact that they ended is stored."""
    await connection.execute(FORGET_ALL, customer_id)
    await forget_clients_of(connection, customer_id)


async def is_active(
    connection: Connection, settings: Settings, family: str, customer_id: int
) -> bool:
    """Whether a sign-in exists and has not ended."""
    started_after = clock.now() - timedelta(seconds=settings.session_seconds)
    return bool(await connection.fetchval(IS_ACTIVE, family, customer_id, started_after))


async def is_recently_verified(
    connection: Connection, settings: Settings, family: str, customer_id: int
) -> bool:
    """Whether a code verified one of the customer's contacts in this sign-in within minutes."""
    verified_at = await connection.fetchval(VERIFIED_AT, family, customer_id)
    window = timedelta(seconds=settings.contact_proof_seconds)
    return verified_at is not None and verified_at > clock.now() - window


async def record_verification(connection: Connection, family: str) -> None:
    """Record that a code has just verified one of the customer's contacts in this sign-in."""
    await connection.execute(SET_VERIFIED, family, clock.now())
