"""Scheduled backups: made on time, deleted after the retention, and reported on failure."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from stallage.backup import rules
from stallage.backup.doctor import check_backups
from stallage.backup.errors import BackupError
from stallage.backup.formats.archive import ArchiveWriter
from stallage.backup.jobs import TASK, make_backup_when_due
from stallage.backup.operations import schedule
from stallage.backup.operations.create import fingerprint
from stallage.core import clock
from stallage.process import open_runtime
from stallage.settings import Settings
from tests.backup.test_archive import METADATA
from tests.backup.test_embedded import blocking
from tests.waiting import until


@pytest.fixture
def scheduled(settings: Settings, tmp_path: Path) -> Settings:
    folder = tmp_path / "backups"
    folder.mkdir()
    settings.data_dir.mkdir(mode=0o700, exist_ok=True)
    return settings.model_copy(
        update={"backup_folder": str(folder), "backup_keep_daily": 2, "backup_keep_weekly": 1}
    )


def finding(settings: Settings) -> tuple[str, str]:
    (result,) = check_backups(settings)
    return result.state, result.message


def put_backup(settings: Settings, moment: datetime, made_by: str) -> Path:
    """Write a file that looks like a scheduled backup; only its start is read."""
    path = Path(settings.backup_folder) / rules.file_name(moment)
    with path.open("wb") as file:
        ArchiveWriter(file, replace(METADATA, schedule=made_by)).finish()
    return path


async def test_the_worker_makes_a_backup_when_it_is_due(
    scheduled: Settings, tmp_path: Path
) -> None:
    async with open_runtime(scheduled, scheduled.database_url) as runtime:
        await make_backup_when_due(runtime)
        task = runtime.services[TASK]
        # The timer has returned; a second run does not start another backup.
        await make_backup_when_due(runtime)
        assert runtime.services[TASK] is task
        await task
        (backup,) = (tmp_path / "backups").glob("*.tar")
        assert backup.stat().st_mode & 0o777 == 0o600
        assert finding(scheduled)[0] == "ok"
        await make_backup_when_due(runtime)
        assert runtime.services[TASK] is task, "one a day is enough"


async def test_a_failure_is_logged_and_reported(
    scheduled: Settings, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "backups").rmdir()
    async with open_runtime(scheduled, scheduled.database_url) as runtime:
        await make_backup_when_due(runtime)
        await runtime.services[TASK]
    assert '"event": "backup_failed"' in capfd.readouterr().err
    assert finding(scheduled)[0] == "wrong"
    (tmp_path / "backups").mkdir()
    state, message = finding(scheduled)
    assert state == "wrong"
    assert "does not exist" in message
    assert not schedule.is_due(scheduled), "no immediate retry"
    with clock.freeze(clock.now() + rules.RETRY):
        assert schedule.is_due(scheduled)


async def test_a_stopping_process_ends_its_backup(
    scheduled: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = blocking(tmp_path / "bin").postgresql_programs
    monkeypatch.setenv("STALLAGE_POSTGRESQL_PROGRAMS", programs)
    begun = tmp_path / "bin/begun"
    async with open_runtime(scheduled, scheduled.database_url) as runtime:
        await make_backup_when_due(runtime)
        await until(begun.exists)
        runtime.services[TASK].cancel()
        with pytest.raises(asyncio.CancelledError):
            await runtime.services[TASK]
    await until(lambda: not Path("/proc", begun.read_text().strip()).exists())
    assert not list((tmp_path / "backups").glob("*.tar"))


def test_only_backups_of_this_shops_schedule_are_deleted(scheduled: Settings) -> None:
    now = datetime(2026, 3, 18, 12, tzinfo=UTC)
    shop = fingerprint(scheduled)
    own = [put_backup(scheduled, now - timedelta(days=day), shop) for day in range(4)]
    foreign = put_backup(scheduled, now - timedelta(days=50), "another shop")
    by_hand = put_backup(scheduled, now - timedelta(days=51), "")
    other = Path(scheduled.backup_folder, "stallage-20200101T000000Z.tar")
    other.write_bytes(b"something else")
    renamed = own[3].with_name("before-the-big-sale.tar")
    renamed.hardlink_to(own[3])
    assert schedule.delete_expired(scheduled) == own[2:]
    remaining = set(Path(scheduled.backup_folder).iterdir())
    assert remaining == {*own[:2], foreign, by_hand, other, renamed}


def test_the_doctor_reports_the_state_of_backups(scheduled: Settings, settings: Settings) -> None:
    assert finding(settings)[0] == "note"
    assert finding(scheduled) == (
        "note",
        "No backup yet. The first is made while the shop runs.",
    )
    inside = scheduled.model_copy(update={"backup_folder": str(settings.data_dir)})
    assert finding(inside)[0] == "wrong"
    now = datetime(2026, 3, 18, 12, tzinfo=UTC)
    put_backup(scheduled, now - timedelta(hours=8), fingerprint(scheduled))
    with clock.freeze(now):
        assert finding(scheduled)[0] == "ok"
    with clock.freeze(now + timedelta(days=1)):
        state, message = finding(scheduled)
        assert (state, "Overdue" in message) == ("wrong", True)
    schedule.record_failure(scheduled, "The disk is full.")
    state, message = finding(scheduled)
    assert (state, "The disk is full." in message) == ("wrong", True)


def test_only_one_process_makes_a_scheduled_backup(scheduled: Settings) -> None:
    with schedule._try_lock(Path(scheduled.backup_folder)) as locked:
        assert locked
        assert schedule.run_scheduled_backup(scheduled, "never reached") is None
    with pytest.raises(BackupError):
        schedule.run_scheduled_backup(
            scheduled.model_copy(update={"backup_folder": "/nowhere"}), ""
        )
