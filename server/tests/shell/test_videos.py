"""Videos by path and byte range."""

from __future__ import annotations

import pytest

from stallage.core.media import Media
from stallage.shell.videos import PART_BYTES
from tests.shop import Shop
from tests.videos import mp4, webm

LARGE = mp4(samples=bytes(range(256)) * (PART_BYTES // 128))
"""Larger than two parts."""


def stored(shop: Shop, content: bytes = LARGE) -> str:
    media: Media = shop.runtime.media
    return media.store_video(content)


async def test_a_video_is_sent_whole(shop: Shop) -> None:
    for content, kind in ((LARGE, "video/mp4"), (webm(), "video/webm")):
        response = await shop.client.get(stored(shop, content))
        assert response.status_code == 200
        assert response.content == content
        headers = response.headers
        assert headers["content-type"] == kind
        assert headers["content-length"] == str(len(content))
        assert headers["accept-ranges"] == "bytes"
        assert headers["cache-control"] == "public, max-age=31536000, immutable"
        assert headers["cross-origin-resource-policy"] == "cross-origin"
        assert headers.get_list("x-content-type-options") == ["nosniff"]
        assert headers["content-security-policy"].startswith("sandbox")
        assert "content-encoding" not in headers


@pytest.mark.parametrize(
    ("requested", "first", "last"),
    [
        ("bytes=0-", 0, len(LARGE) - 1),
        ("bytes=0-0", 0, 0),
        ("bytes=100-299", 100, 299),
        ("bytes=5-99999999999", 5, len(LARGE) - 1),
        ("bytes=-10", len(LARGE) - 10, len(LARGE) - 1),
        ("bytes=-99999999999", 0, len(LARGE) - 1),
        (f"bytes={PART_BYTES - 1}-{2 * PART_BYTES}", PART_BYTES - 1, 2 * PART_BYTES),
    ],
)
async def test_a_range_is_sent(shop: Shop, requested: str, first: int, last: int) -> None:
    response = await shop.client.get(stored(shop), headers={"Range": requested})
    assert response.status_code == 206
    assert response.headers["content-range"] == f"bytes {first}-{last}/{len(LARGE)}"
    assert response.content == LARGE[first : last + 1]


async def test_a_range_behind_the_end_is_416(shop: Shop) -> None:
    for requested in (f"bytes={len(LARGE)}-", "bytes=99999999999-", "bytes=-0"):
        response = await shop.client.get(stored(shop), headers={"Range": requested})
        assert response.status_code == 416
        assert response.headers["content-range"] == f"bytes */{len(LARGE)}"


async def test_what_is_no_single_range_is_ignored(shop: Shop) -> None:
    for requested in ("bytes=-", "bytes=9-3", "bytes=0-1,5-6", "lines=0-1", "bytes=x-"):
        response = await shop.client.get(stored(shop), headers={"Range": requested})
        assert response.status_code == 200
        assert len(response.content) == len(LARGE)


async def test_an_unchanged_video_is_304_and_ranges_of_another_are_whole(shop: Shop) -> None:
    path = stored(shop)
    etag = (await shop.client.get(path)).headers["etag"]
    assert (await shop.client.get(path, headers={"If-None-Match": etag})).status_code == 304
    for given, status in ((etag, 206), ('"another"', 200)):
        headers = {"Range": "bytes=0-9", "If-Range": given}
        assert (await shop.client.get(path, headers=headers)).status_code == status


async def test_missing_videos_are_404(shop: Shop) -> None:
    digest = "0" * 32
    for path in (f"/media/ab/{digest}.mp4", "/media/x.mp4", f"/media/uploads/ab/{digest}.webm"):
        assert (await shop.client.get(path)).status_code == 404


async def test_head_has_no_body(shop: Shop) -> None:
    response = await shop.client.head(stored(shop), headers={"Range": "bytes=0-9"})
    assert (response.status_code, response.content) == (206, b"")
