"""Background work of uploads: renditions, and clearing away what stands nowhere."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

import structlog

from stallage.core import clock, events
from stallage.core.jobs import enqueue, every
from stallage.core.media import Form
from stallage.core.media_deletion import try_deletion_lock
from stallage.core.picture_queue import run_in_background
from stallage.core.retry_policies import BULK
from stallage.core.runtime import Runtime
from stallage.uploads.actions import clear_unused
from stallage.uploads.events import PictureSent, PicturesForgotten

log = structlog.get_logger(__name__)

USUAL_WIDTHS = (160, 640, 1280)
"""What reviews and tickets show: beside the words, on a phone, and whole."""
SETTLED_AFTER = timedelta(minutes=2)
"""After how long a file's row is written if it ever is."""
STILL_THERE = "SELECT path FROM uploads WHERE path = ANY($1::text[])"
FORMS: tuple[Form, ...] = ("webp", "avif")
PATHS = "SELECT DISTINCT path FROM uploads"


@events.on(PictureSent, policy=BULK)
async def make_renditions(runtime: Runtime, sent: PictureSent) -> None:
    """Makes the usual renditions before anybody asks for them."""
    for width in USUAL_WIDTHS:
        for form in FORMS:
            await run_in_background(partial(runtime.media.create_rendition, sent.path, width, form))


@events.on(PicturesForgotten)
async def delete_forgotten(runtime: Runtime, forgotten: PicturesForgotten) -> None:
    """Deletes the files of pictures that nobody has any more, with all their renditions.

    A file that was written a moment ago is looked at again later: somebody else may just have sent
    the same picture, and a rendition may just be being made.
    """
    async with runtime.database.reading() as connection:
        rows = await connection.fetch(STILL_THERE, forgotten.paths)
    gone = set(forgotten.paths) - {row["path"] for row in rows}
    left = sorted(gone)
    async with try_deletion_lock(runtime.database) as allowed:
        if allowed:
            left = await asyncio.to_thread(_delete_settled, runtime, left)
    if left:
        async with runtime.database.transaction() as connection:
            await enqueue(
                connection, delete_forgotten, PicturesForgotten(paths=left), after=SETTLED_AFTER
            )


def _delete_settled(runtime: Runtime, paths: list[str]) -> list[str]:
    """Deletes pictures' files; the paths of those that are too young."""
    before = clock.now() - SETTLED_AFTER
    left = []
    for path in paths:
        files = list(runtime.media.list_files(path))
        if any(changed_at > before for _name, changed_at in files):
            left.append(path)
        else:
            runtime.media.storage.delete(name for name, _changed_at in files)
    return left


@every("17 4 * * *")
async def clear_away(runtime: Runtime) -> None:
    """Forgets unused uploads, then deletes the files of which no upload speaks any more.

    A file that was written since the rows were read is young, and left alone.
    """
    seconds = runtime.settings.unused_upload_seconds
    async with runtime.database.transaction() as connection:
        await clear_unused(connection, seconds)
        known = {row["path"] for row in await connection.fetch(PATHS)}
    async with try_deletion_lock(runtime.database) as allowed:
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
        for path, name, changed_at in media.list_uploads()
        if path not in known and changed_at <= before
    ]
    media.storage.delete(orphans)
