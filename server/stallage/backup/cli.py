"""`stallage backup`, `restore`, `restore-check`, `after-restore` and `upgrade-database`."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from stallage.backup.errors import BackupError
from stallage.backup.operations import schedule
from stallage.backup.operations.check_restored import check_restored
from stallage.backup.operations.create import BackupResult, check_target, create_backup
from stallage.backup.operations.progress import Progress, format_size
from stallage.backup.operations.report_errors import report_errors
from stallage.backup.operations.restore import RestoreResult, restore_backup
from stallage.backup.operations.settle_restored import settle_restored
from stallage.backup.operations.upgrade import upgrade_database
from stallage.backup.operations.verify import BackupSummary, verify_backup
from stallage.backup.providers.programs import locate_programs
from stallage.doctor import check_ledger, check_ledger_at, print_findings
from stallage.invocation import command
from stallage.process import database_address
from stallage.settings import Settings


def register(app: typer.Typer) -> None:
    """Add the commands to the `stallage` command."""
    app.command()(backup)
    app.command()(restore)
    app.command(name="restore-check")(restore_check)
    app.command(name="after-restore")(after_restore)
    app.command(name="upgrade-database")(upgrade)


def backup(
    file: Annotated[Path | None, typer.Argument(help="The backup file, such as shop.tar.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Check an existing backup.")] = False,
    scheduled: Annotated[bool, typer.Option("--scheduled", hidden=True)] = False,
) -> None:
    """Back up the database, pictures and secret key to one file. The shop may stay open."""
    settings = Settings()
    with report_errors(settings):
        if scheduled:
            with database_address(settings) as dsn:
                result = schedule.run_scheduled_backup(settings, dsn)
        elif file is None:
            raise BackupError(f"Name the file to write: {command('backup FILE')}")
        elif verify:
            _print_summary(verify_backup(file, locate_programs(settings), Progress()))
            return
        else:
            check_target(settings, file)
            with database_address(settings) as dsn:
                result = create_backup(settings, dsn, file, Progress())
    if result is not None:
        _print_result(result)


def _print_summary(summary: BackupSummary) -> None:
    metadata = summary.metadata
    typer.echo(
        f"The backup of {metadata.created_at} is intact: schema {metadata.revision}, "
        f"{summary.pictures} pictures, {format_size(summary.size)}."
    )


def _print_result(result: BackupResult) -> None:
    typer.echo(f"{result.path}: {format_size(result.size)}, {result.pictures} pictures.")
    if result.missing:
        first = ", ".join(result.missing[:3])
        typer.echo(
            f"{len(result.missing)} pictures in the database have no file: {first}", err=True
        )


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `stallage backup` wrote.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace the existing shop.")] = False,
) -> None:
    """Restore a shop from a backup. Stop the shop first. If the restore fails, nothing changes."""
    settings = Settings()
    with report_errors(settings):
        restored = restore_backup(settings, file, Progress(), replace=replace)
    _print_restored(restored, settings)
    print_findings(asyncio.run(check_ledger(Settings())))


def _print_restored(restored: RestoreResult, settings: Settings) -> None:
    backup = restored.backup
    typer.echo(f"Restored the shop as of {backup.metadata.created_at}, {backup.pictures} pictures.")
    if restored.old_database:
        typer.echo(f"The old database was kept as {restored.old_database}")
    if restored.other_key:
        typer.echo(
            "STALLAGE_SECRET_KEY differs from the backup's key. Set it to the content of "
            f"{settings.data_dir / 'secret-key'}, or unset it.",
            err=True,
        )
    _print_held()


def _print_held() -> None:
    typer.echo(
        "Messages and refunds that were waiting at the time of the backup are held: see "
        f"`{command('jobs list --state held')}` and `{command('refunds list')}`."
    )


def restore_check(
    database_url: Annotated[
        str, typer.Option(help="The restored database; without it, that of the shop.")
    ] = "",
    max_age: Annotated[
        float | None,
        typer.Option(min=0, help="Minutes ago that its last write may be at most."),
    ] = None,
) -> None:
    """Prove a database that another program has restored: sums, pictures, secret key, age.

    Nothing is written, so a copy can be checked beside the running shop.
    """
    settings = Settings()
    if database_url:
        settings = settings.model_copy(update={"database_url": database_url})
    age = None if max_age is None else timedelta(minutes=max_age)
    with report_errors(settings), database_address(settings) as dsn:
        found = asyncio.run(check_restored(settings, dsn, age))
        if found[0].state == "ok":
            found += asyncio.run(check_ledger_at(dsn))
    print_findings(found)


def after_restore() -> None:
    """Settle a database that another program has restored, before the shop starts on it.

    Holds waiting messages and refunds, ends operators' sessions, skips ids, brings back deleted
    pictures, and rebuilds the search index. `stallage restore` does this by itself.
    """
    settings = Settings()
    with report_errors(settings), database_address(settings) as dsn:
        settled = settle_restored(settings, dsn)
    typer.echo(f"Held jobs: {settled.held_jobs}. Pictures brought back: {settled.brought_back}.")
    _print_held()


def upgrade(
    from_bin: Annotated[
        Path | None, typer.Option("--from-bin", help="The `bin` folder of the old version.")
    ] = None,
) -> None:
    """Upgrade the embedded database to the PostgreSQL version of this release."""
    settings = Settings()
    with report_errors(settings):
        typer.echo(upgrade_database(settings, from_bin, Progress()))
