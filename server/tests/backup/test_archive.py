"""The backup file: every byte of it is checked, and no other file is taken for one."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

import pytest

from stallage.backup.archive import (
    DATABASE,
    SECRET_KEY,
    About,
    ArchiveWriter,
    read_about,
    read_parts,
)
from stallage.backup.errors import BackupDamaged

ABOUT = About(1, "2026-01-01T00:00:00+00:00", "1.0", "0001", 18)
PICTURE = "media/ab/" + "ab" * 16 + ".webp"


def archive(parts: dict[str, list[bytes]]) -> bytes:
    file = io.BytesIO()
    made = ArchiveWriter(file, ABOUT)
    for name, chunks in parts.items():
        made.add(name, chunks)
    made.finish()
    return file.getvalue()


def contents(backup: bytes) -> dict[str, bytes]:
    return {part.name: b"".join(part.chunks()) for part in read_parts(io.BytesIO(backup))}


SMALL = archive({DATABASE: [b"PGDMP", b"x" * 600], SECRET_KEY: [b"k" * 64], PICTURE: [b""]})


def test_what_is_written_is_read() -> None:
    found = contents(SMALL)
    assert list(found) == ["backup.json", DATABASE, SECRET_KEY, PICTURE]
    assert found[DATABASE] == b"PGDMP" + b"x" * 600
    assert read_about(io.BytesIO(SMALL)) == ABOUT


def test_any_changed_byte_is_found() -> None:
    for place in range(len(SMALL)):
        changed = bytearray(SMALL)
        changed[place] ^= 0x01
        with pytest.raises(BackupDamaged):
            contents(bytes(changed))


def test_any_missing_or_added_end_is_found() -> None:
    for size in range(0, len(SMALL), 37):
        with pytest.raises(BackupDamaged):
            contents(SMALL[:size])
    with pytest.raises(BackupDamaged):
        contents(SMALL + b"\0")


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "media/../x.webp", "media/a.sh"])
def test_a_name_that_leads_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(BackupDamaged, match="unknown part"):
        contents(archive({DATABASE: [b""], name: [b"x"]}))


def test_other_files_are_not_taken_for_backups(tmp_path: Path) -> None:
    tar = tmp_path / "other.tar"
    with tarfile.open(tar, "w") as made:
        made.add(__file__, "database.dump")
    for content in (b"", b"PK\3\4" * 400, tar.read_bytes()):
        with pytest.raises(BackupDamaged, match="not a backup of Stallage"):
            read_about(io.BytesIO(content))


def test_a_newer_format_is_named() -> None:
    file = io.BytesIO()
    ArchiveWriter(file, About(2, "", "9.0", "0099", 20)).finish()
    file.seek(0)
    with pytest.raises(BackupDamaged, match="newer release"):
        read_about(file)


def test_common_tools_read_it(tmp_path: Path) -> None:
    (tmp_path / "backup.tar").write_bytes(SMALL)
    for command in (["tar", "xf", "backup.tar"], ["sha256sum", "-c", "SHA256SUMS"]):
        subprocess.run(command, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    assert (tmp_path / SECRET_KEY).read_bytes() == b"k" * 64
