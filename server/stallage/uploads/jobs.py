"""Background work of uploads: renditions, and clearing away what stands nowhere."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

from stallage.core import clock, events
from stallage.core.media import Form
from stallage.core.picture_queue import in_background
from stallage.core.runtime import Runtime
from stallage.core.work import every
from stallage.uploads.actions import clear_unused
from stallage.uploads.events import PictureSent

USUAL_WIDTHS = (160, 640, 1280)
"""What reviews and tickets show: beside the words, on a phone, and whole."""
FORMS: tuple[Form, ...] = ("webp", "avif")
PATHS = "SELECT DISTINCT path FROM uploads"


@events.on(PictureSent)
async def make_renditions(runtime: Runtime, sent: PictureSent) -> None:
    """Makes the usual renditions before anybody asks for them."""
    for width in USUAL_WIDTHS:
        for form in FORMS:
            await in_background(partial(runtime.media.make, sent.path, width, form))


@every("17 4 * * *")
async def clear_away(runtime: Runtime) -> None:
    """Forgets unused uploads, then deletes the files of which no upload speaks any more.

    A file that was written since the rows were read is young, and left alone.
    """
    seconds = runtime.settings.unused_upload_seconds
    async with runtime.database.transaction() as connection:
        await clear_unused(connection, seconds)
        known = {row["path"] for row in await connection.fetch(PATHS)}
    await asyncio.to_thread(_delete_files, runtime, known, seconds)


def _delete_files(runtime: Runtime, known: set[str], seconds: int) -> None:
    before = clock.now() - timedelta(seconds=seconds)
    media = runtime.media
    orphans = [
        name
        for path, name, changed_at in media.uploads()
        if path not in known and changed_at <= before
    ]
    media.storage.delete(orphans)
