"""News of uploads."""

from __future__ import annotations

from stallage.core.events import Event


class PictureSent(Event):
    """A customer has sent a picture."""

    path: str
