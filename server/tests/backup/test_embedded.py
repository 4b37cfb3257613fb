"""Backup and restore by the command, with the embedded database in the data folder."""

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

from stallage.backup import swap
from stallage.backup.create import create_backup
from stallage.backup.errors import BackupDamaged
from stallage.backup.progress import Progress
from stallage.backup.restore import restore_backup
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


@dataclass(frozen=True)
class Sample:
    """A backup of a shop that has traded, and what that shop held."""

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
        rows = asyncio.run(_filled(settings))
        create_backup(settings, server.dsn(), folder / "shop.tar", Progress())
    finally:
        server.stop()
    return Sample(data_dir, folder / "shop.tar", rows, files_of(data_dir / "media"))


async def _filled(settings: Settings) -> dict[str, list[str]]:
    async with running_shop(settings) as shop:
        await trade(shop)
        await asyncio.to_thread(shop.runtime.media.store, picture())
    return await rows_of(settings.database_url)


@pytest.fixture
def empty(tmp_path: Path) -> Settings:
    """A shop that is not there yet."""
    return Settings(data_dir=tmp_path / "data", database_url="")


def copy_shop(sample: Sample, data_dir: Path) -> None:
    """Copy the sample's data folder with its owners; nothing runs on it."""
    subprocess.run(["/bin/cp", "-a", sample.data_dir, data_dir], check=True)


@pytest.fixture
def standing(sample: Sample, empty: Settings) -> Settings:
    """A copy of the shop that the sample was made of."""
    copy_shop(sample, empty.data_dir)
    return empty


async def on_database(settings: Settings, *statements: str) -> dict[str, list[str]]:
    """Runs statements on the shop's database; its rows afterwards."""
    server = await asyncio.to_thread(start_embedded, settings.data_dir / "postgres")
    try:
        await run_on(server.dsn(), *statements)
        return await rows_of(server.dsn())
    finally:
        await asyncio.to_thread(server.stop)


def state_of(folder: Path) -> dict[str, int]:
    """Every file of a folder with the moment of its last change."""
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


async def start(settings: Settings, *words: str | Path, limit: int | None = None) -> Process:
    """Starts the command; `limit` is the largest file that it may write."""

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


async def ended(process: Process) -> CommandResult:
    output, errors = await process.communicate()
    assert process.returncode is not None
    assert b"Traceback" not in errors, errors.decode()
    return CommandResult(process.returncode, output.decode(), errors.decode())


async def test_an_empty_folder_becomes_the_shop(sample: Sample, empty: Settings) -> None:
    said = await run_stallage(empty, "restore", sample.backup)
    assert said.status == 0, said.errors
    assert "All is well." in said.output
    assert await on_database(empty) == sample.rows
    assert files_of(empty.data_dir / "media") == sample.media != {}
    assert sorted(path.name for path in empty.data_dir.iterdir()) == [
        *("media", "postgres", "restore.lock", "secret-key")
    ]
    doctor = await run_stallage(empty, "doctor")
    assert "Database        PostgreSQL" in doctor.output
    assert "The index is built at the next start" in doctor.output


async def test_a_shop_is_replaced_only_when_told(sample: Sample, standing: Settings) -> None:
    changed = await on_database(standing, "UPDATE customers SET first_name = 'Changed'")
    refused = await run_stallage(standing, "restore", sample.backup)
    assert (refused.status, "Add --replace" in refused.errors) == (1, True)
    assert await on_database(standing) == changed
    done = await run_stallage(standing, "restore", sample.backup, "--replace")
    assert done.status == 0, done.errors
    assert "The old database was set aside" in done.output
    assert await on_database(standing) == sample.rows
    assert len(list(standing.data_dir.glob("postgres/replaced_*/PG_VERSION"))) == 1


async def test_a_running_shop_is_not_replaced(sample: Sample, standing: Settings) -> None:
    server = await asyncio.to_thread(start_embedded, standing.data_dir / "postgres")
    try:
        said = await run_stallage(standing, "restore", sample.backup, "--replace")
        assert said.status == 1
        assert "The shop is running" in said.errors
        assert await rows_of(server.dsn()) == sample.rows
    finally:
        await asyncio.to_thread(server.stop)


