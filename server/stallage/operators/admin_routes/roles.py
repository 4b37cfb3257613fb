"""Permissions and roles."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.schemas import Line
from stallage.operators.actions import roles
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.operators.errors import BuiltInRole, Forbidden, RoleInUse, RoleTaken
from stallage.operators.queries.team import find_role, list_permissions, list_roles
from stallage.operators.rules.permissions import SIGNED_IN
from stallage.operators.schemas.team import NewRole, Permission, Role, RoleChange

router = AdminRouter(tag="team")

RoleNameInPath = Annotated[Line, Path(alias="name", min_length=1, max_length=40)]


@router.get("/permissions", permission=SIGNED_IN, response_model=Answer[list[Permission]])
async def get_permissions() -> Answer[list[Permission]]:
    """All permissions, with what they allow."""
    return answer(list_permissions())


@router.get("/roles", permission="team.read", response_model=Answer[list[Role]])
async def get_roles(connection: Reading) -> Answer[list[Role]]:
    """The built-in roles, then the shop's own."""
    return answer(await list_roles(connection))


@router.get(
    "/roles/{name}",
    permission="team.read",
    response_model=Answer[Role],
    responses=error_responses(NotFound),
)
async def get_role(name: RoleNameInPath, connection: Reading) -> Answer[Role]:
    """A role."""
    found = await find_role(connection, name)
    if found is None:
        raise NotFound
    return answer(found)


@router.post(
    "/roles",
    permission="roles.edit",
    step_up=True,
    response_model=Answer[Role],
    responses=error_responses(InvalidFields, Forbidden, RoleTaken),
)
async def create_role(
    given: NewRole, operator: CurrentOperator, connection: Transaction
) -> Answer[Role]:
    """Add a role. It can only have permissions that the operator has."""
    return answer(await roles.create_role(connection, operator, given.name, given.permissions))


@router.put(
    "/roles/{name}",
    permission="roles.edit",
    step_up=True,
    response_model=Answer[Role],
    responses=error_responses(
        InvalidFields, NotFound, Forbidden, BuiltInRole, PreconditionRequired, EditConflict
    ),
)
async def change_role(
    name: RoleNameInPath,
    given: RoleChange,
    operator: CurrentOperator,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[Role]:
    """Change the permissions of a role, at once for everybody who has it."""
    return answer(
        await roles.change_role_permissions(connection, operator, name, given.permissions, if_match)
    )


@router.delete(
    "/roles/{name}",
    permission="roles.edit",
    step_up=True,
    response_model=Answer[None],
    responses=error_responses(NotFound, Forbidden, BuiltInRole, RoleInUse),
)
async def delete_role(
    name: RoleNameInPath, operator: CurrentOperator, connection: Transaction
) -> Answer[None]:
    """Delete a role that nobody has."""
    await roles.delete_role(connection, operator, name)
    return answer(None)
