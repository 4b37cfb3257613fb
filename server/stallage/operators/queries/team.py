"""Reads the team, roles and access tokens."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.etags import etag_of
from stallage.operators.queries.principals import permissions_of
from stallage.operators.rules.permissions import (
    GROUPS,
    INTERACTIVE_ONLY,
    PERMISSIONS,
    ROLES,
)
from stallage.operators.schemas.team import AccessToken, Permission, Role, TeamMember

MEMBERS = """
SELECT o.id, o.name, o.email, o.role, o.disabled_at, o.password_hash IS NOT NULL AS has_password,
    o.last_signed_in_at, o.created_at, o.updated_at,
    EXISTS (SELECT FROM operator_passkeys p WHERE p.operator_id = o.id) AS has_passkey,
    (SELECT l.expires_at FROM operator_links l WHERE l.operator_id = o.id AND l.expires_at > $1)
        AS link_expires_at,
    (SELECT count(*) FROM operator_tokens t
     WHERE t.operator_id = o.id AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $1))
        AS tokens
FROM operators o
"""
ALL_MEMBERS = f"{MEMBERS} ORDER BY o.disabled_at IS NOT NULL, lower(o.name), o.id LIMIT 1000"
ONE_MEMBER = f"{MEMBERS} WHERE o.id = $2"

COUNT_BY_ROLE = "SELECT role, count(*) AS members FROM operators GROUP BY role"
OWN_ROLES = (
    "SELECT name, permissions, updated_at FROM operator_roles ORDER BY lower(name) LIMIT 500"
)

AWAITS_OWNER = """
SELECT count(*) <= 1 AND NOT coalesce(bool_or(
    o.role <> 'owner' OR o.disabled_at IS NOT NULL OR o.password_hash IS NOT NULL
    OR o.last_signed_in_at IS NOT NULL
    OR EXISTS (SELECT FROM operator_passkeys p WHERE p.operator_id = o.id)), false)
FROM operators o
"""

TOKENS = """
SELECT t.id, t.kind, t.name, t.operator_id, o.name AS operator_name, t.scopes, t.hint, t.created_at,
    t.expires_at, t.last_used_at, t.revoked_at, o.role, o.disabled_at, r.permissions
FROM operator_tokens t
JOIN operators o ON o.id = t.operator_id
LEFT JOIN operator_roles r ON r.name = o.role
"""
ALL_TOKENS = f"{TOKENS} ORDER BY t.revoked_at IS NOT NULL, t.id DESC LIMIT 1000"
OWN_TOKENS = f"""
{TOKENS} WHERE t.operator_id = $1 AND t.kind = 'personal'
ORDER BY t.revoked_at IS NOT NULL, t.id DESC LIMIT 500
"""
ONE_TOKEN = f"{TOKENS} WHERE t.id = $1"


def _to_member(row: Record) -> TeamMember:
    can_sign_in = row["has_password"] or row["has_passkey"]
    is_disabled = row["disabled_at"] is not None
    return TeamMember(
        id=row["id"],
        name=row["name"],
        email=row["email"],
        role=row["role"],
        status="disabled" if is_disabled else "active" if can_sign_in else "invited",
        has_passkey=row["has_passkey"],
        has_password=row["has_password"],
        link_expires_at=row["link_expires_at"],
        last_signed_in_at=row["last_signed_in_at"],
        created_at=row["created_at"],
        tokens=row["tokens"],
        etag=etag_of("member", row["id"], row["updated_at"]),
    )


async def list_members(connection: Connection) -> list[TeamMember]:
    """Return the team, disabled members last."""
    return [_to_member(row) for row in await connection.fetch(ALL_MEMBERS, clock.now())]


async def awaits_owner(connection: Connection) -> bool:
    """Whether nobody is on the team, except perhaps an owner who has not set up their sign-in."""
    found: bool = await connection.fetchval(AWAITS_OWNER)
    return found


async def find_member(connection: Connection, operator_id: int) -> TeamMember | None:
    """Return a team member, or None."""
    row = await connection.fetchrow(ONE_MEMBER, clock.now(), operator_id)
    return None if row is None else _to_member(row)


async def list_roles(connection: Connection) -> list[Role]:
    """Return the built-in roles and the shop's own, with the number of their members."""
    members = {row["role"]: row["members"] for row in await connection.fetch(COUNT_BY_ROLE)}
    built_in = [
        Role(
            name=name,
            is_built_in=True,
            permissions=sorted(permissions),
            members=members.get(name, 0),
            etag=etag_of("role", name, *sorted(permissions)),
        )
        for name, permissions in ROLES.items()
    ]
    own = [
        Role(
            name=row["name"],
            is_built_in=False,
            permissions=sorted(permissions_of(row["name"], row["permissions"])),
            members=members.get(row["name"], 0),
            etag=etag_of("role", row["name"], row["updated_at"]),
        )
        for row in await connection.fetch(OWN_ROLES)
    ]
    return built_in + own


async def find_role(connection: Connection, name: str) -> Role | None:
    """Return a role, or None."""
    return next((role for role in await list_roles(connection) if role.name == name), None)


def list_permissions() -> list[Permission]:
    """Return all permissions with what they allow."""
    return [
        Permission(
            name=name,
            group=(group := name.partition(".")[0]),
            group_name=GROUPS[group],
            description=description,
            for_tokens=name not in INTERACTIVE_ONLY,
        )
        for name, description in PERMISSIONS.items()
    ]


def _to_token(row: Record) -> AccessToken:
    held = permissions_of(row["role"], row["permissions"]) - INTERACTIVE_ONLY
    works = row["revoked_at"] is None and row["disabled_at"] is None
    return AccessToken(
        id=row["id"],
        kind=row["kind"],
        name=row["name"],
        operator_id=row["operator_id"],
        operator_name=row["operator_name"],
        scopes=sorted(row["scopes"]),
        works=sorted(held & set(row["scopes"])) if works else [],
        hint=row["hint"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        last_used_at=row["last_used_at"],
        revoked_at=row["revoked_at"],
    )


async def list_tokens(connection: Connection) -> list[AccessToken]:
    """Return all access tokens, revoked ones last."""
    return [_to_token(row) for row in await connection.fetch(ALL_TOKENS)]


async def tokens_of(connection: Connection, operator_id: int) -> list[AccessToken]:
    """Return an operator's personal tokens."""
    return [_to_token(row) for row in await connection.fetch(OWN_TOKENS, operator_id)]


async def find_token(connection: Connection, token_id: int) -> AccessToken:
    """Return an access token that exists."""
    row = await connection.fetchrow(ONE_TOKEN, token_id)
    assert row is not None  # noqa: S101 - the caller has just written or found it
    return _to_token(row)
