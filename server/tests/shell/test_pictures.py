"""Pictures by path and width."""

from __future__ import annotations

import asyncio
import io

from PIL import Image

from tests.shop import Shop


def picture(width: int, height: int) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "#8a7b66").save(buffer, "PNG")
    return buffer.getvalue()


async def test_pictures_have_fixed_widths(shop: Shop) -> None:
    path = shop.runtime.media.store(picture(1000, 800)).path
    for requested, width in ((None, 1000), (100, 160), (480, 480), (500, 640), (4000, 1000)):
        response = await shop.client.get(path, params={"w": requested} if requested else None)
        assert response.status_code == 200
        assert response.headers["content-type"] == "image/webp"
        assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert Image.open(io.BytesIO(response.content)).width == width


async def test_an_unchanged_picture_is_304(shop: Shop) -> None:
    path = shop.runtime.media.store(picture(400, 400)).path
    small = await shop.client.get(path, params={"w": 160})
    whole = await shop.client.get(path)
    assert small.headers["etag"] != whole.headers["etag"]
    again = await shop.client.get(path, headers={"If-None-Match": whole.headers["etag"]})
    assert again.status_code == 304


async def test_invalid_widths_are_ignored(shop: Shop) -> None:
    for width in ["", "0", "-1", "x", "1e3", "99999999999", "٣"]:
        path = shop.runtime.media.store(picture(300, 300)).path
        assert (await shop.client.get(path, params={"w": width})).status_code == 200


async def test_svgs_are_sandboxed(shop: Shop) -> None:
    path = shop.runtime.media.store_svg(b'<svg xmlns="http://www.w3.org/2000/svg"/>')
    response = await shop.client.get(path, params={"w": 160})
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.headers["content-security-policy"].startswith("sandbox")


async def test_missing_pictures_are_404(shop: Shop) -> None:
    for path in ["/media/ab/" + "0" * 32 + ".webp", "/media/", "/media/ab/x.webp", "/media/x"]:
        assert (await shop.client.get(path)).status_code == 404


async def test_webp_is_sent_until_avif_is_ready(shop: Shop) -> None:
    path = shop.runtime.media.store(picture(1000, 800)).path
    first = await shop.client.get(path, params={"w": 480, "f": "avif"})
    assert first.headers["content-type"] == "image/webp"
    assert first.headers["cache-control"] == "public, max-age=60"
    async with asyncio.timeout(20):
        while (again := await shop.client.get(path, params={"w": 480, "f": "avif"})).headers[
            "content-type"
        ] != "image/avif":
            await shop.client.get("/healthz")
    assert again.headers["cache-control"] == "public, max-age=31536000, immutable"
    image = Image.open(io.BytesIO(again.content))
    assert (image.format, image.width) == ("AVIF", 480)
    assert again.headers["etag"] != first.headers["etag"]
