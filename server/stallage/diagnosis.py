"""Results of the checks of `stallage doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

State: TypeAlias = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    state: State
    about: str
    message: str


def ok(about: str, message: str) -> Finding:
    """A check that passed."""
    return Finding("ok", about, message)


def note(about: str, message: str) -> Finding:
    """Information for the operator that needs no action."""
    return Finding("note", about, message)


def wrong(about: str, message: str) -> Finding:
    """A problem to fix."""
    return Finding("wrong", about, message)
