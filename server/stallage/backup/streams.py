"""The output of a program, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator

from stallage.backup.archive import CHUNK
from stallage.backup.programs import Running
from stallage.backup.progress import Progress


def chunks_of(program: Running, step: str, progress: Progress) -> Iterator[bytes]:
    """Yield all that a program writes. Raises BackupError where it fails at the end."""
    done = 0
    while chunk := program.stdout.read(CHUNK):
        yield chunk
        done += len(chunk)
        progress.show(step, done // 1024, "kB")
    program.check()
