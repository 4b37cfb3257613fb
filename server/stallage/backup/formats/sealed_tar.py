"""A tar file in which a change of any byte is detected on reading.

The parts are followed by `SHA256SUMS`, the checksums of all parts, and `SHA256SUMS.sha256`, the checksum of
that list. Headers and padding have one allowed form, so changes there are detected too, and there are no
links, folders or other paths. `tar xf FILE && sha256sum -c SHA256SUMS` checks a file by hand.
"""

from __future__ import annotations

import hashlib
import re
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO

from stallage.backup.errors import BackupDamaged

SUMS = "SHA256SUMS"
SUMS_CHECK = "SHA256SUMS.sha256"
CHUNK = 1024 * 1024
MAX_SMALL = 64 * 1024
"""Bytes of the first part and of `SHA256SUMS.sha256`, each."""

_BLOCK = 512
_END = bytes(2 * _BLOCK)


@dataclass(frozen=True, slots=True)
class Layout:
    """What a file of a kind may contain."""

    kind: str
    """In messages, such as `backup`."""
    first: str
    """The name of the first part."""
    names: re.Pattern[str]
    """Names of the other parts."""

    def damaged(self, text: str = "") -> BackupDamaged:
        """Return an error whose message continues with `text`."""
        return BackupDamaged(f"The {self.kind} is damaged{text}")

    def other_file(self) -> BackupDamaged:
        """Return the error about a file of another kind."""
        return BackupDamaged(f"This file is not {_article(self.kind)} {self.kind} of Stallage.")


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def _header(name: str, size: int) -> bytes:
    info = tarfile.TarInfo(name)
    info.size = size
    info.mode = 0o600
    return info.tobuf(tarfile.GNU_FORMAT)


def _padding(size: int) -> bytes:
    return bytes(-size % _BLOCK)


class PartWriter:
    """The open part of a `SealedTarWriter`."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.size = 0

    def write(self, chunk: bytes) -> None:
        """Append to the part."""
        self._file.write(chunk)
        self._digest.update(chunk)
        self.size += len(chunk)

    @property
    def sha256(self) -> str:
        """The checksum of what was written, in hexadecimal."""
        return self._digest.hexdigest()


class SealedTarWriter:
    """Writes to a seekable file, part by part, in constant memory."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._sums = bytearray()

    @contextmanager
    def part(self, name: str) -> Iterator[PartWriter]:
        """Open a part of unknown length, which ends with the context."""
        begin = self._file.tell()
        self._file.write(bytes(_BLOCK))
        part = PartWriter(self._file)
        yield part
        self._file.write(_padding(part.size))
        end = self._file.tell()
        self._file.seek(begin)
        self._file.write(_header(name, part.size))
        self._file.seek(end)
        self._sums += f"{part.sha256}  {name}\n".encode()

    def add(self, name: str, chunks: Iterable[bytes]) -> int:
        """Write a part and return its size in bytes."""
        with self.part(name) as part:
            for chunk in chunks:
                part.write(chunk)
        return part.size

    def finish(self) -> None:
        """Write the checksums and the end of the file."""
        sums = bytes(self._sums)
        self.add(SUMS, [sums])
        check = f"{hashlib.sha256(sums).hexdigest()}  {SUMS}\n".encode()
        self.add(SUMS_CHECK, [check])
        self._file.write(_END)


class Part:
    """One part of a file; its chunks can be read once."""

    def __init__(self, file: BinaryIO, layout: Layout, name: str, size: int) -> None:
        self.name = name
        self.size = size
        self._file = file
        self._layout = layout
        self._left = size
        self._digest = hashlib.sha256()

    def chunks(self) -> Iterator[bytes]:
        """Read the content in chunks. Raises BackupDamaged if the file ends early."""
        while self._left:
            chunk = self._file.read(min(CHUNK, self._left))
            if not chunk:
                raise self._layout.damaged(": the file ends early.")
            self._left -= len(chunk)
            self._digest.update(chunk)
            yield chunk

    def read(self, limit: int) -> bytes:
        """Read all of a small part. Raises BackupDamaged if it has more than `limit` bytes."""
        if self.size > limit:
            raise self._layout.damaged(f": {self.name} is too large.")
        return b"".join(self.chunks())

    @property
    def sha256(self) -> str:
        """The checksum of what was read, in hexadecimal."""
        return self._digest.hexdigest()

    def finish(self) -> bytes:
        """Read the rest and the padding; return the line of SHA256SUMS for this part."""
        for _ in self.chunks():
            pass
        padding = _padding(self.size)
        if self._file.read(len(padding)) != padding:
            raise self._layout.damaged(f" after {self.name}.")
        return f"{self.sha256}  {self.name}\n".encode()


def _next(file: BinaryIO, layout: Layout) -> Part:
    block = file.read(_BLOCK)
    try:
        info = tarfile.TarInfo.frombuf(block, "utf-8", "strict")
        if block != _header(info.name, info.size):
            raise layout.damaged(": a header was changed.")
    except (tarfile.HeaderError, UnicodeDecodeError, ValueError) as error:
        raise layout.damaged(" or incomplete.") from error
    return Part(file, layout, info.name, info.size)


def read_first(file: BinaryIO, layout: Layout) -> bytes:
    """Read the first part. Raises BackupDamaged if the file is of another kind."""
    try:
        part = _next(file, layout)
    except BackupDamaged as error:
        raise layout.other_file() from error
    if part.name != layout.first:
        raise layout.other_file()
    return part.read(MAX_SMALL)


def read_sealed(file: BinaryIO, layout: Layout) -> Iterator[Part]:
    """Yield the parts in order, checking every byte. Raises BackupDamaged.

    Parts are yielded before the end of the file is checked: a caller that must not act on a damaged
    file reads it twice.
    """
    # Digests of the lines instead of the lines: 32 bytes per part.
    lines = bytearray()
    part = _next(file, layout)
    if part.name != layout.first:
        raise layout.other_file()
    while part.name != SUMS:
        if lines and not layout.names.fullmatch(part.name):
            raise layout.damaged(f": unknown part {part.name!r}.")
        yield part
        lines += hashlib.sha256(part.finish()).digest()
        part = _next(file, layout)
    line_of_sums = _check_sums(part, layout, bytes(lines))
    check = _next(file, layout)
    if check.name != SUMS_CHECK or check.read(MAX_SMALL) != line_of_sums:
        raise layout.damaged(": its list of checksums was changed.")
    check.finish()
    if file.read(len(_END) + 1) != _END:
        raise layout.damaged(" at its end.")


def _check_sums(part: Part, layout: Layout, expected: bytes) -> bytes:
    rest, number = b"", 0
    for chunk in part.chunks():
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if hashlib.sha256(line + b"\n").digest() != expected[number * 32 : number * 32 + 32]:
                name = line.partition(b"  ")[2].decode(errors="replace")
                raise layout.damaged(f": the checksum of {name} is wrong.")
            number += 1
    if rest or number * 32 != len(expected):
        raise layout.damaged(": its list of checksums is incomplete.")
    return part.finish()
