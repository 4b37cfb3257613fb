"""Backup and restore with an external database."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from stallage.backup.errors import BackupError
from stallage.backup.operations.create import BackupResult, create_backup
from stallage.backup.operations.progress import Progress
from stallage.backup.operations.restore import RestoreResult, restore_backup
from stallage.backup.providers.programs import server_from_dsn
from stallage.core.embedded.binaries import client_programs
from stallage.doctor import check_ledger
from stallage.migrations import head, migrate
from stallage.settings import Settings
from tests.backup.comparing import files_of, rows_of
from tests.conftest import OpenShop, run_on, with_database
from tests.first_sale import order_something
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop
from tests.test_ledger import trade
from tests.uploads.test_upload import picture
from tests.waiting import until


async def make_backup(settings: Settings, path: Path) -> BackupResult:
    return await asyncio.to_thread(create_backup, settings, settings.database_url, path, Progress())


async def restore(settings: Settings, path: Path, *, replace: bool = False) -> RestoreResult:
    return await asyncio.to_thread(restore_backup, settings, path, Progress(), replace=replace)


@pytest.fixture
async def elsewhere(cluster: str, tmp_path: Path) -> AsyncIterator[Settings]:
    """Another data folder and an empty database."""
    name = f"test_{secrets.token_hex(6)}"
    await run_on(cluster, f"CREATE DATABASE {name} TEMPLATE template0")
    yield Settings(data_dir=tmp_path / "elsewhere", database_url=with_database(cluster, name))
    await run_on(cluster, f"DROP DATABASE {name} WITH (FORCE)")


def shop_settings(shop: Shop) -> Settings:
    return shop.runtime.settings


async def test_every_row_and_picture_is_restored(
    open_shop: OpenShop, elsewhere: Settings, tmp_path: Path
) -> None:
    async with open_shop() as shop:
        await trade(shop)
        await asyncio.to_thread(shop.runtime.media.store, picture())
        settings = shop_settings(shop)
        backup = await make_backup(settings, tmp_path / "shop.tar")
        before = await rows_of(settings.database_url)
    assert backup.path.stat().st_mode & 0o777 == 0o600
    assert backup.missing == ()
    restored = await restore(elsewhere, backup.path)
    assert restored.old_database == ""
    after = await rows_of(elsewhere.database_url)
    assert sum(len(rows) for rows in before.values()) > 50
    assert after == before
    media = files_of(settings.data_dir / "media")
    assert media
    assert files_of(elsewhere.data_dir / "media") == media
    key = elsewhere.data_dir / "secret-key"
    assert key.read_bytes() == settings.secret()
    assert key.stat().st_mode & 0o777 == 0o600
    assert {finding.state for finding in await check_ledger(elsewhere)} == {"ok"}


async def test_a_backup_while_orders_are_placed_is_consistent(
    open_shop: OpenShop, elsewhere: Settings, tmp_path: Path
) -> None:
    async with open_shop() as shop:
        await stock_shop(shop, spec(stock=10_000))
        await shop.work()
        placed: list[str] = []
        stop = asyncio.Event()

        async def buy() -> None:
            while not stop.is_set():
                placed.append((await order_something(shop.client))["orderId"])

        buyers = [asyncio.create_task(buy()) for _ in range(2)]
        await until(lambda: len(placed) >= 5)
        confirmed = list(placed)
        backup = await make_backup(shop_settings(shop), tmp_path / "shop.tar")
        stop.set()
        await asyncio.gather(*buyers)
    await restore(elsewhere, backup.path)
    connection = await asyncpg.connect(elsewhere.database_url)
    restored = {row[0] for row in await connection.fetch("SELECT public_id FROM orders")}
    await connection.close()
    assert set(confirmed) <= restored <= set(placed)
    assert {finding.state for finding in await check_ledger(elsewhere)} == {"ok"}


async def test_an_existing_shop_is_replaced_only_with_replace_and_renamed(
    settings: Settings, elsewhere: Settings, tmp_path: Path, open_shop: OpenShop
) -> None:
    async with open_shop() as shop:
        await trade(shop)
        backup = await make_backup(shop_settings(shop), tmp_path / "shop.tar")
        expected = await rows_of(settings.database_url)
        with pytest.raises(BackupError, match="The shop is running"):
            await restore(shop_settings(shop), backup.path, replace=True)
    await run_on(settings.database_url, "UPDATE customers SET first_name = 'Changed'")
    changed = await rows_of(settings.database_url)
    assert changed != expected
    with pytest.raises(BackupError, match="--replace"):
        await restore(settings, backup.path)
    assert await rows_of(settings.database_url) == changed
    old = (await restore(settings, backup.path, replace=True)).old_database
    assert await rows_of(settings.database_url) == expected
    schema = old.removeprefix("schema ")
    connection = await asyncpg.connect(settings.database_url)
    names = await connection.fetch(f"SELECT DISTINCT first_name FROM {schema}.customers")
    assert [row[0] for row in names] == ["Changed"]
    await connection.close()
    # The old tables are not in the next backup, and the shop serves the restored ones.
    async with open_shop() as shop:
        again = await make_backup(shop_settings(shop), tmp_path / "again.tar")
        assert (await shop.output("GET", "/api/products"))["items"]
    await restore(elsewhere, again.path)
    connection = await asyncpg.connect(elsewhere.database_url)
    assert await connection.fetchval("SELECT to_regnamespace($1)", schema) is None
    await connection.close()


async def test_a_failed_restore_leaves_the_old_shop(
    settings: Settings, open_shop: OpenShop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_shop() as shop:
        await trade(shop)
        backup = await make_backup(shop_settings(shop), tmp_path / "shop.tar")
    before = await rows_of(settings.database_url)
    key = (settings.data_dir / "secret-key").read_bytes()

    def fail(*_: Any) -> None:
        raise BackupError("cannot migrate")

    monkeypatch.setattr("stallage.backup.operations.restore_external.migrate", fail)
    with pytest.raises(BackupError, match="cannot migrate"):
        await restore(settings, backup.path, replace=True)
    monkeypatch.undo()
    monkeypatch.setattr(
        "stallage.backup.operations.restore_external.after_restore_sql", lambda: "SELECT 1 / 0;"
    )
    with pytest.raises(BackupError, match="division by zero"):
        await restore(settings, backup.path, replace=True)
    monkeypatch.undo()
    assert await rows_of(settings.database_url) == before
    assert (settings.data_dir / "secret-key").read_bytes() == key
    assert not (settings.data_dir / "restore").exists()
    async with open_shop() as shop:
        assert (await shop.output("GET", "/api/products"))["items"]
        backup = await make_backup(shop_settings(shop), tmp_path / "again.tar")
    await restore(settings, backup.path, replace=True)


async def test_a_database_of_another_program_is_not_changed(
    elsewhere: Settings, settings: Settings, tmp_path: Path
) -> None:
    backup = await make_backup(settings, tmp_path / "shop.tar")
    await run_on(elsewhere.database_url, "CREATE TABLE accounts (id int)")
    with pytest.raises(BackupError, match="another program"):
        await restore(elsewhere, backup.path, replace=True)


async def test_a_backup_of_a_newer_schema_is_rejected(
    settings: Settings, elsewhere: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = await make_backup(settings, tmp_path / "shop.tar")
    monkeypatch.setattr("stallage.backup.operations.restore.head", lambda: "0000")
    with pytest.raises(BackupError, match=f"newer release .*{head()}; this release has 0000"):
        await restore(elsewhere, backup.path)


def test_an_address_shows_no_password() -> None:
    for dsn in (
        "postgresql://ann:s%40cret@db.example/shop?sslmode=require",
        "postgresql://ann@db.example/shop?password=s%40cret&sslmode=require",
    ):
        server = server_from_dsn(dsn)
        assert server.address == "postgresql://ann@db.example/shop?sslmode=require"
        assert server.environment["PGPASSWORD"] == "s@cret"
        assert "s@cret" not in repr(server)


def recording(folder: Path, version: str = "") -> Settings:
    """Settings with programs that record their arguments."""
    folder.mkdir()
    version_case = f"[ \"$1\" = --version ] && echo 'pg_dump (PostgreSQL) {version}' && exit 0\n"
    for name in ("pg_dump", "pg_restore", "psql"):
        (folder / name).write_text(
            f'#!/bin/sh\n{version_case if version else ""}echo "$0 $@" >> {folder}/calls\n'
            f'exec {client_programs()}/{name} "$@"\n'
        )
        (folder / name).chmod(0o755)
    return Settings(postgresql_programs=str(folder))


async def test_no_program_is_called_with_the_password(
    settings: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    programs = recording(tmp_path / "bin").postgresql_programs

    def with_password(settings: Settings) -> Settings:
        dsn = settings.database_url.replace("@", ":tops3cret@", 1)
        return settings.model_copy(update={"database_url": dsn, "postgresql_programs": programs})

    backup = await make_backup(with_password(settings), tmp_path / "shop.tar")
    await restore(with_password(elsewhere), backup.path)
    calls = (tmp_path / "bin/calls").read_text()
    assert all(f"/{name} " in calls for name in ("pg_dump", "pg_restore", "psql"))
    assert "tops3cret" not in calls


async def test_programs_older_than_the_server_are_rejected(
    settings: Settings, tmp_path: Path
) -> None:
    old = recording(tmp_path / "bin", version="14.1").postgresql_programs
    with pytest.raises(BackupError, match=r"pg_dump in .* is 14: it cannot read a newer server"):
        await make_backup(
            settings.model_copy(update={"postgresql_programs": old}), tmp_path / "b.tar"
        )
    assert not (tmp_path / "b.tar").exists()


async def test_settings_are_restored_except_locations(
    settings: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    settings.data_dir.mkdir(mode=0o700, exist_ok=True)
    (settings.data_dir / "settings.env").write_text(
        "STALLAGE_SMTP_URL=smtp://a\nSTALLAGE_DATABASE_URL=postgresql://old/shop\n"
    )
    backup = await make_backup(settings, tmp_path / "shop.tar")
    elsewhere.data_dir.mkdir(mode=0o700)
    (elsewhere.data_dir / "settings.env").write_text(
        f"STALLAGE_OTP_SECONDS=9\nSTALLAGE_DATABASE_URL={elsewhere.database_url}\n"
    )
    await restore(elsewhere, backup.path)
    file = elsewhere.data_dir / "settings.env"
    assert file.read_text().splitlines() == [
        "STALLAGE_SMTP_URL=smtp://a",
        "# Not restored: STALLAGE_DATABASE_URL=postgresql://old/shop",
        f"STALLAGE_DATABASE_URL={elsewhere.database_url}",
    ]
    assert file.stat().st_mode & 0o777 == 0o600
    old_settings = list(elsewhere.data_dir.glob("settings.env.replaced_*"))
    assert [file.read_text().splitlines()[0] for file in old_settings] == ["STALLAGE_OTP_SECONDS=9"]


async def test_a_missing_picture_is_reported(shop: Shop, tmp_path: Path) -> None:
    stored = await asyncio.to_thread(shop.runtime.media.store, picture())
    async with shop.database.transaction() as connection:
        customer = await connection.fetchval(
            "INSERT INTO customers (email, created_at) VALUES ('a@example.com', now()) RETURNING id"
        )
        await connection.execute(
            "INSERT INTO uploads (customer_id, path, width, height, colour, created_at)"
            " SELECT $1, path, 1, 1, '#000000', now() FROM unnest($2::text[]) path",
            customer,
            [stored.path, "/media/uploads/ab/" + "ab" * 16 + ".webp"],
        )
    backup = await make_backup(shop_settings(shop), tmp_path / "shop.tar")
    assert backup.missing == ("uploads/ab/" + "ab" * 16 + ".webp",)
    assert json.dumps(backup.pictures) == "1"


async def test_the_user_only_needs_to_own_the_database(cluster: str, tmp_path: Path) -> None:
    name = f"test_{secrets.token_hex(6)}"
    await run_on(
        cluster,
        f"CREATE ROLE {name} LOGIN",
        f"CREATE DATABASE {name} OWNER {name} TEMPLATE template0",
    )
    try:
        parts = urlsplit(with_database(cluster, name))
        dsn = parts._replace(netloc=f"{name}@{parts.netloc.rpartition('@')[2]}").geturl()
        owner = Settings(data_dir=tmp_path / "owner", database_url=dsn)
        await asyncio.to_thread(migrate, dsn)
        add = "INSERT INTO customers (email, created_at) VALUES ('{}@example.com', now())"
        await run_on(dsn, add.format("ada"))
        backup = await make_backup(owner, tmp_path / "shop.tar")
        before = await rows_of(dsn)
        await run_on(dsn, add.format("bob"))
        for _ in range(2):
            await restore(owner, backup.path, replace=True)
            assert await rows_of(dsn) == before
    finally:
        await run_on(cluster, f"DROP DATABASE {name} WITH (FORCE)", f"DROP ROLE {name}")
