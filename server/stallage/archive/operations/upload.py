"""Receive an archive in parts, and prepare its import."""

from __future__ import annotations

import base64
import io
import os
import secrets
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from stallage.archive.errors import (
    ArchiveImportRunning,
    ArchiveRefused,
    NoRoomForArchive,
    NoUploadedArchive,
    UploadChanged,
)
from stallage.archive.formats.container import is_archive
from stallage.archive.formats.import_state import ImportState
from stallage.archive.formats.secrets import Secrets
from stallage.archive.operations.import_state import (
    change_state,
    locked_upload,
    read_state,
    write_state,
)
from stallage.archive.operations.restore import open_secrets
from stallage.archive.rules.uploads import (
    BUSY,
    MAX_BYTES,
    SPARE_BYTES,
    VALID_FOR,
    hash_token,
    upload_of,
)
from stallage.core import clock
from stallage.core.encryption import Undecipherable, decrypt, encrypt
from stallage.core.errors import InvalidFields, TooLarge

_PURPOSE = "archive import"


@dataclass(frozen=True, slots=True)
class Uploader:
    """Who uploads an archive."""

    operator_id: int
    name: str
    email: str
    address: str | None


def begin_upload(data_dir: Path, file_name: str, size: int, uploader: Uploader) -> ImportState:
    """Begin an upload, or go on with the one of this file. It replaces any other.

    Raises TooLarge, NoRoomForArchive and ArchiveImportRunning.
    """
    if size > MAX_BYTES:
        raise TooLarge(
            f"The file is larger than {MAX_BYTES // 2**30} GB. Import it on the server: "
            "stallage import ARCHIVE"
        )
    new = ImportState(
        id=secrets.token_hex(8),
        state="uploading",
        file_name=file_name,
        size=size,
        received=0,
        operator_id=uploader.operator_id,
        operator_name=uploader.name,
        operator_email=uploader.email,
        address=uploader.address,
        created_at=clock.now(),
    )

    def begin(current: ImportState | None) -> ImportState:
        if current is not None and current.state in BUSY:
            raise ArchiveImportRunning
        if (
            current is not None
            and current.state == "uploading"
            and (current.file_name, current.size) == (file_name, size)
        ):
            return current
        upload_of(data_dir).unlink(missing_ok=True)
        if shutil.disk_usage(data_dir).free < size + SPARE_BYTES:
            raise NoRoomForArchive
        return new

    begun = change_state(data_dir, begin)
    return new if begun is None else begun


def receive_part(data_dir: Path, offset: int, content: bytes) -> None:
    """Append a part of the file. Raises UploadChanged, InvalidFields and NoRoomForArchive."""
    if offset == 0 and not is_archive(io.BytesIO(content)):
        raise InvalidFields(fields={"file": ["This file is not an archive of Stallage."]})
    with locked_upload(data_dir):
        current = read_state(data_dir)
        if current is None or current.state != "uploading" or current.received != offset:
            raise UploadChanged
        received = offset + len(content)
        if not content or received > current.size:
            raise UploadChanged
        try:
            _write_at(upload_of(data_dir), offset, content)
        except OSError as error:
            raise NoRoomForArchive from error
        state = "uploaded" if received == current.size else "uploading"
        write_state(data_dir, current.model_copy(update={"received": received, "state": state}))


def _write_at(path: Path, offset: int, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600), "wb") as file:
        file.seek(offset)
        file.write(content)
        # What a part that failed may have left.
        file.truncate()


def discard_upload(data_dir: Path) -> None:
    """Delete the uploaded file. Raises ArchiveImportRunning."""

    def discard(current: ImportState | None) -> None:
        if current is not None and current.state in BUSY:
            raise ArchiveImportRunning

    change_state(data_dir, discard)


def delete_expired_upload(data_dir: Path) -> None:
    """Delete a file that was uploaded a day ago."""
    state = read_state(data_dir)
    if state is None or state.is_pending or clock.now() - state.created_at < VALID_FOR:
        return
    change_state(
        data_dir,
        lambda current: current if current is None or current.id != state.id else None,
    )


def request_check(data_dir: Path) -> str:
    """Have a complete upload checked, also once more; return its id. Raises NoUploadedArchive."""

    def check(current: ImportState | None) -> ImportState:
        if current is None or current.received < current.size:
            raise NoUploadedArchive
        if current.is_pending or not upload_of(data_dir).is_file():
            raise NoUploadedArchive
        return current.model_copy(
            update={"state": "checking", "failure": None, "contents": None, "done": 0, "total": 0}
        )

    checked = change_state(data_dir, check)
    return "" if checked is None else checked.id


def require_ready(data_dir: Path) -> ImportState:
    """Return the checked upload. Raises NoUploadedArchive."""
    state = read_state(data_dir)
    if state is None or state.state not in ("ready", "failed") or state.contents is None:
        raise NoUploadedArchive
    if not upload_of(data_dir).is_file():
        raise NoUploadedArchive
    return state


def open_uploaded_secrets(state: ImportState, passphrase: str) -> Secrets | None:
    """Decrypt the secrets of a checked archive; None without a passphrase. Raises InvalidFields."""
    try:
        return open_secrets(state.sealed, passphrase)
    except ArchiveRefused as error:
        raise InvalidFields(fields={"passphrase": [str(error)]}) from error


def begin_import(
    data_dir: Path, upload_id: str, uploader: Uploader, secret: bytes, opened: Secrets | None
) -> str:
    """Stop the shop for the import of a checked upload; return the token for its progress.

    What was decrypted waits encrypted with this shop's own key. Raises NoUploadedArchive.
    """
    token = secrets.token_urlsafe(32)
    sealed = b"" if opened is None else encrypt(secret, _PURPOSE, opened.model_dump_json().encode())

    def begin(current: ImportState | None) -> ImportState:
        if current is None or current.id != upload_id or current.state not in ("ready", "failed"):
            raise NoUploadedArchive
        return current.model_copy(
            update={
                "state": "starting",
                "operator_id": uploader.operator_id,
                "operator_name": uploader.name,
                "operator_email": uploader.email,
                "address": uploader.address,
                "created_at": clock.now(),
                "step": None,
                "done": 0,
                "total": 0,
                "failure": None,
                "result": None,
                "token_hash": hash_token(token),
                "secrets": base64.b64encode(sealed).decode(),
            }
        )

    change_state(data_dir, begin)
    return token


def waiting_secrets(state: ImportState, keys: Sequence[bytes]) -> Secrets | None:
    """Return the secrets that wait for the import. Raises ArchiveRefused."""
    if not state.secrets:
        return None
    try:
        content = decrypt(keys, _PURPOSE, base64.b64decode(state.secrets))
    except Undecipherable as error:
        raise ArchiveRefused("The key of this shop has changed. Start the import again.") from error
    return Secrets.model_validate_json(content)
