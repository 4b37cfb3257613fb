"""Import the uploaded archive, while the processes of the shop are stopped for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

import asyncpg
import structlog

from stallage.archive.errors import ArchiveRefused
from stallage.archive.formats.import_state import ImportState
from stallage.archive.operations.import_state import StateReporter, read_state, update_upload
from stallage.archive.operations.key_and_settings import has_key
from stallage.archive.operations.restore import (
    Connection,
    load_archive,
)
from stallage.archive.operations.settle import run_on, settle
from stallage.archive.operations.upload import waiting_secrets
from stallage.archive.operations.verify import verify_archive
from stallage.archive.rules.uploads import upload_of
from stallage.archive.schemas import ArchiveImportResult, LedgerFinding
from stallage.audit.actions import record_event
from stallage.audit.drafts import Subject
from stallage.audit.queries import has_entry
from stallage.backup.errors import BackupError
from stallage.backup.queries import database_in_use
from stallage.core.actor import Actor
from stallage.core.db import prepare_connection
from stallage.diagnosis import Finding
from stallage.operators.actions.carry_over import put_back, take_along
from stallage.settings import Settings

log = structlog.get_logger(__name__)

STOP_SECONDS = 300
"""How long the processes of the shop may take to stop."""
_POLL_SECONDS = 0.5
_INTERRUPTED = "The import was interrupted. Nothing was imported: start it again."

RequireStartable = Callable[[Connection, Settings], Awaitable[None]]
"""Raises BackupError if the shop could not start with what is stored now."""
CheckLedger = Callable[[str], Awaitable[Sequence[Finding]]]
"""Checks the sums of stock and money of the database at an address."""

_OPERATOR = "SELECT id FROM operators_view WHERE lower(email) = lower($1)"


def run_import(
    settings: Settings,
    dsn: str,
    check_ledger: CheckLedger,
    require_startable: RequireStartable,
) -> None:
    """Import the uploaded archive that waits for it, or end an import that was interrupted.

    The result is in the state of the upload. Raises whatever leaves open how it ended; the next call
    finds out.
    """
    state = read_state(settings.data_dir)
    if state is None or not state.is_pending:
        return
    overridden: tuple[str, ...] = ()
    if state.state == "running":
        if not settle(settings.data_dir, dsn, state.id):
            _fail(settings, state, _INTERRUPTED)
            return
    else:
        update_upload(settings.data_dir, state.id, state="running")
        try:
            _wait_until_stopped(dsn)
            overridden = _load(settings, dsn, state, require_startable)
        except BackupError as error:
            _fail(settings, state, str(error))
            return
    _record(dsn, state)
    _finish(settings, dsn, state, overridden, check_ledger)


def fail_import(settings: Settings, reason: str) -> None:
    """End an import that cannot be ended otherwise."""
    state = read_state(settings.data_dir)
    if state is not None and state.is_pending:
        _fail(settings, state, reason)


def _fail(settings: Settings, state: ImportState, reason: str) -> None:
    log.error("archive_import_failed", reason=reason)
    update_upload(settings.data_dir, state.id, state="failed", failure=reason, secrets="")


def _wait_until_stopped(dsn: str) -> None:
    deadline = time.monotonic() + STOP_SECONDS
    while run_on(dsn, database_in_use):
        if time.monotonic() > deadline:
            raise ArchiveRefused(
                "Processes or commands of the shop still use its database, perhaps on another "
                "machine. Stop them and start the import again. Nothing was imported."
            )
        time.sleep(_POLL_SECONDS)


def _load(
    settings: Settings, dsn: str, state: ImportState, require_startable: RequireStartable
) -> tuple[str, ...]:
    """Load the archive; return the settings that this machine sets to something else."""
    keys = (settings.secret(), *settings.previous_secrets())
    opened = waiting_secrets(state, keys)
    account = run_on(dsn, lambda one: take_along(one, keys, state.operator_id))
    if account is None:
        raise ArchiveRefused("The account that started the import no longer exists.")

    async def complete(connection: Connection) -> None:
        # The archive's key may have taken the place of the shop's.
        current = Settings(data_dir=settings.data_dir, database_url=settings.database_url)
        await put_back(connection, current.secret(), account)
        await prepare_connection(connection)
        await require_startable(connection, current)

    path, report = upload_of(settings.data_dir), StateReporter(settings.data_dir, state.id)
    result = load_archive(
        settings,
        dsn,
        path,
        report,
        verify_archive(path, report),
        opened=opened,
        import_id=state.id,
        complete=complete,
    )
    return result.overridden


def _record(dsn: str, state: ImportState) -> None:
    """Add the import to the audit log, which is now the archive's."""

    async def record(connection: Connection) -> None:
        await prepare_connection(connection)
        if await has_entry(connection, "archive.imported", "archive", state.id):
            return
        operator_id = await connection.fetchval(_OPERATOR, state.operator_email)
        exported_at = None if state.contents is None else state.contents.exported_at.isoformat()
        await record_event(
            connection,
            "archive.imported",
            Subject("archive", state.id, state.file_name),
            actor=Actor("operator", operator_id, state.operator_name, state.address),
            after={"exported_at": exported_at, "size": state.size},
        )

    run_on(dsn, record)


def _finish(
    settings: Settings,
    dsn: str,
    state: ImportState,
    overridden: tuple[str, ...],
    check_ledger: CheckLedger,
) -> None:
    update_upload(settings.data_dir, state.id, step="Checks", done=0, total=0)
    current = Settings(data_dir=settings.data_dir, database_url=settings.database_url)
    result = ArchiveImportResult(
        rows=0 if state.contents is None else state.contents.rows,
        media=0 if state.contents is None else state.contents.media,
        has_key=has_key(current, state.key),
        overridden=[f"STALLAGE_{name.upper()}" for name in overridden],
        operator_email=state.operator_email,
        ledger=[
            LedgerFinding(is_ok=one.state == "ok", message=one.message)
            for one in asyncio.run(_checked(dsn, check_ledger))
        ],
    )
    update_upload(
        settings.data_dir,
        state.id,
        state="finished",
        step=None,
        secrets="",
        sealed=None,
        result=result,
    )
    upload_of(settings.data_dir).unlink(missing_ok=True)


async def _checked(dsn: str, check_ledger: CheckLedger) -> Sequence[Finding]:
    try:
        return await check_ledger(dsn)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        # The shop is imported all the same.
        log.exception("ledger_not_checked")
        return [Finding("wrong", "ledger", f"The sums could not be checked: {error}")]
