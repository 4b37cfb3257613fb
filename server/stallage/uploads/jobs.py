"""Jobs of uploads: create renditions, and delete unused uploads and files."""

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
from stallage.uploads.actions import delete_unused
from stallage.uploads.events import PicturesForgotten, PictureUploaded

log = structlog.get_logger(__name__)

USUAL_WIDTHS = (160, 640, 1280)
"""Widths in reviews and tickets: thumbnail, phone and full size."""
SETTLED_AFTER = timedelta(minutes=2)
"""Age after which a file without a row will not get one."""
REMAINING_PATHS = "SELECT path FROM uploads WHERE path = ANY($1::text[])"
FORMS: tuple[Form, ...] = ("webp", "avif")
PATHS = "SELECT DISTINCT path FROM uploads"


@events.on(PictureUploaded, policy=BULK)
async def make_renditions(runtime: Runtime, uploaded: PictureUploaded) -> None:
    """Create the usual renditions before the first request."""
    for width in USUAL_WIDTHS:
        for form in FORMS:
            await run_in_background(
                partial(runtime.media.create_rendition, uploaded.path, width, form)
            )


@events.on(PicturesForgotten)
async def delete_forgotten(runtime: Runtime, forgotten: PicturesForgotten) -> None:
    """Delete files that no upload uses any more, with their renditions.

    Recent files are retried later: somebody else may just have uploaded the same picture, or a
    rendition may just be written.
    """
    async with runtime.database.reading() as connection:
        rows = await connection.fetch(REMAINING_PATHS, forgotten.paths)
    left = sorted(set(forgotten.paths) - {row["path"] for row in rows})
    async with try_deletion_lock(runtime.database) as allowed:
        if allowed:
            left = await asyncio.to_thread(_delete_settled, runtime, left)
    if left:
        async with runtime.database.transaction() as connection:
            await enqueue(
                connection, delete_forgotten, PicturesForgotten(paths=left), after=SETTLED_AFTER
            )


def _delete_settled(runtime: Runtime, paths: list[str]) -> list[str]:
    """Delete the files of pictures; return the paths of those that are too recent."""
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
async def delete_unused_uploads(runtime: Runtime) -> None:
    """Delete unused uploads, then files without an upload.

    A file that was written after the rows were read is recent, and is not deleted.
    """
    seconds = runtime.settings.unused_upload_seconds
    async with runtime.database.transaction() as connection:
        await delete_unused(connection, seconds)
        known = {row["path"] for row in await connection.fetch(PATHS)}
    async with try_deletion_lock(runtime.database) as allowed:
        if not allowed:
            # The next run deletes them.
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
