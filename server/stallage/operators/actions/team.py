"""Changes the team. Nobody grants what they lack, or changes somebody who may do more."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.etags import check_match
from stallage.core.events import publish
from stallage.operators.actions.accounts import create_operator
from stallage.operators.actions.links import issue_link, reset_operator
from stallage.operators.actions.locking import LockedOperator, LockedTeam, lock_operator, lock_team
from stallage.operators.actions.sessions import end_sessions_of
from stallage.operators.drafts import Link, Principal
from stallage.operators.errors import AlreadySetUp, UnknownRole
from stallage.operators.events import OperatorLinkIssued
from stallage.operators.queries.team import find_member
from stallage.operators.schemas.team import TeamMember

SET_ROLE = "UPDATE operators SET role = $2, updated_at = $3 WHERE id = $1"
SET_DISABLED = "UPDATE operators SET disabled_at = $2, updated_at = $3 WHERE id = $1"


def _subject(operator: LockedOperator) -> Subject:
    return Subject("operator", operator.id, operator.email)


def _permissions_of(team: LockedTeam, role: str) -> frozenset[str]:
    """Return the permissions of a role that the acting operator may give. Raises UnknownRole, Forbidden."""
    permissions = team.permissions.get(role)
    if permissions is None:
        raise UnknownRole
    team.require_grantable(permissions)
    return permissions


async def _member(connection: Connection, operator_id: int) -> TeamMember:
    found = await find_member(connection, operator_id)
    if found is None:
        raise NotFound
    return found


async def _mail(connection: Connection, link: Link) -> None:
    await publish(connection, OperatorLinkIssued(operator_id=link.operator_id, nonce=link.nonce))


async def invite(
    connection: Connection, secret: bytes, acting: Principal, *, email: str, name: str, role: str
) -> TeamMember:
    """Create an operator and mail them a link. Raises UnknownRole, Forbidden, EmailTaken."""
    team = await lock_team(connection, acting, roles=(role,))
    _permissions_of(team, role)
    operator_id = await create_operator(connection, email, name, role)
    operator = await lock_operator(connection, operator_id)
    await _mail(connection, await issue_link(connection, secret, operator, "invitation"))
    return await _member(connection, operator_id)


async def create_with_link(
    connection: Connection, secret: bytes, *, email: str, name: str, role: str
) -> Link:
    """Create an operator on the command line. Raises UnknownRole, EmailTaken."""
    team = await lock_team(connection, None, roles=(role,))
    _permissions_of(team, role)
    operator = await lock_operator(connection, await create_operator(connection, email, name, role))
    return await issue_link(connection, secret, operator, "invitation")


async def send_link(
    connection: Connection, secret: bytes, acting: Principal, operator_id: int
) -> TeamMember:
    """Mail a new link to somebody who has not set up their sign-in; an earlier one stops working.

    Raises NotFound, Forbidden, MemberDisabled, AlreadySetUp.
    """
    team = await lock_team(connection, acting, operators=(operator_id,))
    operator = team.target(operator_id)
    if (await _member(connection, operator_id)).status == "active":
        raise AlreadySetUp
    purpose = "reset" if operator.has_signed_in else "invitation"
    await _mail(connection, await issue_link(connection, secret, operator, purpose))
    return await _member(connection, operator_id)


async def reset(
    connection: Connection, secret: bytes, acting: Principal, operator_id: int
) -> TeamMember:
    """Remove what somebody signs in with, and mail them a link to set it up again.

    Raises NotFound, Forbidden, LastOwner, MemberDisabled.
    """
    team = await lock_team(connection, acting, operators=(operator_id,))
    operator = team.target(operator_id)
    team.require_other_owner(operator)
    await _mail(connection, await reset_operator(connection, secret, operator))
    return await _member(connection, operator_id)


async def change_role(
    connection: Connection,
    acting: Principal,
    operator_id: int,
    role: str,
    if_match: str | None,
) -> TeamMember:
    """Give somebody another role. Their sessions end if they may do less than before.

    Raises NotFound, UnknownRole, Forbidden, LastOwner, PreconditionRequired, EditConflict.
    """
    team = await lock_team(connection, acting, operators=(operator_id,), roles=(role,))
    operator = team.target(operator_id)
    permissions = _permissions_of(team, role)
    member = await _member(connection, operator_id)
    check_match(if_match, member.etag, member)
    if role == operator.role:
        return member
    if role != "owner":
        team.require_other_owner(operator)
    await connection.execute(SET_ROLE, operator_id, role, clock.now())
    if team.permissions.get(operator.role, frozenset()) - permissions:
        await end_sessions_of(connection, operator_id)
    await record(
        connection,
        "operator.role_changed",
        _subject(operator),
        before={"role": operator.role},
        after={"role": role},
    )
    return await _member(connection, operator_id)


async def disable(connection: Connection, acting: Principal | None, operator_id: int) -> TeamMember:
    """Disable an operator: sessions end, and tokens that they created stop working.

    Raises NotFound, Forbidden, LastOwner.
    """
    team = await lock_team(connection, acting, operators=(operator_id,))
    operator = team.target(operator_id)
    team.require_other_owner(operator)
    if not operator.is_disabled:
        now = clock.now()
        await connection.execute(SET_DISABLED, operator_id, now, now)
        await record(connection, "operator.disabled", _subject(operator))
    await end_sessions_of(connection, operator_id)
    return await _member(connection, operator_id)


async def enable(connection: Connection, acting: Principal | None, operator_id: int) -> TeamMember:
    """Enable an operator again. Raises NotFound, Forbidden."""
    team = await lock_team(connection, acting, operators=(operator_id,))
    operator = team.target(operator_id)
    if operator.is_disabled:
        await connection.execute(SET_DISABLED, operator_id, None, clock.now())
        await record(connection, "operator.enabled", _subject(operator))
    return await _member(connection, operator_id)


async def reset_with_link(connection: Connection, secret: bytes, operator_id: int) -> Link:
    """Reset an operator on the command line. Raises NotFound, MemberDisabled."""
    team = await lock_team(connection, None, operators=(operator_id,))
    return await reset_operator(connection, secret, team.target(operator_id))
