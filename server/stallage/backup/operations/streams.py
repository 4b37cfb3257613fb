"""Read the output of a program in chunks."""

from __future__ import annotations

from collections.abc import Iterator

from stallage.backup.formats.sealed_tar import CHUNK
from stallage.backup.operations.progress import Progress
from stallage.backup.providers.programs import RunningProgram


def read_output(program: RunningProgram, step: str, progress: Progress) -> Iterator[bytes]:
    """Yield a program's output in chunks and show progress. Raises BackupError if it fails."""
    done = 0
    while chunk := program.stdout.read(CHUNK):
        yield chunk
        done += len(chunk)
        progress.show(step, done // 1024, "kB")
    program.check()
