"""The backup and restore commands with the embedded database."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from pathlib import Path

import pytest

from stallage.backup.errors import BackupDamaged
from stallage.backup.operations import swap
from stallage.backup.operations.create import create_backup
from stallage.backup.operations.progress import Progress
from stallage.backup.operations.restore import restore_backup
from stallage.core.embedded import start_embedded
from stallage.core.embedded.binaries import client_programs
from stallage.migrations import migrate
from stallage.settings import Settings
from tests.backup.comparing import files_of, rows_of
from tests.command import CommandResult, run_stallage
from tests.conftest import run_on
from tests.shop import running_shop
from tests.test_ledger import trade
from tests.uploads.test_upload import picture
from tests.waiting import until

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Sample:
    """A backup of a shop with orders, and the content of that shop."""

    data_dir: Path
    backup: Path
    rows: dict[str, list[str]]
    media: dict[str, bytes]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    folder = tmp_path_factory.mktemp("sample")
    data_dir = folder / "data"
    server = start_embedded(data_dir / "postgres")
    try:
        migrate(server.dsn())
        settings = Settings(data_dir=data_dir, database_url=server.dsn(), log_level="error")
        rows = asyncio.run(_fill(settings))
        create_backup(settings, server.dsn(), folder / "shop.tar", Progress())
    finally:
        server.stop()
    return Sample(data_dir, folder / "shop.tar", rows, files_of(data_dir / "media"))


async def _fill(settings: Settings) -> dict[str, list[str]]:
    async with running_shop(settings) as shop:
        await trade(shop)
        await asyncio.to_thread(shop.runtime.media.store, picture())
    return await rows_of(settings.database_url)


@pytest.fixture
def empty(tmp_path: Path) -> Settings:
    """An empty data folder."""
    return Settings(data_dir=tmp_path / "data", database_url="")


def copy_shop(sample: Sample, data_dir: Path) -> None:
    """Copy the sample's data folder, including file owners."""
    subprocess.run(["/bin/cp", "-a", sample.data_dir, data_dir], check=True)


@pytest.fixture
def existing(sample: Sample, empty: Settings) -> Settings:
    """A copy of the shop that the sample is a backup of."""
    copy_shop(sample, empty.data_dir)
    return empty


async def on_database(settings: Settings, *statements: str) -> dict[str, list[str]]:
    """Run statements on the shop's database; return all rows afterwards."""
    server = await asyncio.to_thread(start_embedded, settings.data_dir / "postgres")
    try:
        await run_on(server.dsn(), *statements)
        return await rows_of(server.dsn())
    finally:
        await asyncio.to_thread(server.stop)


def state_of(folder: Path) -> dict[str, int]:
    """Return the modification time of every file in a folder."""
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


async def start(settings: Settings, *words: str | Path, limit: int | None = None) -> Process:
    """Start the command. `limit` is the size in bytes of the largest file that it may write."""

    def prepare() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stallage", *words),
        env={
            **os.environ,
            "STALLAGE_DATABASE_URL": settings.database_url,
            "STALLAGE_DATA_DIR": str(settings.data_dir),
            "STALLAGE_POSTGRESQL_PROGRAMS": settings.postgresql_programs,
        },
        stdin=asyncio.subprocess.DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        preexec_fn=prepare,
    )


async def wait_for(process: Process) -> CommandResult:
    output, errors = await process.communicate()
    assert process.returncode is not None
    assert b"Traceback" not in errors, errors.decode()
    return CommandResult(process.returncode, output.decode(), errors.decode())


async def test_a_backup_is_restored_to_an_empty_folder(sample: Sample, empty: Settings) -> None:
    result = await run_stallage(empty, "restore", sample.backup)
    assert result.status == 0, result.errors
    assert "No problems found." in result.output
    assert await on_database(empty) == sample.rows
    assert files_of(empty.data_dir / "media") == sample.media != {}
    assert sorted(path.name for path in empty.data_dir.iterdir()) == [
        *("media", "postgres", "restore.lock", "secret-key")
    ]
    doctor = await run_stallage(empty, "doctor")
    assert "Database        PostgreSQL" in doctor.output
    assert "The index will be built at the next start" in doctor.output


async def test_an_existing_shop_is_replaced_only_with_replace(
    sample: Sample, existing: Settings
) -> None:
    changed = await on_database(existing, "UPDATE customers SET first_name = 'Changed'")
    refused = await run_stallage(existing, "restore", sample.backup)
    assert (refused.status, "Add --replace" in refused.errors) == (1, True)
    assert await on_database(existing) == changed
    done = await run_stallage(existing, "restore", sample.backup, "--replace")
    assert done.status == 0, done.errors
    assert "The old database was kept as" in done.output
    assert await on_database(existing) == sample.rows
    assert len(list(existing.data_dir.glob("postgres/replaced_*/PG_VERSION"))) == 1


async def test_a_running_shop_is_not_replaced(sample: Sample, existing: Settings) -> None:
    server = await asyncio.to_thread(start_embedded, existing.data_dir / "postgres")
    try:
        result = await run_stallage(existing, "restore", sample.backup, "--replace")
        assert result.status == 1
        assert "The shop is running" in result.errors
        assert await rows_of(server.dsn()) == sample.rows
    finally:
        await asyncio.to_thread(server.stop)


