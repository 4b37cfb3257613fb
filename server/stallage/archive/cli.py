"""`stallage export --all` and `stallage import ARCHIVE`."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from stallage.archive.errors import ArchiveRefused
from stallage.archive.formats.container import is_archive
from stallage.archive.formats.secrets import MIN_PASSPHRASE, SealedSecrets
from stallage.archive.operations.check import check_upload
from stallage.archive.operations.export import (
    ArchiveResult,
    Report,
    export_to,
    write_archive,
)
from stallage.archive.operations.restore import ImportResult, import_archive
from stallage.archive.operations.run_import import run_import
from stallage.archive.operations.verify import verify_archive
from stallage.backup.operations.progress import Progress, format_size
from stallage.backup.operations.report_errors import report_errors
from stallage.core.db import Connection
from stallage.doctor import check_ledger, check_ledger_at, print_findings
from stallage.exposure import UnsafeShop, refuse_exposure
from stallage.import_export.operations.whole_shop import WholeShopFile, register_whole_shop
from stallage.invocation import command
from stallage.operating import log_command
from stallage.process import database_address
from stallage.settings import Settings
from stallage.shop.queries import shop_settings


def register(app: typer.Typer) -> None:
    """Add archives to the commands `export` and `import`, and the commands of the back office."""
    register_whole_shop(WholeShopFile(_recognises, _export, _import, _verify))
    app.command(name="export-for-download", hidden=True)(export_for_download)
    app.command(name="check-upload", hidden=True)(check_uploaded)
    app.command(name="import-upload", hidden=True)(import_uploaded)


def _recognises(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return is_archive(stream)
    except OSError:
        return False


def _passphrase(file: Path | None) -> str:
    """Return the passphrase in a file, empty without a file. Raises ArchiveRefused."""
    if file is None:
        return ""
    try:
        passphrase = file.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ArchiveRefused(f"The passphrase in {file} cannot be read.") from error
    if len(passphrase) < MIN_PASSPHRASE:
        raise ArchiveRefused(f"A passphrase has at least {MIN_PASSPHRASE} characters.")
    return passphrase


def _reporter(progress: Progress) -> Report:
    def report(step: str, done: int, total: int) -> None:
        progress.show(step, done, f"of {total}" if total else "files")

    return report


def _export(file: Path, passphrase_file: Path | None) -> None:
    settings = Settings()
    log_command(settings, _export)
    with report_errors(settings), closing(_ClearedProgress()) as progress:
        passphrase = _passphrase(passphrase_file)
        with database_address(settings) as dsn:
            result = write_archive(settings, dsn, file, _reporter(progress), passphrase)
    _print_written(result)


class _ClearedProgress(Progress):
    """Progress whose line disappears at the end."""

    def close(self) -> None:
        """Remove the line."""
        self.clear()


def _print_written(result: ArchiveResult) -> None:
    typer.echo(
        f"{result.path}: {format_size(result.size)}, {result.tables} tables with {result.rows:,} "
        f"rows, {result.media} media files."
    )
    if not result.has_secrets:
        typer.echo(
            "The archive has no secrets: gift codes, second factors and stored passwords work in "
            "another shop only with this shop's key. --passphrase-file adds it encrypted."
        )
    if result.missing:
        first = ", ".join(result.missing[:3])
        typer.echo(f"{len(result.missing)} media in the database have no file: {first}", err=True)


def _verify(file: Path) -> None:
    with report_errors(Settings()), closing(_ClearedProgress()) as progress:
        archive = verify_archive(file, _reporter(progress))
    secrets = "with encrypted secrets" if archive.secrets else "without secrets"
    typer.echo(
        f"The archive of {archive.about.created_at} is intact: schema {archive.about.revision}, "
        f"{len(archive.manifest.tables)} tables with {archive.rows:,} rows, "
        f"{archive.manifest.media} media files, {format_size(archive.size)}, {secrets}."
    )


def _import(file: Path, passphrase_file: Path | None) -> None:
    settings = Settings()
    log_command(settings, _import)
    with report_errors(settings), closing(_ClearedProgress()) as progress:
        passphrase = _passphrase(passphrase_file)
        with database_address(settings) as dsn:
            result = import_archive(settings, dsn, file, _reporter(progress), passphrase)
    _print_imported(result)
    print_findings(asyncio.run(check_ledger(Settings())))


def _print_imported(result: ImportResult) -> None:
    archive = result.archive
    typer.echo(
        f"Imported the shop as of {archive.about.created_at}: {archive.rows:,} rows, "
        f"{archive.manifest.media} media files."
    )
    if result.overridden:
        names = ", ".join(f"STALLAGE_{name.upper()}" for name in result.overridden)
        typer.echo(f"This machine sets other values than the archive: {names}", err=True)
    if not result.has_key:
        typer.echo(
            "The archive's secrets cannot be read without the old shop's key: gift codes, second "
            "factors, webhook secrets and stored passwords do not work. Put the key into "
            "STALLAGE_PREVIOUS_SECRET_KEYS, or send operators a link with "
            f"`{command('operator reset EMAIL')}` and enter the other secrets again.",
            err=True,
        )
    typer.echo(
        "Messages and refunds that were waiting at the time of the export are held: see "
        f"`{command('jobs list --state held')}` and `{command('refunds list')}`."
    )


def export_for_download(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    secrets: Annotated[Path | None, typer.Option(help="The encrypted secrets.")] = None,
) -> None:
    """Write an archive for the back office, with progress as JSON lines on standard output."""
    settings = Settings()
    with report_errors(settings), database_address(settings) as dsn:
        result = export_to(settings, dsn, file, _print_progress, _sealed_secrets(secrets))
    _print_json({"size": result.size, "rows": result.rows, "media": result.media})


def _sealed_secrets(file: Path | None) -> SealedSecrets | None:
    if file is None:
        return None
    try:
        return SealedSecrets.model_validate_json(file.read_bytes())
    except (OSError, ValueError) as error:
        raise ArchiveRefused("The secrets for the archive are gone. Export again.") from error


def check_uploaded(
    upload_id: Annotated[str, typer.Argument(help="The upload to check.")],
) -> None:
    """Check an archive that was uploaded in the back office."""
    settings = Settings()
    with report_errors(settings), database_address(settings) as dsn:
        check_upload(settings, dsn, upload_id)


def import_uploaded() -> None:
    """Import the archive that was uploaded in the back office. The shop's processes are stopped."""
    settings = Settings()
    with report_errors(settings), database_address(settings) as dsn:
        run_import(settings, dsn, check_ledger_at, _require_startable)


async def _require_startable(connection: Connection, settings: Settings) -> None:
    """Raise ArchiveRefused if the shop would not start again."""
    stored = await shop_settings(connection)
    try:
        settings.check_stored(stored)
        await refuse_exposure(connection, settings.with_shop(stored))
    except ValidationError as error:
        names = ", ".join(str(one["loc"][0]) if one["loc"] else "" for one in error.errors())
        raise ArchiveRefused(f"The archive has settings that are not valid: {names}") from error
    except UnsafeShop as error:
        raise ArchiveRefused(f"{error} Nothing was imported.") from error


def _print_progress(step: str, done: int, total: int) -> None:
    _print_json({"step": step, "done": done, "total": total})


def _print_json(value: dict[str, str | int]) -> None:
    sys.stdout.write(f"{json.dumps(value)}\n")
    sys.stdout.flush()
