"""Receives uploaded files, and writes them to disk for the readers."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path, PurePosixPath

from stallage.core.actor import Actor
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, TooLarge
from stallage.core.runtime import Runtime
from stallage.imports.actions.runs import create_import
from stallage.imports.drafts import NewImport, RecognisedFile, UnreadableImportFile
from stallage.imports.errors import UnreadableImport
from stallage.imports.operations.registry import ImportKind
from stallage.imports.queries.runs import file_part, remembered_mapping
from stallage.imports.rules import (
    MAX_COLUMNS,
    MAX_FILE_BYTES,
    MAX_UNPACKED_BYTES,
    shorten,
)

GZIP = b"\x1f\x8b"
MAX_NAME = 200
TOO_LARGE = f"The file is larger than {MAX_FILE_BYTES // 2**20} MB."
TOO_LARGE_UNPACKED = f"The file is larger than {MAX_UNPACKED_BYTES // 2**20} MB when unpacked."


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file of a request; empty if there was none."""

    name: str
    content: bytes


async def receive_file(
    runtime: Runtime, kind: ImportKind, file: UploadedFile, operator_id: int, actor: Actor
) -> int:
    """Store an uploaded file with the mapping that is proposed for it. Returns the import's id.

    Raises InvalidFields, TooLarge and UnreadableImport.
    """
    if not file.content:
        raise InvalidFields(fields={"file": ["Please upload a file."]})
    if len(file.content) > MAX_FILE_BYTES:
        raise TooLarge(TOO_LARGE)
    name = _file_name(file.name)
    content = await asyncio.to_thread(_unpack, file.content)
    recognised = await asyncio.to_thread(_recognise, kind, content, name)
    header = "\x1f".join(column.name.casefold() for column in recognised.columns)
    header_key = hashlib.sha256(f"{kind.name}\x1e{recognised.format}\x1e{header}".encode())
    new = NewImport(
        kind=kind.name,
        format=recognised.format,
        file_name=name,
        encoding=recognised.encoding,
        delimiter=recognised.delimiter,
        columns=[asdict(column) for column in recognised.columns],
        header_key=header_key.hexdigest(),
        mapping=[column.target for column in recognised.columns],
        remembered=False,
        options={option.id: option.values[0] for option in kind.options},
    )
    async with runtime.database.transaction() as connection:
        return await create_import(
            connection, await _with_remembered(connection, kind, new), content, operator_id, actor
        )


async def _with_remembered(connection: Connection, kind: ImportKind, new: NewImport) -> NewImport:
    """Propose the mapping of an earlier file with this header, if its fields still exist."""
    mapping = await remembered_mapping(connection, new.header_key)
    known = {field.id for field in kind.fields(new.format)} | {""}
    if mapping is None or len(mapping) != len(new.mapping) or not known.issuperset(mapping):
        return new
    return replace(new, mapping=mapping, remembered=True)


def _file_name(name: str) -> str:
    """Return a file's name without folders and control characters."""
    last = PurePosixPath(name.replace("\\", "/")).name
    plain = "".join(character for character in last if character.isprintable()).strip()
    return shorten(plain, MAX_NAME) or "file"


def _unpack(content: bytes) -> bytes:
    """Unpack a gzip file. Raises TooLarge and UnreadableImport."""
    if not content.startswith(GZIP):
        return content
    unpacked = bytearray()
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        while content:
            unpacked += unpacker.decompress(content, MAX_UNPACKED_BYTES + 1 - len(unpacked))
            if len(unpacked) > MAX_UNPACKED_BYTES:
                raise TooLarge(TOO_LARGE_UNPACKED)
            content = unpacker.unconsumed_tail
            if unpacker.eof and unpacker.unused_data.startswith(GZIP):
                # A gzip file may consist of several, one after the other.
                content = unpacker.unused_data
                unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    except zlib.error as error:
        raise UnreadableImport("The file is compressed and damaged.") from error
    if not unpacker.eof:
        raise UnreadableImport("The file is compressed and truncated.")
    return bytes(unpacked)


def _recognise(kind: ImportKind, content: bytes, name: str) -> RecognisedFile:
    """Read the first rows of a file. Raises UnreadableImport."""
    with tempfile.NamedTemporaryFile(prefix="stallage-import-") as file:
        file.write(content)
        file.flush()
        try:
            recognised = kind.recognise(Path(file.name), name)
        except UnreadableImportFile as error:
            raise UnreadableImport(str(error)) from error
    if len(recognised.columns) > MAX_COLUMNS:
        raise UnreadableImport(f"The file has more than {MAX_COLUMNS} columns.")
    return recognised


@asynccontextmanager
async def file_on_disk(runtime: Runtime, import_id: int) -> AsyncIterator[Path]:
    """Write a stored file to a temporary one, which is deleted when the context ends."""
    with tempfile.NamedTemporaryFile(prefix="stallage-import-") as file:
        position = 0
        while True:
            async with runtime.database.reading() as connection:
                part = await file_part(connection, import_id, position)
            if part is None:
                break
            file.write(part)
            position += 1
        file.flush()
        yield Path(file.name)
