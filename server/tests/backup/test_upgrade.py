"""Upgrade of a shop with an older PostgreSQL, in place and by backup.

The upgrade in place runs only where Debian's package of version 15 is installed; a backup made by
version 15 is part of the tests.
"""

from __future__ import annotations

import asyncio
import lzma
import warnings
from pathlib import Path

import pytest

from stallage.core.embedded import start_embedded
from stallage.core.embedded.earlier import serve_earlier
from stallage.migrations import migrate
from stallage.settings import Settings
from tests.backup.comparing import rows_of
from tests.backup.earlier_postgresql import PROGRAMS, make_earlier_cluster
from tests.backup.test_embedded import on_database, state_of
from tests.command import run_stallage
from tests.shop import running_shop
from tests.test_ledger import trade

MADE_BY_15 = Path(__file__).with_name("made-by-15.tar.xz")


@pytest.fixture
def old_shop(tmp_path: Path) -> Settings:
    """A data folder with a database of version 15."""
    if not (PROGRAMS / "postgres").exists():
        warnings.warn(pytest.PytestWarning(f"{PROGRAMS} is missing"), stacklevel=1)
        pytest.skip("NOT TESTED: PostgreSQL 15 is not installed, so no old database was upgraded.")
    make_earlier_cluster(tmp_path / "data")
    return Settings(data_dir=tmp_path / "data", database_url="")


async def fill(settings: Settings, dsn: str) -> dict[str, list[str]]:
    await asyncio.to_thread(migrate, dsn)
    own = settings.model_copy(update={"database_url": dsn, "log_level": "error"})
    async with running_shop(own) as shop:
        await trade(shop)
    return await rows_of(dsn)


async def test_an_old_database_is_upgraded_and_renamed(old_shop: Settings, tmp_path: Path) -> None:
    with serve_earlier(old_shop.data_dir / "postgres", PROGRAMS) as dsn:
        rows = await fill(old_shop, dsn)
    refused = await run_stallage(old_shop, "migrate")
    assert "created by PostgreSQL 15" in refused.errors
    assert "Run: stallage upgrade-database" in refused.errors
    wrong = await run_stallage(old_shop, "upgrade-database", "--from-bin", tmp_path)
    assert "is not the `bin` folder of PostgreSQL 15" in wrong.errors
    before = state_of(old_shop.data_dir / "postgres/cluster/base")
    result = await run_stallage(old_shop, "upgrade-database", "--from-bin", PROGRAMS)
    assert result.status == 0, result.errors
    assert "was upgraded to PostgreSQL" in result.output
    assert await on_database(old_shop) == rows
    (old,) = (old_shop.data_dir / "postgres").glob("replaced_*")
    assert (old / "PG_VERSION").read_text() == "15\n"
    assert {name.partition("/base/")[2] for name in before} <= {
        name.partition("/base/")[2] for name in state_of(old / "base")
    }
    again = await run_stallage(old_shop, "upgrade-database")
    assert (again.status, "already" in again.output) == (0, True)


async def test_a_running_shop_is_not_upgraded(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data", database_url="")
    server = await asyncio.to_thread(start_embedded, settings.data_dir / "postgres")
    version = settings.data_dir / "postgres/cluster/PG_VERSION"
    own = version.read_text()
    try:
        version.write_text("15\n")
        result = await run_stallage(settings, "upgrade-database", "--from-bin", PROGRAMS)
        assert (result.status, "The shop is running" in result.errors) == (1, True)
    finally:
        version.write_text(own)
        await asyncio.to_thread(server.stop)


async def test_without_the_old_programs_the_message_explains_what_to_do(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data", database_url="")
    cluster = settings.data_dir / "postgres/cluster"
    cluster.mkdir(parents=True)
    (cluster / "PG_VERSION").write_text("11\n")
    result = await run_stallage(settings, "upgrade-database")
    assert result.status == 1
    assert "--from-bin" in result.errors
    assert "stallage restore FILE --replace" in result.errors
    none = await run_stallage(Settings(data_dir=tmp_path / "none"), "upgrade-database")
    assert "There is no database" in none.errors


async def test_a_backup_of_an_older_postgresql_is_restored(tmp_path: Path) -> None:
    backup = tmp_path / "made-by-15.tar"
    backup.write_bytes(lzma.decompress(MADE_BY_15.read_bytes()))
    settings = Settings(data_dir=tmp_path / "data", database_url="")
    # The old database still exists, and this release cannot start it.
    cluster = settings.data_dir / "postgres/cluster"
    cluster.mkdir(parents=True)
    (cluster / "PG_VERSION").write_text("15\n")
    refused = await run_stallage(settings, "restore", backup)
    assert "Add --replace" in refused.errors
    result = await run_stallage(settings, "restore", backup, "--replace")
    assert result.status == 0, result.errors
    assert "No problems found." in result.output
    rows = await on_database(settings)
    assert len(rows["products"]) == 1
    assert "Bowl" in rows["products"][0]
