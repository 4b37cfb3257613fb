"""The archive file, described in `docs/archive.md`: a sealed tar of JSON lines and media.

`archive.json` comes first and says what the file is; `manifest.json` comes after the tables and media and
says what must be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from stallage.backup.errors import BackupDamaged
from stallage.backup.formats.archive import MEDIA, ORIGINAL_NAME
from stallage.backup.formats.sealed_tar import Layout, Part, read_first, read_sealed

ABOUT = "archive.json"
MANIFEST = "manifest.json"
SETTINGS = "settings.json"
SECRETS = "secrets.json"
TABLES = "tables/"
ENDING = ".jsonl"
FORMAT = 1
MAX_JSON = 16 * 1024 * 1024
"""Bytes of `manifest.json`, `settings.json` and `secrets.json`, each."""
MAX_LINE = 64 * 1024 * 1024
"""Bytes of a row. Importing one takes some times as much memory."""
MAX_PICTURE = 256 * 1024 * 1024
"""Bytes of a media file, which is read into memory."""

_NAMES = re.compile(
    rf"{TABLES}[a-z][a-z0-9_]{{0,62}}{re.escape(ENDING)}|{MEDIA}{ORIGINAL_NAME}"
    rf"|{re.escape(MANIFEST)}|{re.escape(SETTINGS)}|{re.escape(SECRETS)}"
)
LAYOUT = Layout("archive", ABOUT, _NAMES)

M = TypeVar("M", bound=BaseModel)


class About(BaseModel):
    """The content of `archive.json`."""

    model_config = ConfigDict(frozen=True)

    format: int
    created_at: str
    """Time of the snapshot: ISO 8601 in UTC."""
    program: str
    """Release of Stallage that wrote the archive."""
    revision: str
    """Revision of the schema."""
    plugins: dict[str, str]
    """Revision by feature, for plug-ins with tables."""
    key: str
    """Fingerprint of the key that encrypted the secrets in the tables."""


class TableEntry(BaseModel):
    """A table in `manifest.json`."""

    model_config = ConfigDict(frozen=True)

    columns: list[str]
    rows: int
    sha256: str
    """Of the file with the rows."""


class Manifest(BaseModel):
    """The content of `manifest.json`."""

    model_config = ConfigDict(frozen=True)

    tables: dict[str, TableEntry]
    sequences: dict[str, int]
    """The last number that each sequence gave."""
    media: int
    """Number of media files."""
    missing_media: list[str]
    """Storage names of media that the tables name and the storage did not have."""


def table_of(name: str) -> str | None:
    """Return the table whose rows a part holds; None for other parts."""
    if name.startswith(TABLES):
        return name.removeprefix(TABLES).removesuffix(ENDING)
    return None


def to_json(value: BaseModel) -> bytes:
    """Return a model as indented JSON."""
    return orjson.dumps(value.model_dump(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def parse(model: type[M], content: bytes) -> M:
    """Read a JSON part. Raises BackupDamaged."""
    try:
        return model.model_validate_json(content)
    except ValidationError as error:
        raise LAYOUT.damaged(f": {model.__name__.lower()} cannot be read.") from error


def is_archive(file: BinaryIO) -> bool:
    """Whether a file begins like an archive."""
    try:
        read_first(file, LAYOUT)
    except BackupDamaged:
        return False
    return True


def read_about(file: BinaryIO) -> About:
    """Read `archive.json` at the start. Raises BackupDamaged if the file is no archive of this format."""
    content = read_first(file, LAYOUT)
    try:
        number = orjson.loads(content)["format"]
    except (ValueError, KeyError, TypeError) as error:
        raise LAYOUT.damaged(f": {ABOUT} cannot be read.") from error
    if number != FORMAT:
        raise BackupDamaged(
            f"The archive has format {number}, and this release of Stallage reads format {FORMAT}. "
            "Use a newer release."
        )
    return parse(About, content)


def read_parts(file: BinaryIO) -> Iterator[Part]:
    """Yield the parts in order, checking every byte. Raises BackupDamaged."""
    return read_sealed(file, LAYOUT)


def lines_of(part: Part) -> Iterator[bytes]:
    """Yield the rows of a table without their line ends. Raises BackupDamaged."""
    rest = b""
    for chunk in part.chunks():
        *lines, rest = (rest + chunk).split(b"\n")
        if any(len(line) > MAX_LINE for line in (*lines, rest)):
            raise LAYOUT.damaged(f": a row in {part.name} is too long.")
        yield from lines
    if rest:
        raise LAYOUT.damaged(f": {part.name} ends within a row.")
