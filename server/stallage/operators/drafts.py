"""Values that operators' actions and queries pass on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stallage.core.clients import Client


@dataclass(frozen=True, slots=True)
class Principal:
    """Who calls the operators' API, and what they may do now."""

    kind: str
    """`operator` or `app`."""
    operator_id: int
    """For an app, the operator who created its token."""
    name: str
    email: str
    role: str
    permissions: frozenset[str]
    session_id: int | None
    """None for a token."""
    token_id: int | None
    verified_at: datetime | None
    """When the operator last proved their identity in this session."""
    last_used_at: datetime | None

    @property
    def id(self) -> int:
        """The operator's id."""
        return self.operator_id

    def can(self, permission: str) -> bool:
        """Whether this permission is held."""
        return permission in self.permissions


@dataclass(frozen=True, slots=True)
class Browser:
    """The browser that signs in."""

    client: Client
    device: str
    """Value of the device cookie; empty in a browser that nobody has signed in from."""
    agent: str

    @property
    def address(self) -> str:
        """The network address."""
        return self.client.address


@dataclass(frozen=True, slots=True)
class Link:
    """A one-time link."""

    operator_id: int
    token: str
    nonce: str
    """The job that mails the link computes the token from it."""
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class SignIn:
    """A session that has just been opened."""

    operator_id: int
    token: str
    """The session cookie's value."""
    device: str
    """The device cookie's value."""
    recovery_codes: tuple[str, ...] = ()
    """New ones, to be shown once."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """What an access token is created from."""

    kind: str
    name: str
    scopes: frozenset[str]
    expires_at: datetime | None
