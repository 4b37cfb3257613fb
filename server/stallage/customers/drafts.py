"""Values that actions of customers take and return."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ImportedProfile:
    """A customer of another shop. At least one contact is set; empty texts are unknown."""

    email: str = ""
    phone: str = ""
    """E.164."""
    first_name: str = ""
    last_name: str = ""
    tags: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class FilledProfile:
    """What a customer got from another shop."""

    name: bool
    """Whether the names were filled in."""
    first_name: str | None
    last_name: str | None
    tags: list[str]
