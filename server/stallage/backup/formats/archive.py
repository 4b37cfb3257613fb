"""The backup file: a tar in which a change of any byte is detected on reading.

`backup.json` comes first, the parts follow, `SHA256SUMS` lists the checksum of each part and
`SHA256SUMS.sha256` holds the checksum of that list. Headers and padding have one allowed form, so
changes there are detected too. `tar xf FILE && sha256sum -c SHA256SUMS` checks a file by hand.
"""

from __future__ import annotations

import hashlib
import json
import re
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import BinaryIO

from stallage.backup.errors import BackupDamaged

METADATA = "backup.json"
DATABASE = "database.dump"
SECRET_KEY = "secret-key"  # noqa: S105 - a file name
SETTINGS = "settings.env"
MEDIA = "media/"
SUMS = "SHA256SUMS"
SUMS_CHECK = "SHA256SUMS.sha256"
FORMAT = 1
CHUNK = 1024 * 1024
MAX_METADATA = 64 * 1024
"""Bytes of `backup.json`."""
MAX_SECRET = 1024 * 1024
"""Bytes of the secret key and of `settings.env`, each."""

_BLOCK = 512
_END = bytes(2 * _BLOCK)
_ORIGINAL = r"(?:uploads/)?[0-9a-f]{2}/[0-9a-f]{32}\.(?:webp|svg)"
ORIGINAL = re.compile(_ORIGINAL)
"""Storage names of original pictures; smaller renditions are generated again when needed."""
_NAME = re.compile(rf"{re.escape(DATABASE)}|{SECRET_KEY}|{re.escape(SETTINGS)}|{MEDIA}{_ORIGINAL}")


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


def _header(name: str, size: int) -> bytes:
    info = tarfile.TarInfo(name)
    info.size = size
    info.mode = 0o600
    return info.tobuf(tarfile.GNU_FORMAT)


def _padding(size: int) -> bytes:
    return bytes(-size % _BLOCK)


class ArchiveWriter:
    """Writes a backup to a seekable file, part by part, in constant memory."""

    def __init__(self, file: BinaryIO, metadata: BackupMetadata) -> None:
        self._file = file
        self._sums = bytearray()
        self.add(METADATA, [_to_json(metadata)])

    def add(self, name: str, chunks: Iterable[bytes]) -> int:
        """Write a part of unknown length and return its size in bytes."""
        begin = self._file.tell()
        self._file.write(bytes(_BLOCK))
        digest, size = hashlib.sha256(), 0
        for chunk in chunks:
            self._file.write(chunk)
            digest.update(chunk)
            size += len(chunk)
        self._file.write(_padding(size))
        end = self._file.tell()
        self._file.seek(begin)
        self._file.write(_header(name, size))
        self._file.seek(end)
        self._sums += f"{digest.hexdigest()}  {name}\n".encode()
        return size

    def finish(self) -> None:
        """Write the checksums and the end of the archive."""
        sums = bytes(self._sums)
        self.add(SUMS, [sums])
        check = f"{hashlib.sha256(sums).hexdigest()}  {SUMS}\n".encode()
        self.add(SUMS_CHECK, [check])
        self._file.write(_END)


class Part:
    """One part of a backup; its chunks can be read once."""

    def __init__(self, file: BinaryIO, name: str, size: int) -> None:
        self.name = name
        self.size = size
        self._file = file
        self._left = size
        self._digest = hashlib.sha256()

    def chunks(self) -> Iterator[bytes]:
        """Read the content in chunks. Raises BackupDamaged if the file ends early."""
        while self._left:
            chunk = self._file.read(min(CHUNK, self._left))
            if not chunk:
                raise BackupDamaged("The backup is damaged: the file ends early.")
            self._left -= len(chunk)
            self._digest.update(chunk)
            yield chunk

    def read(self, limit: int) -> bytes:
        """Read all of a small part. Raises BackupDamaged if it has more than `limit` bytes."""
        if self.size > limit:
            raise BackupDamaged(f"The backup is damaged: {self.name} is too large.")
        return b"".join(self.chunks())

    def finish(self) -> bytes:
        """Read the rest and the padding; return the line of SHA256SUMS for this part."""
        for _ in self.chunks():
            pass
        padding = _padding(self.size)
        if self._file.read(len(padding)) != padding:
            raise BackupDamaged(f"The backup is damaged after {self.name}.")
        return f"{self._digest.hexdigest()}  {self.name}\n".encode()


def _next(file: BinaryIO) -> Part:
    block = file.read(_BLOCK)
    try:
        info = tarfile.TarInfo.frombuf(block, "utf-8", "strict")
        if block != _header(info.name, info.size):
            raise BackupDamaged("The backup is damaged: a header was changed.")
    except (tarfile.HeaderError, UnicodeDecodeError, ValueError) as error:
        raise BackupDamaged("The backup is damaged or incomplete.") from error
    return Part(file, info.name, info.size)


def read_metadata(file: BinaryIO) -> BackupMetadata:
    """Read the metadata at the start of a file. Raises BackupDamaged if it is not a backup."""
    try:
        part = _next(file)
    except BackupDamaged as error:
        raise BackupDamaged("This file is not a backup of Stallage.") from error
    if part.name != METADATA:
        raise BackupDamaged("This file is not a backup of Stallage.")
    return _parse_metadata(part.read(MAX_METADATA))


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

    Parts are yielded before the end of the file is checked: a caller that must not act on a damaged
    file reads it twice.
    """
    # Digests of the lines instead of the lines: 32 bytes per part.
    lines = bytearray()
    part = _next(file)
    if part.name != METADATA:
        raise BackupDamaged("This file is not a backup of Stallage.")
    while part.name != SUMS:
        if part.name != METADATA and not _NAME.fullmatch(part.name):
            raise BackupDamaged(f"The backup is damaged: unknown part {part.name!r}.")
        yield part
        lines += hashlib.sha256(part.finish()).digest()
        part = _next(file)
    line_of_sums = _check_sums(part, bytes(lines))
    check = _next(file)
    if check.name != SUMS_CHECK or check.read(MAX_METADATA) != line_of_sums:
        raise BackupDamaged("The backup is damaged: its list of checksums was changed.")
    check.finish()
    if file.read(len(_END) + 1) != _END:
        raise BackupDamaged("The backup is damaged at its end.")


def _check_sums(part: Part, expected: bytes) -> bytes:
    rest, number = b"", 0
    for chunk in part.chunks():
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if hashlib.sha256(line + b"\n").digest() != expected[number * 32 : number * 32 + 32]:
                name = line.partition(b"  ")[2].decode(errors="replace")
                raise BackupDamaged(f"The backup is damaged: the checksum of {name} is wrong.")
            number += 1
    if rest or number * 32 != len(expected):
        raise BackupDamaged("The backup is damaged: its list of checksums is incomplete.")
    return part.finish()
