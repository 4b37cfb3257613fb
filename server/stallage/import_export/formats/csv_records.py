"""Physical lines → CSV records, each with the number of its first line.

Uses the standard library's parser in strict mode: a misplaced quote is an error. Of a record that
cannot be parsed only the first line is dropped, and reading continues with the next line, so that
one missing quote does not swallow the rest of a file.

Files aligned by hand have blanks around quoted cells (`"Vase"   , "24.00"`). The parser rejects
blanks after a quoted cell and reads a cell with blanks before the quote as unquoted; its
`skipinitialspace` skips only one space. So these blanks are removed before the parser reads the
line.
"""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

MAX_LINE = 2_000_000
"""Characters of one physical line. Catalogue files have no longer ones."""


@dataclass(frozen=True, slots=True)
class CsvRecord:
    """The cells of one record."""

    line: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class BrokenCsvRecord:
    """A line from which no record could be read."""

    line: int
    reason: str


class _LineTooLong(Exception):
    """A physical line over MAX_LINE."""


class _Lines:
    """Iterates over physical lines; keeps those of the current record and can return them again."""

    def __init__(self, stream: TextIO, delimiter: str) -> None:
        self._readline = stream.readline
        self._find_aligned = _aligned_pattern(delimiter).search
        self._cell = _cell_pattern(delimiter)
        self._again: deque[str] = deque()
        self.record: list[str] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else self._readline(MAX_LINE)
        if not line:
            raise StopIteration
        if len(line) == MAX_LINE and line[-1] not in "\r\n":
            self._skip_line()
            raise _LineTooLong
        self.record.append(line)
        if self._find_aligned(line):
            # The parser asks for another line of a record only inside a quoted cell.
            return self._strip_blanks(line, inside_cell=len(self.record) > 1)
        return line

    def _strip_blanks(self, line: str, *, inside_cell: bool) -> str:
        """Remove the blanks between quoted cells and delimiters."""
        if inside_cell:
            return self._cell.sub(r"\1\2\3", f'"{line}')[1:]
        return self._cell.sub(r"\1\2\3", line)

    def _skip_line(self) -> None:
        """Skip the rest of a line that is too long."""
        while (more := self._readline(MAX_LINE)) and more[-1] not in "\r\n":
            pass
        # A blank line replaces it, in case it is read again on its own.
        self.record.append("\n")

    def step_back(self) -> None:
        """Return to the second line of this record."""
        self._again.extendleft(reversed(self.record[1:]))
        del self.record[1:]


def _blanks(delimiter: str) -> str:
    """A character class of the blanks that people align with."""
    return "[ ]" if delimiter == "\t" else "[ \t]"


def _aligned_pattern(delimiter: str) -> re.Pattern[str]:
    """A pattern for a quote with blanks between it and a delimiter or an end of the line.

    It is searched on every line, and fast because it starts with a fixed character. A match inside a
    cell does no harm.
    """
    blank = _blanks(delimiter)
    before = f'(?<=[{delimiter} \t]{blank}")|(?<=^{blank}")'
    return re.compile(rf'"(?:{before}|{blank}+(?:[{delimiter}\r\n]|\Z))')


def _cell_pattern(delimiter: str) -> re.Pattern[str]:
    """A pattern for a cell of a line, with the text to keep in groups.

    A quoted cell (group 1) may have blanks before it, and extends to the end of the line if it is
    not closed. Blanks after it are in no group. Text after it is group 2, blanks included, so that
    the parser rejects the record. Any other cell is group 3.
    """
    blank = _blanks(delimiter)
    quoted_cell = r'("[^"]*(?:""[^"]*)*"?)'
    end = rf"(?=[{delimiter}\r\n]|\Z)"
    text = f"[^{delimiter}]"
    return re.compile(f"{blank}*{quoted_cell}(?:{blank}+{end}|({text}*))|({text}+)")


def read_records(stream: TextIO, delimiter: str) -> Iterator[CsvRecord | BrokenCsvRecord]:
    """Read the records of a text opened with `newline=""`. Blank lines are skipped."""
    lines = _Lines(stream, delimiter)
    parser = csv.reader(lines, delimiter=delimiter, strict=True)
    line = 1
    while True:
        try:
            cells = next(parser)
        except StopIteration:
            return
        except csv.Error as error:
            lines.step_back()
            yield BrokenCsvRecord(line, _reason(error))
        except _LineTooLong:
            lines.step_back()
            yield BrokenCsvRecord(line, f"The line is longer than {MAX_LINE:,} characters.")
        else:
            if any(map(str.strip, cells)):
                yield CsvRecord(line, cells)
        line += len(lines.record)
        lines.record.clear()


def _reason(error: csv.Error) -> str:
    text = str(error)
    if "field limit" in text:
        limit = csv.field_size_limit()
        return f"A cell is longer than {limit:,} characters, or its quote is never closed."
    if "unexpected end" in text:
        return "A quoted cell is never closed."
    return "A quote is in the wrong place. Double a quote inside a quoted cell."
