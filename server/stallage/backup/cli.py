"""`stallage backup`, `restore`, `upgrade-database` and `jobs`."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from stallage.backup import schedule
from stallage.backup.create import Made, check_target, create_backup
from stallage.backup.errors import BackupError
from stallage.backup.programs import programs_for
from stallage.backup.progress import Progress, size_text
from stallage.backup.restore import restore_backup
from stallage.backup.swap import finish_interrupted
from stallage.backup.upgrade import upgrade_database
from stallage.backup.verify import verify_backup
from stallage.doctor import look_at_ledger, say_findings
from stallage.invocation import command
from stallage.process import database_address
from stallage.settings import Settings


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(backup)
    app.command()(restore)
    app.command(name="upgrade-database")(upgrade)


class Interrupted(BaseException):
    """A signal asked the command to end; what it has begun is undone on the way out."""


@contextmanager
def _said(settings: Settings) -> Iterator[None]:
    """Says a refusal, or that the command was interrupted, in a sentence."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise Interrupted(number)

    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(one, end) for one in signals]
    try:
        yield
    except BackupError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    except Interrupted as error:
        if finish_interrupted(settings.data_dir):
            typer.echo("Interrupted at its very end: it has been carried out.", err=True)
        else:
            typer.echo("Interrupted. Nothing was changed.", err=True)
        raise typer.Exit(128 + int(error.args[0])) from error
    finally:
        for one, handler in zip(signals, before, strict=True):
            signal.signal(one, handler)


def backup(
    file: Annotated[Path | None, typer.Argument(help="The backup, such as shop.tar.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Check a backup that is there.")] = False,
    scheduled: Annotated[bool, typer.Option("--scheduled", hidden=True)] = False,
) -> None:
    """Writes the whole shop into one file, also while it is open: database, pictures, secret key."""
    settings = Settings()
    with _said(settings):
        if scheduled:
            made = _scheduled(settings)
        elif file is None:
            raise BackupError(f"Say where: {command('backup FILE')}")
        elif verify:
            found = verify_backup(file, programs_for(settings), Progress())
            typer.echo(
                f"The backup of {found.about.created_at} is sound: schema {found.about.revision}, "
                f"{found.pictures} pictures, {size_text(found.size)}."
            )
            return
        else:
            check_target(settings, file)
            with database_address(settings) as dsn:
                made = create_backup(settings, dsn, file, Progress())
    if made is not None:
        _say_made(made)


def _scheduled(settings: Settings) -> Made | None:
    with database_address(settings) as dsn:
        return schedule.make_scheduled(settings, dsn)


def _say_made(made: Made) -> None:
    typer.echo(f"{made.path}: {size_text(made.size)}, {made.pictures} pictures.")
    if made.missing:
        shown = ", ".join(made.missing[:3])
        typer.echo(
            f"{len(made.missing)} pictures that the database names are missing: {shown}", err=True
        )


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `stallage backup` wrote.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Put it in the place of the shop that is there.")
    ] = False,
) -> None:
    """Restores a shop from a backup. The shop must be stopped; where it fails, nothing changes."""
    settings = Settings()
    with _said(settings):
        restored = restore_backup(settings, file, Progress(), replace=replace)
    about = restored.backup.about
    typer.echo(f"Restored: the shop as of {about.created_at}, {restored.backup.pictures} pictures.")
    if restored.old_database:
        typer.echo(f"The old database was set aside: {restored.old_database}")
    if restored.other_key:
        typer.echo(
            "STALLAGE_SECRET_KEY is set to another key than the backup's. Set it to the content of "
            f"{settings.data_dir / 'secret-key'}, or remove it.",
            err=True,
        )
    typer.echo(
        f"Messages and refunds of that time are held: see `{command('jobs list --state held')}` and "
        f"`{command('refunds list')}`."
    )
    say_findings(asyncio.run(look_at_ledger(Settings())))


def upgrade(
    from_bin: Annotated[
        Path | None, typer.Option("--from-bin", help="Folder of the old version's programs.")
    ] = None,
) -> None:
    """Moves the embedded database to the PostgreSQL version of this release."""
    settings = Settings()
    with _said(settings):
        typer.echo(upgrade_database(settings, from_bin, Progress()))
