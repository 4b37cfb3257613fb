"""Events of texts."""

from __future__ import annotations

from stallage.core.events import Event


class TestEmailRequested(Event):
    """An operator wants to see an email in their own inbox."""

    email: str
    to: str
    texts: dict[str, str]
    """The operator's texts, which may not be saved."""
