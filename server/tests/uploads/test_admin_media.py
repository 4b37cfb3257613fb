"""Pictures that operators upload for products, pages and the shop itself."""

from __future__ import annotations

from tests.admin import operator_client
from tests.shop import Shop
from tests.uploads.test_upload import picture


async def test_an_operator_uploads_a_picture(shop: Shop) -> None:
    files = {"file": ("jug.jpg", picture(), "image/jpeg")}
    async with operator_client(shop, "catalogue") as admin:
        stored = await admin.output("POST", "/media", files=files)
        assert (stored["width"], stored["height"]) == (64, 48)
        assert stored["colour"].startswith("#")
        assert len(stored["preview"]) == 80
        served = await shop.client.get(stored["path"])
        assert served.headers["content-type"] == "image/webp"
        assert b"taken at home" not in served.content
        again = await admin.output("POST", "/media", files=files)
        assert again == stored


async def test_other_files_and_other_roles_are_refused(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        for content, expected in ((b"hello", 415), (b"", 422), (b"<svg onload='x()'/>", 415)):
            files = {"file": ("a.jpg", content, "image/jpeg")}
            status, error = await admin.error("POST", "/media", files=files)
            assert status == expected, error
        status, error = await admin.error("POST", "/media", json={"file": "x"})
        assert status == 415
    async with operator_client(shop, "orders") as admin:
        files = {"file": ("jug.jpg", picture(), "image/jpeg")}
        status, error = await admin.error("POST", "/media", files=files)
        assert (status, error["code"]) == (403, "forbidden")
