"""Physical lines → CSV records, each with the line that it begins on.

The standard library's parser in strict mode: a quote that is closed in the wrong place is refused
rather than guessed at. A record that cannot be parsed costs its first line alone; reading goes on
with the next one, so that one lost quote does not swallow the rest of a file.

Files that people align by hand have blanks around their quoted cells (`"Vase"   , "24.00"`). That
parser refuses the blanks behind a cell and takes a cell with blanks before it as unquoted, and its
`skipinitialspace` helps with one space before a cell only. So these blanks are removed before it
sees the line; it still decides everything else.
"""

from __future__ import annotations

import csv
import re
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
            return self._without_blanks(line, inside_cell=len(self.record) > 1)
        return line

    def _without_blanks(self, line: str, *, inside_cell: bool) -> str:
        """The line without the blanks between quoted cells and delimiters."""
        if inside_cell:
            return self._cell.sub(r"\1\2\3", f'"{line}')[1:]
        return self._cell.sub(r"\1\2\3", line)

    def _skip_line(self) -> None:
        """Reads to the end of a line that is too long."""
        while (more := self._readline(MAX_LINE)) and more[-1] not in "\r\n":
            pass
        # In its place; if it is read anew as a line of its own, it is a blank one.
        self.record.append("\n")

    def step_back(self) -> None:
        """All lines of this record but the first are to be read anew."""
        self._again.extendleft(reversed(self.record[1:]))
        del self.record[1:]


def _blanks(delimiter: str) -> str:
    """The blanks that people align with, as a character class."""
    return "[ ]" if delimiter == "\t" else "[ \t]"


def _aligned_pattern(delimiter: str) -> re.Pattern[str]:
    """Finds a quote with blanks between it and a delimiter or an end of the line.

    It is tried on every line of a file, and cheap because it begins with a fixed character. Where it
    finds a quote inside a cell, nothing is lost but time.
    """
    blank = _blanks(delimiter)
    before = f'(?<=[{delimiter} \t]{blank}")|(?<=^{blank}")'
    return re.compile(rf'"(?:{before}|{blank}+(?:[{delimiter}\r\n]|\Z))')


def _cell_pattern(delimiter: str) -> re.Pattern[str]:
    """Matches a cell of a line, with what is to stay of it in groups.

    A quoted cell (group 1) may have blanks before it, and reaches to the end of the line where it is
    not closed. Blanks behind it are in no group. Text behind it is (group 2), blanks included, so
    that the parser refuses the record. Any other cell is group 3.
    """
    blank = _blanks(delimiter)
    quoted = r'("[^"]*(?:""[^"]*)*"?)'
    end = rf"(?=[{delimiter}\r\n]|\Z)"
    text = f"[^{delimiter}]"
    return re.compile(f"{blank}*{quoted}(?:{blank}+{end}|({text}*))|({text}+)")


def read_records(stream: TextIO, delimiter: str) -> Iterator[Record | BrokenRecord]:
    """The records of a text opened with `newline=""`. Blank lines are passed over."""
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
            yield BrokenRecord(line, _reason(error))
        except _LineTooLong:
            lines.step_back()
            yield BrokenRecord(line, f"The line is longer than {MAX_LINE:,} characters.")
        else:
            if any(map(str.strip, cells)):
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