async def test_a_damaged_backup_touches_nothing(
    sample: Sample, standing: Settings, tmp_path: Path
) -> None:
    before = state_of(standing.data_dir)
    content = sample.backup.read_bytes()
    damaged = tmp_path / "damaged.tar"
    for broken in (
        *(content[:place] + b"\xff" + content[place + 1 :] for place in (700, 9_000, 300_000)),
        content[: len(content) // 2],
        content[:-1],
        b"not a backup",
    ):
        assert broken != content
        damaged.write_bytes(broken)
        with pytest.raises(BackupDamaged):
            await asyncio.to_thread(restore_backup, standing, damaged, Progress(), replace=True)
    for words in (("restore", damaged, "--replace"), ("backup", damaged, "--verify")):
        said = await run_stallage(standing, *words)
        assert said.status == 1
        assert "not a backup of Stallage" in said.errors
    assert state_of(standing.data_dir) == before
    sound = await run_stallage(standing, "backup", sample.backup, "--verify")
    assert (sound.status, "is sound" in sound.output) == (0, True)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_ended_while_it_restores_the_old_shop_is_still_there(
    sample: Sample, standing: Settings, number: signal.Signals
) -> None:
    rows = await on_database(standing, "UPDATE customers SET first_name = 'Old'")
    process = await start(standing, "restore", sample.backup, "--replace")
    await until((swap.prepared_database(standing.data_dir) / "cluster/postmaster.pid").exists)
    process.send_signal(number)
    said = await ended(process)
    assert said.status != 0
    if number is not signal.SIGKILL:
        assert "Interrupted. Nothing was changed." in said.errors
        assert not swap.prepared_database(standing.data_dir).exists()
    assert await on_database(standing) == rows
    again = await run_stallage(standing, "restore", sample.backup, "--replace")
    assert again.status == 0, again.errors
    assert await on_database(standing) == sample.rows
    assert not swap.prepared_database(standing.data_dir).exists()


async def test_killed_in_the_exchange_the_next_command_finishes_it(
    sample: Sample, standing: Settings, tmp_path: Path
) -> None:
    other = Settings(data_dir=tmp_path / "other", database_url="")
    copy_shop(sample, other.data_dir)
    new = await on_database(other, "UPDATE customers SET first_name = 'New'")
    swap.prepared_database(standing.data_dir).mkdir()
    (other.data_dir / "postgres/cluster").rename(
        swap.prepared_database(standing.data_dir) / "cluster"
    )
    swap.decide(standing.data_dir, "replaced_1")
    # Killed between the two renames: at this moment there is no database in its place.
    (standing.data_dir / "postgres/cluster").rename(standing.data_dir / "postgres/replaced_1")
    said = await run_stallage(standing, "doctor", "--ledger")
    assert "An interrupted restore was finished." in said.errors
    assert said.status == 0
    assert await on_database(standing) == new


def blocking(folder: Path) -> Settings:
    """Settings with a pg_dump that says that it has begun and then never ends."""
    folder.mkdir()
    (folder / "pg_dump").write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && exec {client_programs()}/pg_dump --version\n'
        f"echo PGDMP; echo $$ > {folder}/draft; mv {folder}/draft {folder}/begun; exec sleep 600\n"
    )
    (folder / "pg_dump").chmod(0o755)
    return Settings(postgresql_programs=str(folder))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
async def test_an_interrupted_backup_leaves_nothing(
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
    said = await ended(process)
    assert said.status != 0
    assert list(target.iterdir()) == []
    if number is signal.SIGKILL:
        os.kill(int(begun.read_text()), signal.SIGKILL)
    else:
        assert "Interrupted." in said.errors
        await until(lambda: not Path("/proc", begun.read_text().strip()).exists())


async def test_a_backup_that_cannot_be_written_says_why(settings: Settings, tmp_path: Path) -> None:
    settings.data_dir.mkdir(exist_ok=True)
    there = tmp_path / "there.tar"
    there.write_text("mine")
    for path, sentence in (
        (there, "exists already"),
        (settings.data_dir / "shop.tar", "lies in the data folder"),
        (tmp_path / "nowhere/shop.tar", "does not exist"),
        (Path("/proc/self/shop.tar"), "cannot be used"),
    ):
        said = await run_stallage(settings, "backup", path)
        assert said.status == 1
        assert sentence in said.errors
    assert there.read_text() == "mine"
    target = tmp_path / "full"
    target.mkdir()
    # A limit on the size of files ends a write as a full disk does.
    said = await ended(await start(settings, "backup", target / "shop.tar", limit=100_000))
    assert said.status == 1
    assert "Nothing was changed." in said.errors
    assert list(target.iterdir()) == []
    said = await run_stallage(settings, "backup", target / "shop.tar")
    assert said.status == 0
    assert said.errors == ""
    assert (target / "shop.tar").stat().st_mode & 0o777 == 0o600
