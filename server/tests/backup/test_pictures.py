"""Pictures in a backup: from a bucket, and not deleted during the backup."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pydantic import SecretStr

from stallage.backup.gateway_calls.snapshot import open_snapshot
from stallage.core.media import Media
from stallage.core.storage import create_storage
from stallage.settings import Settings
from stallage.uploads.jobs import delete_unused_uploads
from tests.backup.test_external import elsewhere, make_backup, restore
from tests.conftest import OpenShop
from tests.s3 import KEYS, s3
from tests.uploads.test_upload import picture
from tests.videos import mp4

__all__ = ["elsewhere", "s3"]


async def test_pictures_are_restored_from_one_bucket_to_another(
    s3: str, settings: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    def in_bucket(settings: Settings, prefix: str) -> tuple[Settings, Media]:
        url = f"s3://shop/{tmp_path.name}-{prefix}?endpoint={s3}&region=us-east-1"
        changed = settings.model_copy(
            update={
                "storage_url": url,
                "storage_access_key": KEYS[0],
                "storage_secret_key": SecretStr(KEYS[1].get_secret_value()),
            }
        )
        return changed, Media(create_storage(url, *KEYS, tmp_path))

    old, media = in_bucket(settings, "old")
    stored = await asyncio.to_thread(media.store, picture())
    uploaded = await asyncio.to_thread(media.store, picture(size=(32, 32)), folder="uploads/")
    await asyncio.to_thread(media.load_rendition, stored.path, 160)
    video = await asyncio.to_thread(media.store_video, mp4())
    media.storage.write("notes.txt", b"not a picture", "text/plain")
    backup = await make_backup(old, tmp_path / "shop.tar")
    assert backup.pictures == 3
    new, other = in_bucket(elsewhere, "new")
    await restore(new, backup.path)
    for path in (stored.path, uploaded.path, video):
        name = path.removeprefix("/media/")
        content = media.storage.read(name)
        assert content
        assert other.storage.read(name) == content
    assert not other.storage.has("notes.txt")


async def test_nothing_is_deleted_while_a_backup_copies_pictures(open_shop: OpenShop) -> None:
    async with open_shop(unused_upload_seconds=0) as shop:
        runtime = shop.runtime
        orphan = runtime.media.store(picture(), folder="uploads/")

        def hold_snapshot(begun: asyncio.Event, end: asyncio.Event) -> None:
            with open_snapshot(runtime.settings.database_url):
                loop.call_soon_threadsafe(begun.set)
                asyncio.run_coroutine_threadsafe(end.wait(), loop).result()

        loop = asyncio.get_running_loop()
        begun, end = asyncio.Event(), asyncio.Event()
        backup = asyncio.create_task(asyncio.to_thread(hold_snapshot, begun, end))
        await begun.wait()
        await delete_unused_uploads(runtime)
        assert runtime.media.has(orphan.path)
        end.set()
        await backup
        await delete_unused_uploads(runtime)
        assert not runtime.media.has(orphan.path)
