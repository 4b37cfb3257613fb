"""Archives in the back office: a job writes them, and who may downloads them for a day."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from stallage.archive.gateway_calls.exports import delete_unwanted_files
from stallage.archive.jobs import delete_expired_archives
from stallage.archive.operations.verify import verify_archive
from stallage.archive.rules.files import file_of
from stallage.core import clock
from tests.admin import operator_client
from tests.archive.shops import silent
from tests.products.factory import make_product
from tests.shop import Shop


async def actions(shop: Shop) -> list[str]:
    async with shop.database.reading() as connection:
        rows = await connection.fetch(
            "SELECT action FROM audit_entries WHERE action LIKE 'archive%' ORDER BY id"
        )
    return [row["action"] for row in rows]


async def test_an_archive_is_written_downloaded_and_deleted(shop: Shop, tmp_path: Path) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, title="Bowl")
    async with operator_client(shop) as admin:
        requested = await admin.post("/archives")
        assert requested["state"] == "waiting"
        status, error = await admin.error("POST", "/archives")
        assert (status, error["code"]) == (409, "archive_running")
        path = f"/archives/{requested['id']}"
        status, error = await admin.error("POST", f"{path}/download")
        assert (status, error["code"]) == (409, "archive_gone")
        await shop.work()
        [archive] = (await admin.get("/archives"))["items"]
        assert archive["state"] == "finished", archive["failure"]
        file = file_of(shop.runtime.settings.data_dir, archive["id"])
        assert file.stat().st_mode & 0o777 == 0o600
        assert file.parent.stat().st_mode & 0o777 == 0o700
        assert file.stat().st_size == archive["size"]
        await admin.post(f"{path}/download")
        response = await admin.request("GET", f"{path}/file")
        assert response.status_code == 200
        assert response.headers["cache-control"] == "no-store"
        assert "attachment" in response.headers["content-disposition"]
        copy = tmp_path / "copy.tar"
        await asyncio.to_thread(copy.write_bytes, response.content)
        summary = verify_archive(copy, silent)
        assert summary.manifest.tables["products"].rows == 1
        assert summary.rows == archive["rows"]
        assert await actions(shop) == ["archive.requested", "archive.downloaded"]
        await admin.output("DELETE", path)
        assert not file.exists()
        assert (await admin.error("GET", f"{path}/file"))[0] == 409
        assert (await admin.error("DELETE", path))[0] == 409
        assert (await admin.error("DELETE", "/archives/77"))[0] == 404
        assert (await actions(shop))[-1] == "archive.deleted"


async def test_a_file_expires_after_a_day(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        archive = await admin.post("/archives")
        await shop.work()
        file = file_of(shop.runtime.settings.data_dir, archive["id"])
        with clock.shift(timedelta(hours=23)):
            await delete_expired_archives(shop.runtime)
        assert file.exists()
        with clock.shift(timedelta(hours=25)):
            await delete_expired_archives(shop.runtime)
        assert not file.exists()
        [expired] = (await admin.get("/archives"))["items"]
        assert expired["state"] == "deleted"


async def test_an_export_that_never_ends_blocks_no_other(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await admin.post("/archives")
        with clock.shift(timedelta(hours=13)):
            await delete_expired_archives(shop.runtime)
        [archive] = (await admin.get("/archives"))["items"]
        assert (archive["state"], archive["failure"]) == ("failed", "The export did not end.")
        await admin.post("/archives")


async def test_a_failed_export_says_why_and_another_can_be_requested(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with operator_client(shop) as admin:
        folder = shop.runtime.settings.data_dir / "archives"
        with monkeypatch.context() as patch:
            patch.setenv("STALLAGE_STORAGE_URL", "s3://127.0.0.1:1/none?tls=0")
            patch.setenv("STALLAGE_STORAGE_ACCESS_KEY", "x")
            patch.setenv("STALLAGE_STORAGE_SECRET_KEY", "y")
            await admin.post("/archives")
            await shop.work()
        [archive] = (await admin.get("/archives"))["items"]
        assert archive["state"] == "failed"
        assert archive["failure"]
        assert list(folder.iterdir()) == []
        assert (await admin.post("/archives"))["state"] == "waiting"


@pytest.mark.parametrize("role", ["manager", "read-only", "finance"])
async def test_other_roles_may_not_export(shop: Shop, role: str) -> None:
    async with operator_client(shop, role=role) as admin:
        for method, path in (
            ("GET", "/archives"),
            ("POST", "/archives"),
            ("POST", "/archives/1/download"),
            ("GET", "/archives/1/file"),
            ("DELETE", "/archives/1"),
        ):
            status, error = await admin.error(method, path)
            assert (status, error["code"]) == (403, "forbidden")


async def test_unknown_files_are_left_alone(shop: Shop) -> None:
    folder = shop.runtime.settings.data_dir / "archives"
    folder.mkdir(parents=True)
    for name in ("notes.txt", "5.tar"):
        (folder / name).touch()
    await delete_unwanted_files(shop.runtime)
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]


async def test_export_and_download_need_a_recent_proof_of_identity(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        with clock.shift(timedelta(minutes=11)):
            for method, path in (
                ("POST", "/archives"),
                ("POST", "/archives/1/download"),
                ("GET", "/archives/1/file"),
            ):
                assert (await admin.error(method, path))[1]["code"] == "step_up_required"
