"""Adds, changes and deletes the shop's own roles. Nobody puts in what they lack."""

from __future__ import annotations

from collections.abc import Iterable

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import check_match
from stallage.core.validation import message
from stallage.operators.actions.locking import lock_team
from stallage.operators.drafts import Principal
from stallage.operators.errors import BuiltInRole, RoleInUse, RoleTaken
from stallage.operators.queries.team import find_role
from stallage.operators.rules.permissions import PERMISSIONS, ROLES
from stallage.operators.schemas.team import Role

# Names that differ in case only would be confused.
CREATE = """
INSERT INTO operator_roles (name, permissions, created_at, updated_at)
SELECT $1, $2, $3, $3
WHERE NOT EXISTS (SELECT FROM operator_roles WHERE lower(name) = lower($1))
ON CONFLICT (name) DO NOTHING RETURNING true
"""
CHANGE = "UPDATE operator_roles SET permissions = $2, updated_at = $3 WHERE name = $1"
DELETE = "DELETE FROM operator_roles WHERE name = $1"
HAS_MEMBERS = "SELECT EXISTS (SELECT FROM operators WHERE role = $1)"


def known_permissions(names: Iterable[str], field: str) -> frozenset[str]:
    """Return permissions from a request. Raises InvalidFields for an unknown one."""
    given = frozenset(names)
    if given - PERMISSIONS.keys():
        raise InvalidFields(fields={field: [message("invalid", field)]})
    return given


async def _role(connection: Connection, name: str) -> Role:
    found = await find_role(connection, name)
    if found is None:
        raise NotFound
    if found.is_built_in:
        raise BuiltInRole
    return found


async def create_role(
    connection: Connection, acting: Principal, name: str, names: Iterable[str]
) -> Role:
    """Add a role. Raises InvalidFields, Forbidden, RoleTaken."""
    permissions = known_permissions(names, "permissions")
    team = await lock_team(connection, acting, changes_roles=True)
    team.require_grantable(permissions)
    is_free = name.lower() not in ROLES and await connection.fetchval(
        CREATE, name, sorted(permissions), clock.now()
    )
    if not is_free:
        raise RoleTaken
    await record(
        connection,
        "role.created",
        Subject("role", name, name),
        after={"permissions": sorted(permissions)},
    )
    return await _role(connection, name)


async def change_role_permissions(
    connection: Connection,
    acting: Principal,
    name: str,
    names: Iterable[str],
    if_match: str | None,
) -> Role:
    """Change a role, at once for everybody who has it.

    The acting operator needs all permissions that the role has before and after. Raises NotFound,
    BuiltInRole, InvalidFields, Forbidden, PreconditionRequired, EditConflict.
    """
    permissions = known_permissions(names, "permissions")
    team = await lock_team(connection, acting, roles=(name,), changes_roles=True)
    role = await _role(connection, name)
    team.require_grantable(permissions | set(role.permissions))
    check_match(if_match, role.etag, role)
    await connection.execute(CHANGE, name, sorted(permissions), clock.now())
    await record(
        connection,
        "role.changed",
        Subject("role", name, name),
        before={"permissions": role.permissions},
        after={"permissions": sorted(permissions)},
    )
    return await _role(connection, name)


async def delete_role(connection: Connection, acting: Principal, name: str) -> None:
    """Delete a role that nobody has. Raises NotFound, BuiltInRole, Forbidden, RoleInUse."""
    team = await lock_team(connection, acting, roles=(name,), changes_roles=True)
    role = await _role(connection, name)
    team.require_grantable(frozenset(role.permissions))
    if await connection.fetchval(HAS_MEMBERS, name):
        raise RoleInUse
    await connection.execute(DELETE, name)
    await record(
        connection,
        "role.deleted",
        Subject("role", name, name),
        before={"permissions": role.permissions},
    )
