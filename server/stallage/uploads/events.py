"""News of uploads."""

from __future__ import annotations

from stallage.core.events import Event


class PictureSent(Event):
    """A customer has sent a picture."""

    path: str


class PicturesForgotten(Event):
    """Pictures of somebody who is forgotten; their files may be somebody else's as well."""

    paths: list[str]
