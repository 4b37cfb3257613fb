"""The upload and check of an archive in the back office: who may, and what is refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from stallage.archive.formats import container
from stallage.archive.jobs import delete_expired_archives
from stallage.archive.operations.import_state import read_state
from stallage.archive.operations.upload import waiting_secrets
from stallage.archive.rules.uploads import PART_BYTES, folder_of, upload_of
from stallage.core import clock
from tests.admin import Admin, operator_client
from tests.archive.shops import PASSPHRASE, empty_database, export
from tests.archive.test_hostile import CASES, edit
from tests.archive.uploading import BINARY, UPLOAD, upload
from tests.operators.factory import signed_in
from tests.products.factory import make_product
from tests.shop import Shop, running_shop

pytestmark = pytest.mark.slow


@pytest.fixture
async def archive(cluster: str, template: str, tmp_path: Path) -> Path:
    """The archive of another shop."""
    async with (
        empty_database(cluster, tmp_path / "other", template) as settings,
        running_shop(settings) as other,
    ):
        async with other.database.transaction() as connection:
            await make_product(connection, title="Bowl")
        written = await export(settings, tmp_path / "shop.tar", PASSPHRASE)
    return written.path


async def check(shop: Shop, admin: Admin) -> Any:
    """Have the upload checked and return it."""
    await admin.output("POST", f"{UPLOAD}/check")
    await shop.work()
    return (await admin.get(UPLOAD))["upload"]


async def test_an_archive_is_uploaded_and_checked(shop: Shop, archive: Path) -> None:
    async with operator_client(shop) as admin:
        before = await admin.get(UPLOAD)
        assert (before["isShopEmpty"], before["upload"]) == (True, None)
        stored = (await upload(admin, archive))["upload"]
        content = await asyncio.to_thread(archive.read_bytes)
        assert (stored["state"], stored["received"]) == ("uploaded", len(content))
        file = upload_of(shop.runtime.settings.data_dir)
        assert await asyncio.to_thread(file.read_bytes) == content
        assert file.stat().st_mode & 0o777 == 0o600
        assert file.parent.stat().st_mode & 0o777 == 0o700
        checked = await check(shop, admin)
        assert checked["state"] == "ready", checked["failure"]
        contents = checked["contents"]
        assert (contents["products"], contents["hasSecrets"]) == (1, True)
        assert contents["isEarlierSchema"] is False
        await admin.output("DELETE", UPLOAD)
        assert (await admin.get(UPLOAD))["upload"] is None
        assert not file.exists()


async def test_an_upload_goes_on_where_it_stopped(shop: Shop, archive: Path) -> None:
    content = await asyncio.to_thread(archive.read_bytes)
    given = {"fileName": "shop.tar", "size": len(content)}

    async with operator_client(shop) as admin:

        async def send(offset: int, part: bytes) -> str:
            path = f"{UPLOAD}/parts?offset={offset}"
            response = await admin.request("POST", path, content=part, headers=BINARY)
            error = response.json()["error"]
            return "" if error is None else str(error["code"])

        assert await send(0, content[:5000]) == "upload_changed"
        await admin.post(UPLOAD, json=given)
        assert await send(0, content[:5000]) == ""
        # A part that is sent twice, or another one, is stored once.
        assert await send(0, content[:5000]) == "upload_changed"
        assert await send(9000, content[9000:]) == "upload_changed"
        assert await send(5000, content[5000:] + b"x") == "upload_changed"
        assert await send(5000, b"") == "upload_changed"
        again = await admin.post(UPLOAD, json=given)
        assert again["upload"]["received"] == 5000
        codes = await asyncio.gather(*(send(5000, content[5000:]) for _ in range(3)))
        assert sorted(codes) == ["", "upload_changed", "upload_changed"]
        assert (await check(shop, admin))["state"] == "ready"
        # Another file takes its place.
        other = await admin.post(UPLOAD, json={"fileName": "other.tar", "size": 9})
        assert other["upload"]["received"] == 0


async def test_too_large_files_and_other_files_are_refused(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with operator_client(shop) as admin:
        for size, code in ((2**53, "too_large"), (0, "invalid_fields")):
            given = {"fileName": "shop.tar", "size": size}
            assert (await admin.error("POST", UPLOAD, json=given))[1]["code"] == code
        await admin.post(UPLOAD, json={"fileName": "x.zip", "size": 9 * 2**20})
        path = f"{UPLOAD}/parts?offset=0"
        status, error = await admin.error("POST", path, content=b"PK\x03\x04", headers=BINARY)
        assert (status, error["fields"]) == (
            422,
            {"file": ["This file is not an archive of Stallage."]},
        )
        large = bytes(PART_BYTES + 1)
        status, error = await admin.error("POST", path, content=large, headers=BINARY)
        assert (status, error["code"]) == (413, "too_large")
        for offset in ("-1", "x", str(2**60)):
            bad = f"{UPLOAD}/parts?offset={offset}"
            status, _ = await admin.error("POST", bad, content=b"x", headers=BINARY)
            assert status == 422
        assert (await admin.error("POST", f"{UPLOAD}/check"))[1]["code"] == "no_uploaded_archive"
        started = await admin.error("POST", f"{UPLOAD}/start", json={})
        assert started[1]["code"] == "no_uploaded_archive"
        monkeypatch.setattr("stallage.archive.operations.upload.SPARE_BYTES", 2**60)
        status, error = await admin.error("POST", UPLOAD, json={"fileName": "a.tar", "size": 1})
        assert (status, error["code"]) == (409, "no_room_for_archive")


HOSTILE = [case for case in CASES if case[0] != container.SECRETS]
# Rows and sequences are compared with the schema when they are imported.
FOUND_BY_THE_CHECK = [
    case
    for case in HOSTILE
    if case[2] != "unknown sequence" and (not case[0].startswith("tables/") or "unknown" in case[2])
]


@pytest.mark.parametrize(("name", "change", "reason"), FOUND_BY_THE_CHECK)
async def test_hostile_archives_are_refused_by_the_check(
    shop: Shop, archive: Path, name: str, change: Callable[[bytes], bytes], reason: str
) -> None:
    hostile = edit(archive, name, change)
    async with operator_client(shop) as admin:
        await upload(admin, hostile)
        checked = await check(shop, admin)
        assert checked["state"] == "refused"
        assert reason in checked["failure"]
        started = await admin.error("POST", f"{UPLOAD}/start", json={})
        assert started[1]["code"] == "no_uploaded_archive"


async def test_a_file_that_is_cut_off_or_changed_is_refused(shop: Shop, archive: Path) -> None:
    content = await asyncio.to_thread(archive.read_bytes)
    middle = len(content) // 2
    changed = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    async with operator_client(shop) as admin:
        for harmful in (content[:-700], changed, content + bytes(512)):
            await asyncio.to_thread(archive.write_bytes, harmful)
            await upload(admin, archive)
            checked = await check(shop, admin)
            assert (checked["state"], checked["contents"]) == ("refused", None)
            assert "damaged" in checked["failure"]


async def test_the_passphrase_is_checked_and_stored_nowhere(shop: Shop, archive: Path) -> None:
    data_dir = shop.runtime.settings.data_dir
    async with operator_client(shop) as admin:
        await upload(admin, archive)
        await check(shop, admin)
        status, error = await admin.error(
            "POST", f"{UPLOAD}/start", json={"passphrase": "another passphrase"}
        )
        assert (status, error["fields"]) == (422, {"passphrase": ["The passphrase is wrong."]})
        started = await admin.post(f"{UPLOAD}/start", json={"passphrase": PASSPHRASE})
        stored = b"".join(path.read_bytes() for path in folder_of(data_dir).glob("*.json"))
        assert PASSPHRASE.encode() not in stored
        assert started["token"].encode() not in stored
        state = read_state(data_dir)
        assert state is not None
        opened = waiting_secrets(state, shop.runtime.secrets)
        assert opened is not None
        assert opened.secret_key.encode() not in stored
        async with shop.database.reading() as connection:
            entries = json.dumps(
                [dict(row) for row in await connection.fetch("SELECT * FROM audit_entries")],
                default=str,
            )
        assert PASSPHRASE not in entries
        assert "archive.import_requested" in entries
        # It is pending now: nobody starts another one or takes the file away.
        again = await admin.error("POST", f"{UPLOAD}/start", json={})
        assert again[1]["code"] == "no_uploaded_archive"
        assert (await admin.error("DELETE", UPLOAD))[1]["code"] == "archive_import_running"
        headers = {"Import-Token": started["token"]}
        progress = await admin.output("GET", f"{UPLOAD}/progress", headers=headers)
        assert progress["state"] == "starting"
        for token in ("", "x" * 43):
            wrong = await admin.error("GET", f"{UPLOAD}/progress", headers={"Import-Token": token})
            assert wrong[0] == 404


async def test_a_shop_with_products_is_not_replaced(shop: Shop, archive: Path) -> None:
    async with operator_client(shop) as admin:
        await upload(admin, archive)
        await check(shop, admin)
        async with shop.database.transaction() as connection:
            await make_product(connection, title="Vase")
        assert (await admin.get(UPLOAD))["isShopEmpty"] is False
        status, error = await admin.error("POST", f"{UPLOAD}/start", json={})
        assert (status, error["code"]) == (409, "shop_not_empty")
        given = {"fileName": "shop.tar", "size": 9}
        assert (await admin.error("POST", UPLOAD, json=given))[1]["code"] == "shop_not_empty"
        assert (await check(shop, admin))["state"] == "refused"


@pytest.mark.parametrize("role", ["manager", "read-only"])
async def test_only_owners_import(shop: Shop, role: str) -> None:
    async with operator_client(shop, role=role) as admin:
        for method, path in (
            ("GET", UPLOAD),
            ("POST", UPLOAD),
            ("DELETE", UPLOAD),
            ("POST", f"{UPLOAD}/parts?offset=0"),
            ("POST", f"{UPLOAD}/check"),
            ("POST", f"{UPLOAD}/start"),
        ):
            status, error = await admin.error(method, path)
            assert (status, error["code"]) == (403, "forbidden")


async def test_an_import_needs_a_recent_proof_of_identity(shop: Shop) -> None:
    async with signed_in(shop) as owner:
        with clock.shift(timedelta(minutes=11)):
            code = await owner.code_of("POST", f"{UPLOAD}/start", json={})
    assert code == "step_up_required"


async def test_an_upload_is_deleted_after_a_day(shop: Shop, archive: Path) -> None:
    async with operator_client(shop) as admin:
        await upload(admin, archive)
        with clock.shift(timedelta(hours=23)):
            await delete_expired_archives(shop.runtime)
        assert (await admin.get(UPLOAD))["upload"] is not None
        with clock.shift(timedelta(hours=25)):
            await delete_expired_archives(shop.runtime)
        assert (await admin.get(UPLOAD))["upload"] is None
        assert not upload_of(shop.runtime.settings.data_dir).exists()
