"""The dump inside a backup, as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from stallage.backup.archive import DATABASE, read_parts


def dump_of(path: Path) -> Iterator[bytes]:
    """The chunks of the dump. Raises BackupDamaged where the file ends early."""
    with path.open("rb") as file:
        for part in read_parts(file):
            if part.name == DATABASE:
                yield from part.chunks()
                return
