"""The team: who works in the shop, and in which role."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID
from stallage.operators.actions import team
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.operators.errors import (
    AlreadySetUp,
    EmailTaken,
    Forbidden,
    LastOwner,
    MemberDisabled,
    UnknownRole,
)
from stallage.operators.queries.team import find_member, list_members
from stallage.operators.rules.emails import operator_email
from stallage.operators.schemas.team import MemberChange, NewMember, TeamMember

router = AdminRouter(tag="team")

MemberId = Annotated[int, Path(alias="id", ge=1, le=MAX_ID)]


@router.get("/team", permission="team.read", response_model=Answer[list[TeamMember]])
async def get_team(connection: Reading) -> Answer[list[TeamMember]]:
    """The team, disabled members last."""
    return answer(await list_members(connection))


@router.get(
    "/team/{id}",
    permission="team.read",
    response_model=Answer[TeamMember],
    responses=error_responses(NotFound),
)
async def get_member(member_id: MemberId, connection: Reading) -> Answer[TeamMember]:
    """A team member."""
    found = await find_member(connection, member_id)
    if found is None:
        raise NotFound
    return answer(found)


@router.post(
    "/team",
    permission="team.edit",
    step_up=True,
    response_model=Answer[TeamMember],
    responses=error_responses(InvalidFields, UnknownRole, EmailTaken, Forbidden),
)
async def invite(
    given: NewMember, request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[TeamMember]:
    """Invite somebody by mail, in a role that has no permission that the inviting operator lacks."""
    return answer(
        await team.invite(
            connection,
            runtime_of(request).secret,
            operator,
            email=operator_email(given.email),
            name=given.name,
            role=given.role,
        )
    )


@router.patch(
    "/team/{id}",
    permission="team.edit",
    step_up=True,
    response_model=Answer[TeamMember],
    responses=error_responses(
        NotFound, UnknownRole, Forbidden, LastOwner, PreconditionRequired, EditConflict
    ),
)
async def change_member(
    member_id: MemberId,
    given: MemberChange,
    operator: CurrentOperator,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[TeamMember]:
    """Give somebody another role. Their sessions end if they may do less than before."""
    return answer(await team.change_role(connection, operator, member_id, given.role, if_match))


@router.post(
    "/team/{id}/invitation",
    permission="team.edit",
    step_up=True,
    response_model=Answer[TeamMember],
    responses=error_responses(NotFound, Forbidden, AlreadySetUp, MemberDisabled),
)
async def send_invitation(
    member_id: MemberId, request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[TeamMember]:
    """Mail a new link to somebody who has not set up their sign-in. An earlier one stops working."""
    secret = runtime_of(request).secret
    return answer(await team.send_link(connection, secret, operator, member_id))


@router.post(
    "/team/{id}/reset",
    permission="team.edit",
    step_up=True,
    response_model=Answer[TeamMember],
    responses=error_responses(NotFound, Forbidden, LastOwner, MemberDisabled),
)
async def reset(
    member_id: MemberId, request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[TeamMember]:
    """Remove somebody's password, passkeys and authenticator app at once, and mail them a link."""
    secret = runtime_of(request).secret
    return answer(await team.reset(connection, secret, operator, member_id))


@router.post(
    "/team/{id}/disable",
    permission="team.edit",
    step_up=True,
    response_model=Answer[TeamMember],
    responses=error_responses(NotFound, Forbidden, LastOwner),
)
async def disable(
    member_id: MemberId, operator: CurrentOperator, connection: Transaction
) -> Answer[TeamMember]:
    """Disable somebody: their sessions end, and tokens that they created stop working."""
    return answer(await team.disable(connection, operator, member_id))


@router.post(
    "/team/{id}/enable",
    permission="team.edit",
    step_up=True,
    response_model=Answer[TeamMember],
    responses=error_responses(NotFound, Forbidden),
)
async def enable(
    member_id: MemberId, operator: CurrentOperator, connection: Transaction
) -> Answer[TeamMember]:
    """Enable somebody again, with the tokens that they created."""
    return answer(await team.enable(connection, operator, member_id))
