"""Read the database dump inside a backup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from stallage.backup.formats.archive import DATABASE, read_parts


def read_dump(path: Path) -> Iterator[bytes]:
    """Yield the dump in chunks. Raises BackupDamaged if the file ends early."""
    with path.open("rb") as file:
        for part in read_parts(file):
            if part.name == DATABASE:
                yield from part.chunks()
                return
