"""The backup file: any changed byte is detected, and other files are rejected."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

import pytest

from stallage.backup.errors import BackupDamaged
from stallage.backup.formats.archive import (
    DATABASE,
    SECRET_KEY,
    ArchiveWriter,
    BackupMetadata,
    read_metadata,
    read_parts,
)

METADATA = BackupMetadata(1, "2026-01-01T00:00:00+00:00", "1.0", "0001", 18)
PICTURE = "media/ab/" + "ab" * 16 + ".webp"


def archive(parts: dict[str, list[bytes]]) -> bytes:
    file = io.BytesIO()
    writer = ArchiveWriter(file, METADATA)
    for name, chunks in parts.items():
        writer.add(name, chunks)
    writer.finish()
    return file.getvalue()


def contents(backup: bytes) -> dict[str, bytes]:
    return {part.name: b"".join(part.chunks()) for part in read_parts(io.BytesIO(backup))}


SMALL = archive({DATABASE: [b"PGDMP", b"x" * 600], SECRET_KEY: [b"k" * 64], PICTURE: [b""]})


def test_a_written_backup_is_read() -> None:
    parts = contents(SMALL)
    assert list(parts) == ["backup.json", DATABASE, SECRET_KEY, PICTURE]
    assert parts[DATABASE] == b"PGDMP" + b"x" * 600
    assert read_metadata(io.BytesIO(SMALL)) == METADATA


def test_any_changed_byte_is_detected() -> None:
    for position in range(len(SMALL)):
        changed = bytearray(SMALL)
        changed[position] ^= 0x01
        with pytest.raises(BackupDamaged):
            contents(bytes(changed))


def test_truncated_and_extended_files_are_detected() -> None:
    for size in range(0, len(SMALL), 37):
        with pytest.raises(BackupDamaged):
            contents(SMALL[:size])
    with pytest.raises(BackupDamaged):
        contents(SMALL + b"\0")


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "media/../x.webp", "media/a.sh"])
def test_a_path_outside_the_backup_is_rejected(name: str) -> None:
    with pytest.raises(BackupDamaged, match="unknown part"):
        contents(archive({DATABASE: [b""], name: [b"x"]}))


def test_other_files_are_rejected(tmp_path: Path) -> None:
    tar = tmp_path / "other.tar"
    with tarfile.open(tar, "w") as archive_file:
        archive_file.add(__file__, "database.dump")
    for content in (b"", b"PK\3\4" * 400, tar.read_bytes()):
        with pytest.raises(BackupDamaged, match="not a backup of Stallage"):
            read_metadata(io.BytesIO(content))


def test_a_newer_format_asks_for_a_newer_release() -> None:
    file = io.BytesIO()
    ArchiveWriter(file, BackupMetadata(2, "", "9.0", "0099", 20)).finish()
    file.seek(0)
    with pytest.raises(BackupDamaged, match="newer release"):
        read_metadata(file)


def test_common_tools_read_it(tmp_path: Path) -> None:
    (tmp_path / "backup.tar").write_bytes(SMALL)
    for command in (["tar", "xf", "backup.tar"], ["sha256sum", "-c", "SHA256SUMS"]):
        subprocess.run(command, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    assert (tmp_path / SECRET_KEY).read_bytes() == b"k" * 64
