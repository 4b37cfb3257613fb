"""Requests and responses of the team, roles and access tokens."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Email, Input, Line, Output, Time
from stallage.operators.schemas.session import Name

PermissionName = Annotated[Line, Field(max_length=60)]
RoleName = Annotated[
    Line,
    Field(
        min_length=1,
        max_length=40,
        pattern=r"^[^\W_][\w -]*$",
        description="Alphanumeric characters, spaces and hyphens.",
    ),
]


class Permission(Output):
    """A permission."""

    name: str
    group: str = Field(description="The part before the dot.")
    group_name: str
    description: str
    for_tokens: bool = Field(description="Whether access tokens can have it.")


class Role(Output):
    """A role: a name for a set of permissions."""

    name: str
    is_built_in: bool
    permissions: list[str]
    members: int = Field(description="How many team members have it.")
    etag: str


class NewRole(Input):
    """A new role."""

    name: RoleName
    permissions: Annotated[list[PermissionName], Field(max_length=200)]


class RoleChange(Input):
    """New permissions of a role."""

    permissions: Annotated[list[PermissionName], Field(max_length=200)]


class TeamMember(Output):
    """A team member."""

    id: int
    name: str
    email: str
    role: str
    status: Literal["invited", "active", "disabled"]
    has_passkey: bool
    has_password: bool
    link_expires_at: Time | None = Field(description="Of an unused invitation or reset link.")
    last_signed_in_at: Time | None
    created_at: Time
    tokens: int = Field(description="Valid access tokens that depend on this team member.")
    etag: str


class NewMember(Input):
    """An invitation."""

    email: Email
    name: Name
    role: RoleName


class MemberChange(Input):
    """A new role of a team member."""

    role: RoleName


class AccessToken(Output):
    """An access token, without its value."""

    id: int
    kind: Literal["personal", "app"]
    name: str
    operator_id: int = Field(description="Who created it.")
    operator_name: str
    scopes: list[str]
    works: list[str] = Field(
        description="The scopes that it can use now: those that its creator still has."
    )
    hint: str = Field(description="Its last four characters.")
    created_at: Time
    expires_at: Time | None
    last_used_at: Time | None
    revoked_at: Time | None


class NewAccessToken(Input):
    """A new access token."""

    kind: Literal["personal", "app"]
    name: Name
    scopes: Annotated[list[PermissionName], Field(min_length=1, max_length=200)]
    expires_in_days: Annotated[int, Field(strict=True, ge=1, le=366)] | None = Field(
        default=None, description="Required for a personal token; null: never."
    )


class CreatedToken(Output):
    """A new access token with its value, shown once."""

    token: str
    details: AccessToken
