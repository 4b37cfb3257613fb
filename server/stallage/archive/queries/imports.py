"""The uploaded archive, and the progress of its import."""

from __future__ import annotations

import hmac

from stallage.archive.formats.import_state import ImportState
from stallage.archive.queries.structure import is_filled
from stallage.archive.rules.uploads import MAX_BYTES, PART_BYTES, hash_token
from stallage.archive.schemas import ArchiveImportProgress, ArchiveImports, ArchiveUpload
from stallage.core.db import Connection
from stallage.core.errors import NotFound


async def archive_imports(connection: Connection, state: ImportState | None) -> ArchiveImports:
    """Return whether an archive can be imported, and the uploaded file."""
    return ArchiveImports(
        is_shop_empty=not await is_filled(connection),
        part_bytes=PART_BYTES,
        max_bytes=MAX_BYTES,
        upload=None if state is None else _upload(state),
    )


def _upload(state: ImportState) -> ArchiveUpload | None:
    if state.state == "finished":
        return None
    return ArchiveUpload(
        state=state.state,
        file_name=state.file_name,
        size=state.size,
        received=state.received,
        operator_name=state.operator_name,
        created_at=state.created_at,
        done=state.done,
        total=state.total,
        contents=state.contents,
        failure=state.failure,
    )


def import_progress(state: ImportState | None, token: str) -> ArchiveImportProgress:
    """Return how far an import is. Raises NotFound for a token of another one."""
    if state is None or not hmac.compare_digest(state.token_hash, hash_token(token)):
        raise NotFound
    match state.state:
        case "starting" | "running" | "finished" | "failed":
            return ArchiveImportProgress.model_validate(
                {
                    "state": state.state,
                    "step": state.step,
                    "done": state.done,
                    "total": state.total,
                    "failure": state.failure,
                    "result": state.result,
                }
            )
        case _:
            raise NotFound
