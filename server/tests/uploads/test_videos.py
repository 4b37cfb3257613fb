"""Videos that operators upload for products."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.videos import MAX_VIDEO_BYTES
from stallage.uploads.jobs import delete_unused_uploads
from tests.admin import operator_client
from tests.product_changes.editor import create
from tests.shop import Shop
from tests.videos import mp4, webm


async def test_an_operator_uploads_videos(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        for content, suffix in ((mp4(), "mp4"), (webm(), "webm")):
            # The name of the file says nothing.
            files = {"file": ("jug.txt", content, "text/html")}
            stored = await admin.output("POST", "/media/videos", files=files)
            assert stored["path"].endswith(f".{suffix}")
            assert stored["mediaType"] == f"video/{suffix}"
            assert stored["size"] == len(content)
            again = await admin.output("POST", "/media/videos", files=files)
            assert again["path"] == stored["path"]
            served = await shop.client.get(stored["path"])
            assert served.content == content


async def test_other_files_and_other_roles_are_refused(shop: Shop) -> None:
    path = "/media/videos"
    async with operator_client(shop, "catalogue") as admin:
        hostile = b"<!doctype html><script>alert(document.domain)</script>"
        for content in (hostile, b"GIF89a", mp4()[:-1], mp4(brand=b"qt  ")):
            files = {"file": ("jug.mp4", content, "video/mp4")}
            status, error = await admin.error("POST", path, files=files)
            assert (status, error["code"]) == (415, "not_a_video")
            assert error["message"]
        files = {"file": ("jug.mp4", b"", "video/mp4")}
        assert (await admin.error("POST", path, files=files))[0] == 422
        large = mp4(samples=b"\x00" * MAX_VIDEO_BYTES)
        files = {"file": ("jug.mp4", large, "video/mp4")}
        assert (await admin.error("POST", path, files=files))[0] == 413
        # Too large even to be read.
        files = {"file": ("jug.mp4", large + b"\x00" * 2 * 1024 * 1024, "video/mp4")}
        assert (await admin.error("POST", path, files=files))[0] == 413
    async with operator_client(shop, "content") as admin:
        files = {"file": ("jug.mp4", mp4(), "video/mp4")}
        status, error = await admin.error("POST", path, files=files)
        assert (status, error["code"]) == (403, "forbidden")


async def test_videos_and_frames_are_not_deleted_as_unused(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        files = {"file": ("jug.mp4", mp4(), "video/mp4")}
        video = await admin.output("POST", "/media/videos", files=files)
        poster = {"path": f"/media/ab/{'0' * 32}.webp"}
        await create(admin, videos=[{"path": video["path"], "poster": poster}])
    with clock.shift(timedelta(days=400)):
        await delete_unused_uploads(shop.runtime)
    assert (await shop.client.get(video["path"])).status_code == 200
