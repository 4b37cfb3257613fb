"""Events of uploads."""

from __future__ import annotations

from stallage.core.events import Event


class PictureUploaded(Event):
    """A customer uploaded a picture."""

    path: str


class PicturesForgotten(Event):
    """Uploads of a forgotten customer were deleted. Other uploads may share their files."""

    paths: list[str]
