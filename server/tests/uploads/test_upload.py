"""Uploads of pictures."""

from __future__ import annotations

import io
import subprocess
import sys
from typing import Any

import httpx
from PIL import Image
from pydantic import SecretStr

from stallage.uploads.actions import UPLOADS, reserve_upload
from stallage.uploads.jobs import delete_unused_uploads
from stallage.uploads.rules import MAX_BYTES
from tests.conftest import OpenShop
from tests.customers.factory import someone
from tests.reviews.factory import buy, search, write
from tests.shop import Shop

URL = "/api/uploads"


def picture(form: str = "JPEG", size: tuple[int, int] = (64, 48)) -> bytes:
    buffer = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    Image.new("RGB", size, "#a08060").save(buffer, form, exif=exif)
    return buffer.getvalue()


async def test_metadata_is_removed_from_pictures(shop: Shop) -> None:
    ada = await someone(shop)
    for form in ("JPEG", "PNG", "WEBP"):
        content = picture(form)
        assert b"taken at home" in content
        uploaded = await shop.output(
            "POST", URL, files={"file": ("a.exe", content, "text/html")}, headers=ada.headers
        )
        served = await shop.client.get(uploaded["url"])
        assert served.headers["content-type"] == "image/webp"
        assert served.headers["x-content-type-options"] == "nosniff"
        assert b"taken at home" not in served.content
        assert Image.open(io.BytesIO(served.content)).size == (64, 48)


async def test_a_picture_is_sent_again_later_if_the_bucket_is_away(open_shop: OpenShop) -> None:
    away = "s3://shop?endpoint=http://127.0.0.1:9&region=us-east-1"
    keys = {"storage_access_key": "x", "storage_secret_key": SecretStr("x")}
    async with open_shop(storage_url=away, **keys) as shop:
        ada = await someone(shop)
        file = {"file": ("a.jpg", picture(), "image/jpeg")}
        response = await shop.client.post(URL, files=file, headers=ada.headers)
    assert (response.status_code, response.headers["retry-after"]) == (503, "2")
    assert response.json()["error"]["code"] == "not_ready"


async def test_invalid_pictures_are_rejected(shop: Shop) -> None:
    ada = await someone(shop)
    for content, status, code in (
        (b"", 422, "invalid_fields"),
        (b"hello", 415, "not_a_picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", 415, "not_a_picture"),
        (b"GIF89a" + bytes(100), 415, "not_a_picture"),
        (b"\xff\xd8\xff" + bytes(100), 415, "not_a_picture"),
        (picture("PNG")[:60], 415, "not_a_picture"),
        (b"RIFF\x00\x00\x00\x00WEBP" + bytes(50), 415, "not_a_picture"),
        (picture() + bytes(5 * 1024 * 1024), 413, "too_large"),
        (bytes(7 * 1024 * 1024), 413, "too_large"),
    ):
        actual, error = await shop.error(
            "POST", URL, files={"file": ("a.jpg", content, "image/jpeg")}, headers=ada.headers
        )
        assert (actual, error["code"]) == (status, code)
    _status, error = await shop.error(
        "POST", URL, files={"other": ("a.jpg", picture(), "image/jpeg")}, headers=ada.headers
    )
    assert error["fields"] == {"file": ["Please upload a file."]}
    status, _error = await shop.error("POST", URL, json={}, headers=ada.headers)
    assert status == 415
    status, _error = await shop.error("POST", URL, files={"file": ("a.jpg", picture())})
    assert status == 401


async def test_too_many_megapixels_and_too_many_bytes_are_different_errors(shop: Shop) -> None:
    ada = await someone(shop)
    for form, size, limit in (
        ("PNG", (5000, 5001), 25),
        ("PNG", (16_000, 16_000), 25),
        ("WEBP", (16_000, 1063), 17),
    ):
        buffer = io.BytesIO()
        Image.new("RGB" if form == "WEBP" else "1", size).save(buffer, form)
        assert len(buffer.getvalue()) < MAX_BYTES
        status, error = await shop.error(
            "POST", URL, files={"file": ("a", buffer.getvalue())}, headers=ada.headers
        )
        assert (status, error["code"]) == (415, "not_a_picture")
        assert error["message"] == f"The picture has more than {limit} megapixels."
    status, error = await shop.error(
        "POST",
        URL,
        files={"file": ("a", buffer.getvalue() + bytes(MAX_BYTES))},
        headers=ada.headers,
    )
    assert (status, error["message"]) == (413, "The picture is larger than 5 MB.")


