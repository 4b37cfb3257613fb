"""Background work of uploads: renditions, and clearing away what stands nowhere."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import structlog

from stallage.core import clock, events
from stallage.core.media_deletion import may_delete
from stallage.core.policies import BULK
from stallage.core.runtime import Runtime
from stallage.core.work import every
from stallage.uploads.actions import clear_unused
from stallage.uploads.events import PictureSent

log = structlog.get_logger(__name__)

USUAL_WIDTHS = (160, 640, 1280)
"""What reviews and tickets show: beside the words, on a phone, and whole."""
PATHS = "SELECT DISTINCT path FROM uploads"


@events.on(PictureSent, policy=BULK)
async def make_renditions(runtime: Runtime, sent: PictureSent) -> None:
    """Makes the usual renditions before anybody asks for them."""
    for width in USUAL_WIDTHS:
        for form in ("webp", "avif"):
            await asyncio.to_thread(runtime.media.make, sent.path, width, form)


@every("17 4 * * *")
async def clear_away(runtime: Runtime) -> None:
    """Forgets unused uploads, then deletes the files of which no upload speaks any more.

    A file that was written since the rows were read is young, and left alone.
    """
    seconds = runtime.settings.unused_upload_seconds
    async with runtime.database.transaction() as connection:
        await clear_unused(connection, seconds)
        known = {row["path"] for row in await connection.fetch(PATHS)}
    async with may_delete(runtime.database) as allowed:
        if not allowed:
            # The next turn deletes them.
            log.info("deletion_waits_for_backup")
            return
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
