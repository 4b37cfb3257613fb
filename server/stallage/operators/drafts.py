"""Values that operators' actions and queries pass on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


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
