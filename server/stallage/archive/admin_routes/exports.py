"""The operators' API of archives."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Path, Request
from fastapi.responses import FileResponse, Response

from stallage.archive import actions
from stallage.archive.errors import ArchiveGone, ArchiveRunning
from stallage.archive.formats.secrets import MIN_PASSPHRASE
from stallage.archive.gateway_calls.exports import delete_unwanted_files
from stallage.archive.operations.export import store_secrets
from stallage.archive.queries import exports as queries
from stallage.archive.rules.files import file_of
from stallage.archive.schemas import ArchiveExport, ArchiveExports, ArchiveRequestInput
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter, CurrentOperator

router = AdminRouter(tag="archives")

ArchiveId = Annotated[int, Path(alias="archiveId", ge=1, le=MAX_ID)]


@router.get("/archives", permission="settings.export", response_model=Answer[ArchiveExports])
async def list_archives(connection: Reading) -> Answer[ArchiveExports]:
    """The last archives of the whole shop, the newest first."""
    return answer(await queries.archive_exports(connection))


@router.post(
    "/archives",
    permission="settings.export",
    step_up=True,
    status_code=202,
    response_model=Answer[ArchiveExport],
    responses=error_responses(ArchiveRunning, InvalidFields),
)
async def request_archive(
    request: Request,
    operator: CurrentOperator,
    connection: Transaction,
    body: ArchiveRequestInput | None = None,
) -> Answer[ArchiveExport]:
    """Ask for an archive of the whole shop, which a job writes. It can be downloaded for a day."""
    passphrase = (body.passphrase if body else None) or ""
    if passphrase and len(passphrase) < MIN_PASSPHRASE:
        text = f"A passphrase has at least {MIN_PASSPHRASE} characters."
        raise InvalidFields(fields={"passphrase": [text]})
    archive_id = await actions.request_archive(
        connection, operator.operator_id, operator.name, has_secrets=bool(passphrase)
    )
    if passphrase:
        # The job reads the secrets encrypted, so the passphrase is stored nowhere.
        settings = runtime_of(request).own_settings
        await asyncio.to_thread(store_secrets, settings, archive_id, passphrase)
    return answer(await queries.archive_export(connection, archive_id))


@router.post(
    "/archives/{archiveId}/download",
    permission="settings.export",
    step_up=True,
    # Downloading the file is recorded.
    audited=False,
    response_model=Answer[None],
    responses=error_responses(NotFound, ArchiveGone),
)
async def prepare_download(
    request: Request, archive_id: ArchiveId, connection: Reading
) -> Answer[None]:
    """Check that a file can be downloaded, before a browser opens its address."""
    await queries.finished_archive(connection, archive_id)
    _require_file(runtime_of(request), archive_id)
    return answer(None)


@router.get(
    "/archives/{archiveId}/file",
    permission="settings.export",
    step_up=True,
    response_class=Response,
    responses={
        200: {"content": {"application/x-tar": {}}, "description": "The archive."},
        **error_responses(NotFound, ArchiveGone),
    },
)
async def get_archive_file(
    request: Request, archive_id: ArchiveId, connection: Transaction
) -> Response:
    """Download an archive."""
    archive = await queries.finished_archive(connection, archive_id)
    runtime = runtime_of(request)
    _require_file(runtime, archive_id)
    await actions.record_download(connection, archive_id)
    return FileResponse(
        file_of(runtime.settings.data_dir, archive_id),
        media_type="application/x-tar",
        filename=f"stallage-{archive.created_at:%Y%m%d-%H%M}.tar",
        headers={"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"},
    )


@router.delete(
    "/archives/{archiveId}",
    permission="settings.export",
    response_model=Answer[None],
    responses=error_responses(NotFound, ArchiveGone),
)
async def delete_archive(request: Request, archive_id: ArchiveId) -> Answer[None]:
    """Delete the file of an archive before it expires."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        await actions.delete_archive(connection, archive_id)
    await delete_unwanted_files(runtime)
    return answer(None)


def _require_file(runtime: Runtime, archive_id: int) -> None:
    if not file_of(runtime.settings.data_dir, archive_id).is_file():
        raise ArchiveGone