async def test_a_damaged_backup_changes_nothing(
    sample: Sample, existing: Settings, tmp_path: Path
) -> None:
    before = state_of(existing.data_dir)
    content = sample.backup.read_bytes()
    damaged = tmp_path / "damaged.tar"
    for broken in (
        *(
            content[:position] + b"\xff" + content[position + 1 :]
            for position in (700, 9_000, 300_000)
        ),
        content[: len(content) // 2],
        content[:-1],
        b"not a backup",
    ):
        assert broken != content
        damaged.write_bytes(broken)
        with pytest.raises(BackupDamaged):
            await asyncio.to_thread(restore_backup, existing, damaged, Progress(), replace=True)
    for words in (("restore", damaged, "--replace"), ("backup", damaged, "--verify")):
        result = await run_stallage(existing, *words)
        assert result.status == 1
        assert "not a backup of Stallage" in result.errors
    assert state_of(existing.data_dir) == before
    intact = await run_stallage(existing, "backup", sample.backup, "--verify")
    assert (intact.status, "is intact" in intact.output) == (0, True)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_an_interrupted_restore_leaves_the_old_shop(
    sample: Sample, existing: Settings, number: signal.Signals
) -> None:
    rows = await on_database(existing, "UPDATE customers SET first_name = 'Old'")
    process = await start(existing, "restore", sample.backup, "--replace")
    await until((swap.prepared_database(existing.data_dir) / "cluster/postmaster.pid").exists)
    process.send_signal(number)
    result = await wait_for(process)
    assert result.status != 0
    if number is not signal.SIGKILL:
        assert "Interrupted. Nothing was changed." in result.errors
        assert not swap.prepared_database(existing.data_dir).exists()
    assert await on_database(existing) == rows
    again = await run_stallage(existing, "restore", sample.backup, "--replace")
    assert again.status == 0, again.errors
    assert await on_database(existing) == sample.rows
    assert not swap.prepared_database(existing.data_dir).exists()


async def test_the_next_command_finishes_a_swap_that_was_killed(
    sample: Sample, existing: Settings, tmp_path: Path
) -> None:
    other = Settings(data_dir=tmp_path / "other", database_url="")
    copy_shop(sample, other.data_dir)
    new = await on_database(other, "UPDATE customers SET first_name = 'New'")
    swap.prepared_database(existing.data_dir).mkdir()
    (other.data_dir / "postgres/cluster").rename(
        swap.prepared_database(existing.data_dir) / "cluster"
    )
    swap.commit(existing.data_dir, "replaced_1")
    # Killed between the two renames, when there is no database at its path.
    (existing.data_dir / "postgres/cluster").rename(existing.data_dir / "postgres/replaced_1")
    result = await run_stallage(existing, "doctor", "--ledger")
    assert "An interrupted restore was finished." in result.errors
    assert result.status == 0
    assert await on_database(existing) == new


def blocking(folder: Path) -> Settings:
    """Settings with a pg_dump that reports its start and then never ends."""
    folder.mkdir()
    (folder / "pg_dump").write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && exec {client_programs()}/pg_dump --version\n'
        f"echo PGDMP; echo $$ > {folder}/draft; mv {folder}/draft {folder}/begun; exec sleep 600\n"
    )
    (folder / "pg_dump").chmod(0o755)
    return Settings(postgresql_programs=str(folder))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
async def test_an_interrupted_backup_leaves_no_file(
    settings: Settings, tmp_path: Path, number: signal.Signals
) -> None:
    programs = blocking(tmp_path / "bin").postgresql_programs
    target = tmp_path / "backups"
    target.mkdir()
    stuck = settings.model_copy(update={"postgresql_programs": programs})
    process = await start(stuck, "backup", target / "shop.tar")
    begun = tmp_path / "bin/begun"
    await until(begun.exists)
    process.send_signal(number)
    result = await wait_for(process)
    assert result.status != 0
    assert list(target.iterdir()) == []
    if number is signal.SIGKILL:
        os.kill(int(begun.read_text()), signal.SIGKILL)
    else:
        assert "Interrupted." in result.errors
        await until(lambda: not Path("/proc", begun.read_text().strip()).exists())


async def test_a_backup_that_cannot_be_written_names_the_reason(
    settings: Settings, tmp_path: Path
) -> None:
    settings.data_dir.mkdir(exist_ok=True)
    taken = tmp_path / "taken.tar"
    taken.write_text("mine")
    for path, sentence in (
        (taken, "already exists"),
        (settings.data_dir / "shop.tar", "is in the data folder"),
        (tmp_path / "nowhere/shop.tar", "does not exist"),
        (Path("/proc/self/shop.tar"), "cannot be used"),
    ):
        result = await run_stallage(settings, "backup", path)
        assert result.status == 1
        assert sentence in result.errors
    assert taken.read_text() == "mine"
    target = tmp_path / "full"
    target.mkdir()
    # A limit on the file size makes a write fail as on a full disk.
    result = await wait_for(await start(settings, "backup", target / "shop.tar", limit=100_000))
    assert result.status == 1
    assert "Nothing was changed." in result.errors
    assert list(target.iterdir()) == []
    result = await run_stallage(settings, "backup", target / "shop.tar")
    assert result.status == 0
    assert result.errors == ""
    assert (target / "shop.tar").stat().st_mode & 0o777 == 0o600
