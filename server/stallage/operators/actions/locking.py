"""Locks operators before changes to who may do what.

Operators are locked in the order of their ids, then roles. All owners are locked too if one of them
could stop being one, so that two owners cannot remove each other at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.operators.drafts import Principal
from stallage.operators.errors import Forbidden, LastOwner, OperatorUnauthorized
from stallage.operators.queries import permissions_of
from stallage.operators.rules.permissions import PERMISSIONS, ROLES, missing_permissions

COLUMNS = """o.id, o.name, o.email, o.role, o.password_hash IS NOT NULL AS has_password,
    o.totp_secret IS NOT NULL AS has_totp, o.last_signed_in_at, o.disabled_at IS NOT NULL AS is_disabled"""

LOCK_ONE = f"SELECT {COLUMNS} FROM operators o WHERE o.id = $1 FOR UPDATE"
LOCK_TEAM = f"""
SELECT {COLUMNS} FROM operators o WHERE o.id = ANY($1::bigint[]) OR o.role = 'owner'
ORDER BY o.id FOR UPDATE
"""
LOCK_ROLES = (
    "SELECT name, permissions FROM operator_roles WHERE name = ANY($1::text[]) ORDER BY name"
)
HAVE_PASSKEYS = (
    "SELECT DISTINCT operator_id FROM operator_passkeys WHERE operator_id = ANY($1::bigint[])"
)


@dataclass(frozen=True, slots=True)
class LockedOperator:
    """An operator whose row is locked."""

    id: int
    name: str
    email: str
    role: str
    has_password: bool
    has_totp: bool
    has_signed_in: bool
    is_disabled: bool


def _to_operator(row: Record) -> LockedOperator:
    return LockedOperator(
        id=row["id"],
        name=row["name"],
        email=row["email"],
        role=row["role"],
        has_password=row["has_password"],
        has_totp=row["has_totp"],
        has_signed_in=row["last_signed_in_at"] is not None,
        is_disabled=row["is_disabled"],
    )


async def lock_operator(connection: Connection, operator_id: int) -> LockedOperator:
    """Lock an operator's row. Raises NotFound."""
    row = await connection.fetchrow(LOCK_ONE, operator_id)
    if row is None:
        raise NotFound
    return _to_operator(row)


@dataclass(frozen=True, slots=True)
class LockedTeam:
    """The rows that a change to the team depends on."""

    operators: dict[int, LockedOperator]
    permissions: dict[str, frozenset[str]]
    """Of each role that was asked for, and of the locked operators."""
    may_grant: frozenset[str]
    """What the acting operator has now; everything on the command line."""
    owners: frozenset[int]
    """Owners who can sign in."""

    def target(self, operator_id: int) -> LockedOperator:
        """Return an operator that the acting one may change. Raises NotFound, Forbidden."""
        found = self.operators.get(operator_id)
        if found is None:
            raise NotFound
        self.require_grantable(self.permissions.get(found.role, frozenset()))
        return found

    def require_grantable(self, permissions: frozenset[str]) -> None:
        """Raise Forbidden unless the acting operator has all of these permissions."""
        missing = missing_permissions(permissions, self.may_grant)
        if missing:
            raise Forbidden(permission=missing[0])

    def require_other_owner(self, operator: LockedOperator) -> None:
        """Raise LastOwner if this is the last owner who can sign in."""
        if (
            operator.role == "owner"
            and not operator.is_disabled
            and not self.owners - {operator.id}
        ):
            raise LastOwner


async def lock_team(
    connection: Connection,
    acting: Principal | None,
    *,
    operators: tuple[int, ...] = (),
    roles: tuple[str, ...] = (),
    changes_roles: bool = False,
) -> LockedTeam:
    """Lock these operators, the acting one, all owners and their roles.

    Nobody else can give anybody the roles while `changes_roles` locks them.

    The rights of the acting operator are read again under the lock. Raises OperatorUnauthorized if they
    have been disabled meanwhile.
    """
    ids = [*operators, *(() if acting is None else (acting.operator_id,))]
    rows = [_to_operator(row) for row in await connection.fetch(LOCK_TEAM, ids)]
    names = sorted({*roles, *(row.role for row in rows)} - ROLES.keys())
    lock = f"{LOCK_ROLES} FOR {'UPDATE' if changes_roles else 'SHARE'}"
    own = {row["name"]: row["permissions"] for row in await connection.fetch(lock, names)}
    permissions = {
        name: permissions_of(name, own.get(name))
        for name in {*ROLES, *names}
        if name in ROLES or name in own
    }
    with_passkey = {
        row["operator_id"]
        for row in await connection.fetch(HAVE_PASSKEYS, [row.id for row in rows])
    }
    by_id = {row.id: row for row in rows}
    may_grant = frozenset(PERMISSIONS)
    if acting is not None:
        me = by_id.get(acting.operator_id)
        if me is None or me.is_disabled:
            raise OperatorUnauthorized
        may_grant = permissions.get(me.role, frozenset()) & acting.permissions
    return LockedTeam(
        by_id,
        permissions,
        may_grant,
        frozenset(
            row.id
            for row in rows
            if row.role == "owner"
            and not row.is_disabled
            and (row.has_password or row.id in with_passkey)
        ),
    )
