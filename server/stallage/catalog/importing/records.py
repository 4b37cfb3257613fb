"""Physical lines → CSV records, each with the line that it begins on.

The standard library's parser in strict mode: a quote that is closed in the wrong place is refused
rather than guessed at. A record that cannot be parsed costs its first line alone; reading goes on
with the next one, so that one lost quote does not swallow the rest of a file.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

MAX_LINE = 2_000_000
"""Characters of one physical line; a longer one is no catalogue but another kind of file."""


@dataclass(frozen=True, slots=True)
class Record:
    """The cells of one record."""

    line: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class BrokenRecord:
    """A line from which no record could be read."""

    line: int
    reason: str


class _LineTooLong(Exception):
    """A physical line over MAX_LINE."""


class _Lines:
    """Physical lines that remember those of the record being read, and can give them again."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._again: deque[str] = deque()
        self.record: list[str] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else self._read()
        self.record.append(line)
        return line

    def _read(self) -> str:
        line = self._stream.readline(MAX_LINE)
        if not line:
            raise StopIteration
        if len(line) == MAX_LINE and line[-1] not in "\r\n":
            while (more := self._stream.readline(MAX_LINE)) and more[-1] not in "\r\n":
                pass
            self.record.append("")
            raise _LineTooLong
        return line

    def step_back(self) -> None:
        """All lines of this record but the first are to be read anew."""
        self._again.extendleft(reversed(self.record[1:]))
        del self.record[1:]


def read_records(stream: TextIO, delimiter: str) -> Iterator[Record | BrokenRecord]:
    """The records of a text opened with `newline=""`. Blank lines are passed over."""
    lines = _Lines(stream)
    parser = csv.reader(lines, delimiter=delimiter, strict=True)
    line = 1
    while True:
        try:
            cells = next(parser)
        except StopIteration:
            return
        except csv.Error as error:
            lines.step_back()
            yield BrokenRecord(line, _reason(error))
        except _LineTooLong:
            lines.step_back()
            yield BrokenRecord(line, f"The line is longer than {MAX_LINE:,} characters.")
        else:
            if any(cells):
                yield Record(line, cells)
        line += len(lines.record)
        lines.record.clear()


def _reason(error: csv.Error) -> str:
    text = str(error)
    if "field limit" in text:
        return f"A cell is longer than {csv.field_size_limit():,} characters, or its quote is open."
    if "unexpected end" in text:
        return "A quoted cell is never closed."
    return "A quote stands in the wrong place; a quote inside a quoted cell is doubled."
