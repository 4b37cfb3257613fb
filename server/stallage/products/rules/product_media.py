"""Videos and 360° spins of products, as the columns `videos` and `spin` store them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from stallage.core.json_types import JsonObject
from stallage.products.drafts import ImageDraft, VideoDraft

MAX_VIDEOS = 10
MIN_FRAMES = 8
"""Fewer pictures would not look like a turn."""
MAX_FRAMES = 72
"""One for every five degrees."""


def videos_to_json(videos: Sequence[VideoDraft]) -> list[JsonObject]:
    """Return videos as stored."""
    return [
        {
            "path": video.path,
            "title": video.title,
            "poster": _picture_to_json(video.poster),
            "uploaded_at": video.uploaded_at.isoformat() if video.uploaded_at else None,
            "width": video.width,
            "height": video.height,
            "seconds": video.seconds,
        }
        for video in videos
    ]


def videos_from_json(stored: Sequence[Mapping[str, Any]]) -> tuple[VideoDraft, ...]:
    """Return what `videos_to_json` returned."""
    return tuple(
        VideoDraft(
            path=video["path"],
            poster=_picture_from_json(video["poster"]),
            title=video["title"],
            uploaded_at=_time(video["uploaded_at"]),
            width=video["width"],
            height=video["height"],
            seconds=video["seconds"],
        )
        for video in stored
    )


def spin_to_json(frames: Sequence[ImageDraft]) -> list[JsonObject]:
    """Return the pictures of a spin as stored."""
    return [_picture_to_json(frame) for frame in frames]


def spin_from_json(stored: Sequence[Mapping[str, Any]]) -> tuple[ImageDraft, ...]:
    """Return what `spin_to_json` returned."""
    return tuple(_picture_from_json(frame) for frame in stored)


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _picture_to_json(picture: ImageDraft) -> JsonObject:
    return {
        "path": picture.src,
        "width": picture.width,
        "height": picture.height,
        "colour": picture.colour,
        "preview": picture.preview,
    }


def _picture_from_json(stored: Mapping[str, Any]) -> ImageDraft:
    return ImageDraft(
        src=stored["path"],
        width=stored["width"],
        height=stored["height"],
        colour=stored["colour"],
        preview=stored["preview"],
    )
