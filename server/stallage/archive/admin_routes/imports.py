"""The operators' API of importing an archive into an empty shop."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Header, Query, Request

from stallage.archive import actions
from stallage.archive.errors import (
    ArchiveImportRunning,
    NoRoomForArchive,
    NoUploadedArchive,
    ShopNotEmpty,
    UploadChanged,
)
from stallage.archive.operations import upload as uploads
from stallage.archive.operations.import_state import read_state
from stallage.archive.queries.imports import archive_imports, import_progress
from stallage.archive.queries.structure import is_filled
from stallage.archive.rules.uploads import PART_BYTES
from stallage.archive.schemas import (
    ArchiveImportInput,
    ArchiveImportProgress,
    ArchiveImports,
    ArchiveImportStarted,
    ArchiveUploadInput,
)
from stallage.core.db import Connection, Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooLarge
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import PREFIX, AdminRouter, CurrentOperator, actor_of
from stallage.operators.rules.permissions import PUBLIC

router = AdminRouter(tag="archives")

PARTS = f"{PREFIX}/archive-import/parts"
PERMISSION = "settings.import"

# An upload changes nothing of the shop. Only the import is in the audit log.


async def _imports(request: Request, connection: Connection) -> Answer[ArchiveImports]:
    state = await asyncio.to_thread(read_state, runtime_of(request).settings.data_dir)
    return answer(await archive_imports(connection, state))


@router.get("/archive-import", permission=PERMISSION, response_model=Answer[ArchiveImports])
async def get_import(request: Request, connection: Reading) -> Answer[ArchiveImports]:
    """Whether an archive can be imported into this shop, and the uploaded file."""
    return await _imports(request, connection)


@router.post(
    "/archive-import",
    permission=PERMISSION,
    audited=False,
    response_model=Answer[ArchiveImports],
    responses=error_responses(
        InvalidFields, TooLarge, ShopNotEmpty, ArchiveImportRunning, NoRoomForArchive
    ),
)
async def begin_upload(
    request: Request, body: ArchiveUploadInput, operator: CurrentOperator, connection: Reading
) -> Answer[ArchiveImports]:
    """Begin to upload a file, or go on with it: `received` says where the next part begins."""
    if await is_filled(connection):
        raise ShopNotEmpty
    await asyncio.to_thread(
        uploads.begin_upload,
        runtime_of(request).settings.data_dir,
        body.file_name,
        body.size,
        _uploader(request, operator),
    )
    return await _imports(request, connection)


@router.post(
    "/archive-import/parts",
    permission=PERMISSION,
    audited=False,
    response_model=Answer[ArchiveImports],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
            },
        }
    },
    responses=error_responses(InvalidFields, TooLarge, UploadChanged, NoRoomForArchive),
)
async def upload_part(
    request: Request,
    connection: Reading,
    offset: Annotated[int, Query(ge=0, le=2**53, description="Where the part begins, in bytes.")],
) -> Answer[ArchiveImports]:
    """Store the next part of the file: 4 MB at most."""
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > PART_BYTES:
            raise TooLarge
    data_dir = runtime_of(request).settings.data_dir
    await asyncio.to_thread(uploads.receive_part, data_dir, offset, bytes(content))
    return await _imports(request, connection)


@router.post(
    "/archive-import/check",
    permission=PERMISSION,
    audited=False,
    status_code=202,
    response_model=Answer[ArchiveImports],
    responses=error_responses(NoUploadedArchive),
)
async def check_upload(request: Request) -> Answer[ArchiveImports]:
    """Have a job check the complete file, and read what it contains. Nothing changes."""
    runtime = runtime_of(request)
    upload_id = await asyncio.to_thread(uploads.request_check, runtime.settings.data_dir)
    async with runtime.database.transaction() as connection:
        await actions.publish_upload(connection, upload_id)
    async with runtime.database.reading() as connection:
        return await _imports(request, connection)


@router.delete(
    "/archive-import",
    permission=PERMISSION,
    audited=False,
    response_model=Answer[ArchiveImports],
    responses=error_responses(ArchiveImportRunning),
)
async def discard_upload(request: Request, connection: Reading) -> Answer[ArchiveImports]:
    """Delete the uploaded file."""
    await asyncio.to_thread(uploads.discard_upload, runtime_of(request).settings.data_dir)
    return await _imports(request, connection)


@router.post(
    "/archive-import/start",
    permission=PERMISSION,
    step_up=True,
    status_code=202,
    response_model=Answer[ArchiveImportStarted],
    responses=error_responses(InvalidFields, ShopNotEmpty, NoUploadedArchive),
)
async def start_import(
    request: Request, body: ArchiveImportInput, operator: CurrentOperator
) -> Answer[ArchiveImportStarted]:
    """Import the checked file. The processes of the shop stop for it, and everybody is signed out.

    The operator who starts it stays, as an owner; everything else is replaced by the archive.
    """
    runtime = runtime_of(request)
    data_dir = runtime.settings.data_dir
    state = await asyncio.to_thread(uploads.require_ready, data_dir)
    passphrase = body.passphrase or ""
    opened = await asyncio.to_thread(uploads.open_uploaded_secrets, state, passphrase)
    async with runtime.database.transaction() as connection:
        await actions.record_import_request(
            connection, state.id, state.file_name, has_passphrase=opened is not None
        )
    token = await asyncio.to_thread(
        uploads.begin_import,
        data_dir,
        state.id,
        _uploader(request, operator),
        runtime.secret,
        opened,
    )
    return answer(ArchiveImportStarted(token=token))


@router.get(
    "/archive-import/progress",
    permission=PUBLIC,
    response_model=Answer[ArchiveImportProgress],
    responses=error_responses(NotFound),
)
async def get_progress(
    request: Request,
    token: Annotated[str, Header(alias="Import-Token", max_length=100)] = "",
) -> Answer[ArchiveImportProgress]:
    """How far an import is, for whoever started it. It also answers while the shop is stopped."""
    state = await asyncio.to_thread(read_state, runtime_of(request).settings.data_dir)
    return answer(import_progress(state, token))


def _uploader(request: Request, operator: CurrentOperator) -> uploads.Uploader:
    return uploads.Uploader(
        operator.operator_id,
        operator.name,
        operator.email,
        actor_of(request, operator).address,
    )
