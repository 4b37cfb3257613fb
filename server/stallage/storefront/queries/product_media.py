"""Videos and the 360° spin of a product as JSON of `ProductMedia`."""

from __future__ import annotations

from datetime import UTC

from stallage.core.db import Record
from stallage.core.json_types import JsonObject
from stallage.core.media import media_type_of
from stallage.products.drafts import ImageDraft, VideoDraft
from stallage.products.rules.product_media import spin_from_json, videos_from_json


def product_media(row: Record, title: str, created_at: str) -> JsonObject:
    """Return the media of a row with the columns `videos` and `spin`.

    `title` and `created_at` are the product's: for videos without a title or time of their own.
    """
    frames = spin_from_json(row["spin"])
    return {
        "videos": [_video(video, title, created_at) for video in videos_from_json(row["videos"])],
        "spin": {
            "picture": _picture(frames[0], title),
            "frames": [frame.src for frame in frames],
        }
        if frames
        else None,
    }


def _video(video: VideoDraft, title: str, created_at: str) -> JsonObject:
    return {
        "path": video.path,
        "mediaType": media_type_of(video.path),
        "title": video.title or title,
        "poster": _picture(video.poster, video.title or title),
        "width": video.width,
        "height": video.height,
        "seconds": video.seconds,
        "uploadedAt": created_at
        if video.uploaded_at is None
        else video.uploaded_at.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z",
    }


def _picture(picture: ImageDraft, alt: str) -> JsonObject:
    return {
        "path": picture.src,
        "alt": alt,
        "width": picture.width,
        "height": picture.height,
        "colour": picture.colour,
        **({"preview": picture.preview} if picture.preview else {}),
    }
