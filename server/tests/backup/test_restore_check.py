"""`stallage restore-check` and `after-restore`: what they find and change in a restored database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import boto3
import pytest
from pydantic import SecretStr

from stallage.backup.operations.after_restore import ID_GAP
from stallage.backup.operations.check_restored import media_storage
from stallage.settings import Settings
from stallage.settings.stored import seal
from tests.backup.test_after_restore import cancel_order, value
from tests.backup.test_external import elsewhere
from tests.command import CommandResult, run_command, run_stallage
from tests.conftest import OpenShop, run_on
from tests.customers.factory import someone
from tests.s3 import KEYS, s3
from tests.shop import Shop
from tests.test_ledger import trade
from tests.uploads.test_upload import picture

__all__ = ["elsewhere", "s3"]


def lines(result: CommandResult, about: str) -> list[str]:
    """The findings about a subject, with one space between their words."""
    found = [" ".join(line.split()) for line in result.output.splitlines()]
    return [line for line in found if line.split(" ", 1)[1].startswith(about)]


async def send_picture(shop: Shop) -> str:
    """Upload a customer's picture; return its storage name."""
    ada = await someone(shop)
    files = {"file": ("a.jpg", picture(), "image/jpeg")}
    sent = await shop.output("POST", "/api/uploads", files=files, headers=ada.headers)
    return str(sent["url"]).removeprefix("/media/")


async def test_a_copy_is_checked_beside_the_running_shop(shop: Shop) -> None:
    settings = shop.runtime.settings
    await trade(shop)
    await send_picture(shop)
    words = ("restore-check", "--database-url", settings.database_url)
    checked = await run_stallage(settings, *words, "--max-age", "60")
    assert checked.status == 0, checked.output
    assert lines(checked, "Orders 4, the last one is ")
    assert lines(checked, "Pictures 1, each is in the storage")
    assert lines(checked, "Secret key Not compared")
    assert lines(checked, "Stock ")
    assert "No problems found." in checked.output


async def test_what_is_wrong_is_found(shop: Shop) -> None:
    settings = shop.runtime.settings
    await trade(shop)
    name = await send_picture(shop)
    (settings.data_dir / "media" / name).unlink()
    sealed = seal(b"another shop's key, or a former one", "smtp_url", "smtp://mail.example")
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO shop_settings (name, value, changed_at) VALUES ('smtp_url', $1, now())",
            sealed,
        )
        await connection.execute("UPDATE skus SET stock = stock + 1")
    checked = await run_stallage(settings, "restore-check", "--max-age", "0")
    assert checked.status == 1
    assert lines(checked, "Pictures 1 of 1 are missing: " + name)
    assert lines(checked, "Secret key It does not decrypt the stored setting smtp_url.")
    assert lines(checked, "Last write")[0].startswith("wrong")
    assert [line for line in lines(checked, "Stock") if line.startswith("wrong")]


async def test_a_missing_key_is_not_created(
    shop: Shop, elsewhere: Settings, tmp_path: Path
) -> None:
    dsn = shop.runtime.settings.database_url
    empty = elsewhere.model_copy(update={"data_dir": tmp_path / "empty"})
    checked = await run_stallage(empty, "restore-check", "--database-url", dsn)
    assert lines(checked, "Secret key There is none here.")
    refused = await run_stallage(empty, "after-restore")
    assert (refused.status, "There is no secret key here." in refused.errors) == (1, True)
    assert not (tmp_path / "empty/secret-key").exists()
    nothing = await run_stallage(empty, "restore-check")
    assert lines(nothing, "Schema This database holds no shop.")


async def test_a_running_shop_is_not_settled(shop: Shop) -> None:
    refused = await run_stallage(shop.runtime.settings, "after-restore")
    assert refused.status == 1
    assert "Stop all its processes first." in refused.errors
    assert await value(shop.runtime.settings.database_url, "SELECT count(*) FROM pgqueuer") == 0


async def test_jobs_are_held_and_ids_skipped(settings: Settings, open_shop: OpenShop) -> None:
    async with open_shop() as shop:
        await cancel_order(shop)
    dsn = settings.database_url
    last = await value(dsn, "SELECT max(id) FROM customers")
    settled = await run_stallage(settings, "after-restore")
    assert settled.status == 0, settled.errors
    assert "Held jobs: 3. Pictures brought back: 0." in settled.output
    assert await value(dsn, "SELECT count(*) FROM refunds WHERE state = 'pending'") == 0
    assert await value(dsn, "SELECT nextval('customers_id_seq')") > last + ID_GAP
    async with open_shop() as shop:
        before = len(shop.outbox())
        await shop.work()
        assert len(shop.outbox()) == before


async def test_deleted_pictures_come_back_from_a_bucket_with_versions(
    s3: str, tmp_path: Path, settings: Settings, open_shop: OpenShop
) -> None:
    client = boto3.client(
        "s3",
        endpoint_url=s3,
        region_name="us-east-1",
        aws_access_key_id=KEYS[0],
        aws_secret_access_key=KEYS[1].get_secret_value(),
    )
    client.put_bucket_versioning(Bucket="shop", VersioningConfiguration={"Status": "Enabled"})
    client.close()
    url = f"s3://shop/{tmp_path.name}?endpoint={s3}&region=us-east-1"
    changes = {"storage_url": url, "storage_access_key": KEYS[0], "storage_secret_key": KEYS[1]}
    async with open_shop(**changes) as shop:
        name = await send_picture(shop)
    storage = media_storage(settings.model_copy(update=changes))
    content = await asyncio.to_thread(storage.read, name)
    await asyncio.to_thread(storage.delete, [name])
    assert await asyncio.to_thread(storage.read, name) is None
    checked = await with_storage(settings, url, "restore-check")
    assert lines(checked, "Pictures 1 of 1 were deleted since and can be brought back")
    settled = await with_storage(settings, url, "after-restore")
    assert "Pictures brought back: 1." in settled.output
    assert await asyncio.to_thread(storage.read, name) == content
    # Files that nothing names stay deleted.
    await run_on(settings.database_url, "DELETE FROM uploads")
    await asyncio.to_thread(storage.delete, [name])
    settled = await with_storage(settings, url, "after-restore")
    assert "Pictures brought back: 0." in settled.output


async def with_storage(settings: Settings, url: str, *words: str) -> CommandResult:
    """Run a command with pictures in a bucket."""
    key: SecretStr = KEYS[1]
    return await run_command(
        words,
        {
            "STALLAGE_DATABASE_URL": settings.database_url,
            "STALLAGE_DATA_DIR": str(settings.data_dir),
            "STALLAGE_STORAGE_URL": url,
            "STALLAGE_STORAGE_ACCESS_KEY": KEYS[0],
            "STALLAGE_STORAGE_SECRET_KEY": key.get_secret_value(),
        },
    )


@pytest.mark.fast
def test_a_folder_has_no_versions(tmp_path: Path) -> None:
    storage = media_storage(Settings(data_dir=tmp_path))
    assert storage.deleted_versions(["uploads/ab/c.webp"]) == {}
    storage.bring_back({})
    with pytest.raises(ValueError, match="no versions"):
        storage.bring_back({"uploads/ab/c.webp": "1"})
