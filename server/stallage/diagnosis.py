"""What `stallage doctor` found about one thing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

State: TypeAlias = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one thing."""

    state: State
    about: str
    said: str


def ok(about: str, said: str) -> Finding:
    """All is well."""
    return Finding("ok", about, said)


def note(about: str, said: str) -> Finding:
    """Something to know that does not stand in the way."""
    return Finding("note", about, said)


def wrong(about: str, said: str) -> Finding:
    """Something to mend."""
    return Finding("wrong", about, said)