async def test_a_text_field_is_not_a_file(shop: Shop) -> None:
    ada = await someone(shop)
    status, error = await shop.error(
        "POST", URL, files={"file": (None, "text")}, headers=ada.headers
    )
    assert status == 422
    assert "file" in error["fields"]


async def test_only_their_owner_can_use_pictures_in_a_review(shop: Shop) -> None:
    one = await buy(shop)
    stranger = await someone(shop)
    files = {"file": ("a.jpg", picture(), "image/jpeg")}
    own = await shop.output("POST", URL, files=files, headers=one.customer.headers)
    theirs = await shop.output("POST", URL, files=files, headers=stranger.headers)
    assert own["url"] == theirs["url"]
    status, error = await shop.error(
        "POST",
        "/api/productcomment",
        json=one.review(images=[theirs["id"]]),
        headers=one.customer.headers,
    )
    assert (status, error["fields"]) == (422, {"images": ["Images is not valid."]})
    written = await write(shop, one, images=[own["id"]])
    assert written["imageIds"] == [own["id"]]
    shown = (await search(shop))["comments"][0]["images"]
    assert [image["path"] for image in shown] == [own["url"]]
    assert shown[0]["width"] == 64


async def test_the_rate_limit_is_enforced(shop: Shop) -> None:
    ada = await someone(shop)
    async with shop.database.transaction() as connection:
        for _ in range(UPLOADS.times):
            await reserve_upload(connection, ada.id)
    response = await shop.client.post(
        URL, files={"file": ("a.jpg", picture())}, headers=ada.headers
    )
    assert response.status_code == 429
    assert int(response.headers["retry-after"]) > 0


async def upload(shop: Shop, headers: dict[str, str], size: tuple[int, int] = (700, 500)) -> Any:
    files = {"file": ("a.jpg", picture(size=size), "image/jpeg")}
    return await shop.output("POST", URL, files=files, headers=headers)


async def test_renditions_are_created_in_the_background(shop: Shop) -> None:
    ada = await someone(shop)
    uploaded = await upload(shop, ada.headers)

    async def served() -> httpx.Response:
        return await shop.client.get(uploaded["url"], params={"w": 160, "f": "avif"})

    await shop.work()
    rendition = await served()
    assert rendition.headers["content-type"] == "image/avif"
    assert "immutable" in rendition.headers["cache-control"]
    assert Image.open(io.BytesIO(rendition.content)).size == (160, 114)


async def test_unused_uploads_are_deleted(open_shop: OpenShop) -> None:
    async with open_shop(unused_upload_seconds=0) as shop:
        one = await buy(shop)
        headers = one.customer.headers
        in_review = await upload(shop, headers, (60, 40))
        in_ticket = await upload(shop, headers, (60, 50))
        orphan = await upload(shop, headers, (60, 60))
        shared = await upload(shop, (await someone(shop)).headers, (60, 40))
        assert shared["url"] == in_review["url"]
        written = await write(shop, one, images=[in_review["id"]])
        await shop.output(
            "POST",
            "/api/supporttickets",
            json={"subject": "A", "description": "B", "images": [in_ticket["id"]]},
            headers=headers,
        )
        await shop.work()
        assert (await shop.client.get(orphan["url"])).status_code == 200
        await delete_unused_uploads(shop.runtime)
        for uploaded, status in ((in_review, 200), (in_ticket, 200), (orphan, 404)):
            for width in (None, 160):
                params = {"w": width, "f": "avif"} if width else None
                response = await shop.client.get(uploaded["url"], params=params)
                assert response.status_code == status, uploaded
        # A picture that an edit removes from a review is unused from then on.
        edit = {"ratingStar": 5, "comment": "Without", "images": []}
        await shop.output("PUT", f"/api/productcomment/{written['id']}", json=edit, headers=headers)
        await delete_unused_uploads(shop.runtime)
        await delete_unused_uploads(shop.runtime)
        assert (await shop.client.get(in_review["url"])).status_code == 404
        assert (await shop.client.get(in_ticket["url"])).status_code == 200


async def test_recent_uploads_are_not_deleted(shop: Shop) -> None:
    ada = await someone(shop)
    uploaded = await upload(shop, ada.headers)
    await delete_unused_uploads(shop.runtime)
    assert (await shop.client.get(uploaded["url"])).status_code == 200


def test_workers_know_which_uploads_are_in_use() -> None:
    """A worker imports no routes, but must know every feature that uses uploads."""
    code = (
        "from stallage.features import parts; parts('jobs'); "
        "from stallage.uploads.queries import IN_USE; print(sorted(IN_USE))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "['customers', 'reviews', 'support']"
