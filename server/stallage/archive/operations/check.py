"""Check an uploaded archive before anything changes."""

from __future__ import annotations

from datetime import UTC, datetime

from stallage.archive.errors import ArchiveRefused
from stallage.archive.operations.import_state import (
    StateReporter,
    read_state,
    update_upload,
)
from stallage.archive.operations.load import NOT_EMPTY
from stallage.archive.operations.restore import require_importable
from stallage.archive.operations.settle import run_on
from stallage.archive.operations.verify import (
    ArchiveSummary,
    require_columns,
    verify_archive,
)
from stallage.archive.queries import structure as queries
from stallage.archive.rules.uploads import upload_of
from stallage.archive.schemas import ArchiveContents
from stallage.backup.errors import BackupError
from stallage.core.db import Connection
from stallage.migrations import head
from stallage.settings import Settings


def check_upload(settings: Settings, dsn: str, upload_id: str) -> None:
    """Verify an uploaded archive and record what it contains, or why it cannot be imported."""
    state = read_state(settings.data_dir)
    if state is None or state.id != upload_id or state.state != "checking":
        return
    try:
        archive = verify_archive(
            upload_of(settings.data_dir), StateReporter(settings.data_dir, upload_id)
        )
        require_importable(archive)
        run_on(dsn, lambda connection: _require_fit(connection, archive))
        contents = _contents(archive)
    except (BackupError, ValueError) as error:
        update_upload(settings.data_dir, upload_id, state="refused", failure=str(error))
        return
    update_upload(
        settings.data_dir,
        upload_id,
        state="ready",
        contents=contents,
        sealed=archive.secrets,
        key=archive.about.key,
        step=None,
    )


async def _require_fit(connection: Connection, archive: ArchiveSummary) -> None:
    """Raise ArchiveRefused if the shop is not empty, or has not the tables of the archive."""
    if await queries.is_filled(connection):
        raise ArchiveRefused(NOT_EMPTY)
    if archive.about.revision == head():
        require_columns(archive.manifest, await queries.archived_columns(connection))


def _contents(archive: ArchiveSummary) -> ArchiveContents:
    """Return what the back office shows. Raises ArchiveRefused for a time that is none."""
    try:
        exported_at = datetime.fromisoformat(archive.about.created_at).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise ArchiveRefused("The archive is damaged: its time cannot be read.") from error
    tables = archive.manifest.tables

    def rows(table: str) -> int:
        return tables[table].rows if table in tables else 0

    return ArchiveContents(
        shop_name=archive.shop_name,
        exported_at=exported_at,
        program=archive.about.program,
        is_earlier_schema=archive.about.revision != head(),
        has_secrets=archive.secrets is not None,
        products=rows("products"),
        customers=rows("customers"),
        orders=rows("orders"),
        operators=rows("operators"),
        media=archive.manifest.media,
        rows=archive.rows,
    )
