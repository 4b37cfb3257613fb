"""Checks and stores the picture or video of a request."""

from __future__ import annotations

from collections.abc import Hashable

from fastapi import UploadFile

from stallage.core.decoding import InvalidPicture
from stallage.core.errors import InvalidFields, TooLarge
from stallage.core.media import Picture
from stallage.core.picture_queue import PictureQueue
from stallage.core.runtime import Runtime
from stallage.core.videos import MAX_VIDEO_BYTES, InvalidVideo
from stallage.uploads.errors import NotAPicture, NotAVideo
from stallage.uploads.rules import MAX_BYTES, SIGNATURE_BYTES, is_picture

STORED_AT_ONCE = 2
WAITING = 24
WAITING_PER_OWNER = 5
WAITING_SECONDS = 15


def _require(file: UploadFile | None) -> UploadFile:
    """Return a file with content. Raises InvalidFields."""
    if file is None or not file.size:
        raise InvalidFields(fields={"file": ["Please upload a file."]})
    return file


async def check_picture(file: UploadFile | None) -> UploadFile:
    """Return the uploaded file. Raises InvalidFields, TooLarge and NotAPicture."""
    file = _require(file)
    if file.size and file.size > MAX_BYTES:
        raise TooLarge("The picture is larger than 5 MB.")
    if not is_picture(await file.read(SIGNATURE_BYTES)):
        raise NotAPicture
    return file


async def store_picture(
    runtime: Runtime, file: UploadFile, *, owner: Hashable, folder: str = ""
) -> Picture:
    """Store a checked picture in `core.media`. Raises NotAPicture, and NotReady if too many wait."""
    spooled = file.file

    def store() -> Picture:
        # Read only now, so that pictures in the queue stay on disk.
        spooled.seek(0)
        return runtime.media.store(spooled.read(), folder=folder)

    try:
        return await _queue(runtime).run(store, owner=owner)
    except InvalidPicture as error:
        raise NotAPicture(str(error)) from error


async def store_video(runtime: Runtime, file: UploadFile | None, *, owner: Hashable) -> str:
    """Store an uploaded video in `core.media`; return its path.

    Raises InvalidFields, TooLarge and NotAVideo, and NotReady if too many uploads wait.
    """
    file = _require(file)
    if file.size and file.size > MAX_VIDEO_BYTES:
        raise TooLarge(f"The video is larger than {MAX_VIDEO_BYTES // 1024 // 1024} MB.")
    spooled = file.file

    def store() -> str:
        spooled.seek(0)
        return runtime.media.store_video(spooled.read())

    try:
        return await _queue(runtime).run(store, owner=owner)
    except InvalidVideo as error:
        raise NotAVideo(str(error)) from error


def _queue(runtime: Runtime) -> PictureQueue:
    """Return the queue in which this process decodes all uploaded pictures."""
    queue: PictureQueue = runtime.services.setdefault(
        "uploads.queue",
        PictureQueue(
            "uploads",
            threads=STORED_AT_ONCE,
            waiting=WAITING,
            per_owner=WAITING_PER_OWNER,
            seconds=WAITING_SECONDS,
        ),
    )
    return queue
