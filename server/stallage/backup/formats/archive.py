"""The backup file: a sealed tar (`sealed_tar`) whose first part is `backup.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import BinaryIO

from stallage.backup.errors import BackupDamaged
from stallage.backup.formats.sealed_tar import (
    MAX_SMALL,
    Layout,
    Part,
    SealedTarWriter,
    read_first,
    read_sealed,
)

METADATA = "backup.json"
DATABASE = "database.dump"
SECRET_KEY = "secret-key"  # noqa: S105 - a file name
SETTINGS = "settings.env"
MEDIA = "media/"
FORMAT = 1
MAX_METADATA = MAX_SMALL
"""Bytes of `backup.json`."""
MAX_SECRET = 1024 * 1024
"""Bytes of the secret key and of `settings.env`, each."""

ORIGINAL_NAME = r"(?:uploads/)?[0-9a-f]{2}/[0-9a-f]{32}\.(?:webp|svg|mp4|webm)"
ORIGINAL = re.compile(ORIGINAL_NAME)
"""Storage names of original pictures; smaller renditions are generated again when needed."""
_NAMES = re.compile(
    rf"{re.escape(DATABASE)}|{SECRET_KEY}|{re.escape(SETTINGS)}|{MEDIA}{ORIGINAL_NAME}"
)
LAYOUT = Layout("backup", METADATA, _NAMES)


@dataclass(frozen=True, slots=True)
class BackupMetadata:
    """The content of `backup.json`."""

    format: int
    created_at: str
    """Time of the database snapshot: ISO 8601 in UTC."""
    program: str
    """Release of Stallage that wrote the backup."""
    revision: str
    """Schema revision of the dump."""
    postgresql: int
    """Major version of the server that was dumped."""
    schedule: str = ""
    """Fingerprint of the shop if its schedule made the file, else empty."""
    plugins: Mapping[str, str] | None = None
    """Schema revision by feature, for plug-ins that have tables in the dump."""


def _to_json(metadata: BackupMetadata) -> bytes:
    # Without plug-ins the key is omitted, so that earlier releases can read the backup.
    fields = {name: value for name, value in asdict(metadata).items() if value is not None}
    return json.dumps(fields, indent=2).encode() + b"\n"


class ArchiveWriter(SealedTarWriter):
    """Writes a backup to a seekable file."""

    def __init__(self, file: BinaryIO, metadata: BackupMetadata) -> None:
        super().__init__(file)
        self.add(METADATA, [_to_json(metadata)])


def read_metadata(file: BinaryIO) -> BackupMetadata:
    """Read the metadata at the start of a file. Raises BackupDamaged if it is not a backup."""
    return _parse_metadata(read_first(file, LAYOUT))


def _parse_metadata(content: bytes) -> BackupMetadata:
    try:
        fields = json.loads(content)
        number = fields["format"]
        if number == FORMAT:
            return BackupMetadata(**fields)
    except (ValueError, KeyError, TypeError) as error:
        raise BackupDamaged("The backup is damaged: backup.json cannot be read.") from error
    raise BackupDamaged(
        f"The backup has format {number}, and this release of Stallage reads format {FORMAT}. "
        "Use a newer release."
    )


def read_parts(file: BinaryIO) -> Iterator[Part]:
    """Yield the parts in order, checking every byte. Raises BackupDamaged.

    Parts are yielded before the end of the file is checked; see `read_sealed`.
    """
    return read_sealed(file, LAYOUT)
