"""Progress of an import: a bar on a terminal, occasional lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bar


class Progress:
    """Progress in rows; prints a line for each tenth."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total = total
        self._stream = stream
        self.done = 0

    def advance(self, rows: int) -> None:
        """Add `rows` to the rows that are done."""
        tenths_before = self.done * 10 // max(self._total, 1)
        self.done += rows
        if self.done * 10 // max(self._total, 1) > tenths_before:
            self._stream.write(f"{self.done:,} of {self._total:,} rows\n")
            self._stream.flush()


class ProgressBar(Progress):
    """Progress in rows; shows a bar."""

    def __init__(self, total: int, stream: TextIO, bar: Bar) -> None:
        super().__init__(total, stream)
        self._bar = bar
        self._task = bar.add_task("rows", total=total)

    def advance(self, rows: int) -> None:
        self.done += rows
        self._bar.advance(self._task, rows)


@contextmanager
def show_progress(total: int, stream: TextIO | None = None) -> Iterator[Progress]:
    """Show progress on standard error, or `stream`, while the context lasts."""
    out = stream or sys.stderr
    if not out.isatty():
        yield Progress(total, out)
        return
    columns = (
        TextColumn("importing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("rows"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(file=out)) as bar:
        yield ProgressBar(total, out, bar)
