"""Reads an operator's own account and how they sign in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.devices import device_name
from stallage.operators.drafts import Principal
from stallage.operators.queries.principals import hash_token
from stallage.operators.rules.sessions import IDLE, STEP_UP
from stallage.operators.schemas.account import Account, OpenSession, Passkey
from stallage.operators.schemas.session import Method, Session

FIND_BY_EMAIL = """
SELECT id, name, email, password_hash, disabled_at IS NOT NULL AS is_disabled FROM operators
WHERE lower(email) = lower($1)
"""
FIND_BY_ID = """
SELECT id, name, email, password_hash, disabled_at IS NOT NULL AS is_disabled FROM operators
WHERE id = $1
"""
SESSION = """
SELECT o.theme, o.shortcuts, o.password_hash IS NOT NULL AS has_password,
    o.totp_secret IS NOT NULL AS has_totp,
    EXISTS (SELECT FROM operator_passkeys p WHERE p.operator_id = o.id) AS has_passkey,
    (SELECT expires_at FROM operator_sessions s WHERE s.id = $2) AS expires_at
FROM operators o WHERE o.id = $1
"""
ACCOUNT = """
SELECT o.id, o.email, o.name, o.role, o.theme, o.shortcuts, o.password_hash IS NOT NULL AS has_password,
    o.totp_secret IS NOT NULL AS has_totp,
    (SELECT count(*) FROM operator_recovery_codes c WHERE c.operator_id = o.id AND c.used_at IS NULL)
        AS codes_left
FROM operators o WHERE o.id = $1
"""
PASSKEYS = """
SELECT id, name, created_at, last_used_at FROM operator_passkeys WHERE operator_id = $1 ORDER BY id
"""
CREDENTIALS = "SELECT credential_id FROM operator_passkeys WHERE operator_id = $1 ORDER BY id"
SESSIONS = """
SELECT id, agent, address, created_at, last_used_at, expires_at FROM operator_sessions
WHERE operator_id = $1 AND expires_at > $2 AND last_used_at > $3
ORDER BY last_used_at DESC, id DESC
"""
KNOWN = """
SELECT client_hash FROM operator_known_clients WHERE client_hash = ANY($1) AND last_used_at > $2
"""
LINK = """
SELECT l.operator_id, l.purpose, l.expires_at, o.email, o.name, o.role FROM operator_links l
JOIN operators o ON o.id = l.operator_id
WHERE l.token_hash = $1 AND l.expires_at > $2 AND o.disabled_at IS NULL
"""
LINK_EMAIL = """
SELECT o.email, o.name, l.purpose, l.expires_at FROM operator_links l
JOIN operators o ON o.id = l.operator_id
WHERE l.token_hash = $1 AND l.expires_at > $2 AND o.disabled_at IS NULL
"""


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who wants to sign in with a password."""

    operator_id: int
    name: str
    email: str
    password_hash: str | None
    is_disabled: bool


@dataclass(frozen=True, slots=True)
class OpenLink:
    """A valid one-time link."""

    operator_id: int
    purpose: str
    expires_at: datetime
    email: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class LinkRecipient:
    """The recipient of a link."""

    email: str
    name: str
    purpose: str
    expires_at: datetime


async def find_by_email(connection: Connection, email: str) -> Credentials | None:
    """Return an operator by email address, ignoring case, or None."""
    row = await connection.fetchrow(FIND_BY_EMAIL, email)
    return None if row is None else Credentials(*row.values())


async def find_by_id(connection: Connection, operator_id: int) -> Credentials | None:
    """Return an operator, or None."""
    row = await connection.fetchrow(FIND_BY_ID, operator_id)
    return None if row is None else Credentials(*row.values())


async def session_of(connection: Connection, principal: Principal, csrf: str | None) -> Session:
    """Return who is signed in, with their preferences."""
    row = await connection.fetchrow(SESSION, principal.operator_id, principal.session_id)
    assert row is not None  # noqa: S101 - operators are never deleted
    verification_methods: list[Method] = []
    if principal.token_id is None:
        verification_methods += ["passkey"] if row["has_passkey"] else []
        verification_methods += ["totp"] if row["has_totp"] else []
        verification_methods += ["password"] if row["has_password"] else []
    verified_at = principal.verified_at
    return Session(
        operator_id=principal.operator_id,
        name=principal.name,
        email=principal.email,
        role=principal.role,
        permissions=sorted(principal.permissions),
        csrf_token=csrf,
        verified_until=None if verified_at is None else verified_at + STEP_UP,
        expires_at=row["expires_at"],
        verification_methods=verification_methods,
        theme=row["theme"],
        shortcuts=row["shortcuts"],
    )


async def account_of(connection: Connection, operator_id: int) -> Account:
    """Return an operator's own account."""
    row = await connection.fetchrow(ACCOUNT, operator_id)
    assert row is not None  # noqa: S101 - operators are never deleted
    passkeys = await connection.fetch(PASSKEYS, operator_id)
    return Account(
        id=row["id"],
        email=row["email"],
        name=row["name"],
        role=row["role"],
        has_password=row["has_password"],
        has_totp=row["has_totp"],
        recovery_codes_left=row["codes_left"],
        passkeys=[Passkey(**dict(passkey)) for passkey in passkeys],
        theme=row["theme"],
        shortcuts=row["shortcuts"],
    )


async def credential_ids_of(connection: Connection, operator_id: int) -> list[bytes]:
    """Return the ids of an operator's passkeys."""
    return [row["credential_id"] for row in await connection.fetch(CREDENTIALS, operator_id)]


async def sessions_of(
    connection: Connection, operator_id: int, current_id: int | None
) -> list[OpenSession]:
    """Return an operator's open sessions, last used first."""
    now = clock.now()
    return [
        OpenSession(
            id=row["id"],
            is_current=row["id"] == current_id,
            device=device_name(row["agent"] or ""),
            address=row["address"],
            created_at=row["created_at"],
            last_used_at=row["last_used_at"],
            expires_at=row["expires_at"],
        )
        for row in await connection.fetch(SESSIONS, operator_id, now, now - IDLE)
    ]


async def known_hashes(
    connection: Connection, hashes: list[bytes], not_before: datetime
) -> set[bytes]:
    """Return which of these browsers and networks an operator has signed in from."""
    return {row["client_hash"] for row in await connection.fetch(KNOWN, hashes, not_before)}


async def find_link(connection: Connection, token: str) -> OpenLink | None:
    """Return a valid link by its token, or None."""
    row = await connection.fetchrow(LINK, hash_token(token), clock.now())
    return None if row is None else OpenLink(*row.values())


async def find_link_recipient(connection: Connection, token: str) -> LinkRecipient | None:
    """Return the recipient of a link, or None if it was used, replaced or has expired."""
    row = await connection.fetchrow(LINK_EMAIL, hash_token(token), clock.now())
    return None if row is None else LinkRecipient(*row.values())
