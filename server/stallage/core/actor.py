"""Who acts in the current request or command, for the audit log.

The operators' API and the command line set it. Shoppers' requests and background jobs have no actor,
unless a job acts for an operator.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Actor:
    """An operator, an app with a token, or a user of the command line."""

    kind: Literal["operator", "app", "command", "unknown"]
    """`unknown` is a stranger, for example one who fails to sign in."""
    id: int | None
    """Of the operator or token; None for the command line."""
    name: str
    address: str | None = None
    """Network address of the request."""


_current: ContextVar[Actor | None] = ContextVar("actor", default=None)


def current_actor() -> Actor | None:
    """Return who acts, or None for a shopper or the shop itself."""
    return _current.get()


@contextmanager
def acting(actor: Actor | None) -> Iterator[None]:
    """Make `actor` the current one while the context lasts."""
    token = _current.set(actor)
    try:
        yield
    finally:
        _current.reset(token)
