"""Read a file as a table: a header and rows of the same width."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

from stallage.core.spreadsheets import unescape_formula
from stallage.import_export.formats.csv_records import BrokenCsvRecord, CsvRecord, read_records
from stallage.import_export.formats.encoding import detect_encoding

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}
"""Delimiters and their names for messages."""
_SEPARATOR_LINE = re.compile(r"\s*sep=.?\s*", re.IGNORECASE)
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")
_GZIP = b"\x1f\x8b"
_SIGNATURES = (
    (b"PK\x03\x04", "a workbook or an archive; save it as CSV first"),
    (b"\xd0\xcf\x11\xe0", "an old workbook; save it as CSV first"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
)


class UnreadableFile(Exception):
    """The whole file cannot be read; the text is a sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record, exactly as wide as the header."""

    line: int
    """Its first physical line in the file."""
    cells: list[str]
    surplus: int = 0
    """The number of empty cells beyond the header, which are cut off."""


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """A record that cannot be used."""

    line: int
    reason: str
    cells: list[str]
    """What could be read, as wide as the header; it may still name the product."""


@dataclass(frozen=True, slots=True)
class Table:
    """An opened file. Its rows can be read any number of times."""

    path: Path
    encoding: str
    delimiter: str
    header: tuple[str, ...]
    """The column names, without outer spaces."""

    def rows(self) -> Iterator[Row | BrokenRow]:
        """Read the rows below the header. Raises UnreadableFile if the file is truncated."""
        with _open_text(self.path, self.encoding) as text:
            records = read_records(text, self.delimiter)
            _header_of(records)
            width = len(self.header)
            for record in records:
                yield self._row(record, width)

    def too_long_message(self, surplus: int) -> str:
        """Return the message for a row with `surplus` more cells than the header."""
        width = len(self.header)
        return (
            f"The row has {width + surplus} cells, the header {width}."
            f" A cell with a {DELIMITERS[self.delimiter]} in it needs quotes around it."
        )

    def _row(self, record: CsvRecord | BrokenCsvRecord, width: int) -> Row | BrokenRow:
        if isinstance(record, BrokenCsvRecord):
            return BrokenRow(record.line, record.reason, [""] * width)
        cells = record.cells
        surplus = len(cells) - width
        reason = None
        if surplus:
            beyond = cells[width:]
            cells = (cells + [""] * -surplus)[:width]
            if any(map(str.strip, beyond)):
                return BrokenRow(record.line, self.too_long_message(surplus), cells)
        whole = "".join(cells)
        if "\0" in whole:
            reason = "The row contains a NUL byte."
        elif not whole.isascii() and _LONE_SURROGATES.search(whole):
            reason = "The row contains bytes that are invalid in the file's encoding."
        if reason is not None:
            return BrokenRow(record.line, reason, cells)
        return Row(record.line, cells, max(surplus, 0))


def open_table(
    path: Path, recognises: Callable[[tuple[str, ...]], bool], *, encoding: str | None = None
) -> Table | None:
    """Open a file with the first delimiter under which its header is recognised; None if none is.

    Raises UnreadableFile if the file is missing, empty or not text.
    """
    return next((one for one in _tables(path, encoding) if recognises(one.header)), None)


def open_widest_table(path: Path, *, encoding: str | None = None) -> Table | None:
    """Open a file with the delimiter under which its header has the most names; None for fewer than two.

    Raises UnreadableFile like `open_table`.
    """
    tables = list(_tables(path, encoding))
    widest = max(tables, key=lambda one: len(one.header))
    return widest if sum(map(bool, widest.header)) > 1 else None


def _tables(path: Path, encoding: str | None) -> Iterator[Table]:
    """Yield the file as a table for each delimiter. Raises UnreadableFile if there is no header."""
    known = encoding or detect_file_encoding(path)
    some_header = False
    broken: BrokenCsvRecord | None = None
    for delimiter in DELIMITERS:
        with _open_text(path, known) as text:
            record = _header_of(read_records(text, delimiter))
        if isinstance(record, CsvRecord):
            some_header = True
            header = tuple(unescape_formula(cell.strip()) for cell in record.cells)
            yield Table(path, known, delimiter, header)
        else:
            broken = broken or record
    if some_header:
        return
    if broken is not None:
        raise UnreadableFile(
            f"The header of {path} cannot be read (line {broken.line}). {broken.reason}"
        )
    raise UnreadableFile(f"{path} is empty.")


def _header_of(
    records: Iterator[CsvRecord | BrokenCsvRecord],
) -> CsvRecord | BrokenCsvRecord | None:
    """Read the header; skips the `sep=` line of some spreadsheets."""
    for record in records:
        if isinstance(record, BrokenCsvRecord):
            return record
        if len(record.cells) > 2 or not _SEPARATOR_LINE.fullmatch("".join(record.cells)):
            return record
    return None


@contextmanager
def open_bytes(path: Path) -> Iterator[BinaryIO]:
    """Open a file, decompressed. Converts errors of the file to UnreadableFile."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == _GZIP
            raw.seek(0)
            if packed:
                with gzip.GzipFile(fileobj=raw) as unpacked:
                    yield io.BufferedReader(unpacked)
            else:
                yield raw
    except FileNotFoundError as error:
        raise UnreadableFile(f"There is no file {path}.") from error
    except IsADirectoryError as error:
        raise UnreadableFile(f"{path} is a folder, not a file.") from error
    except PermissionError as error:
        raise UnreadableFile(f"You have no permission to read {path}.") from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UnreadableFile(f"{path} is compressed and truncated or damaged.") from error
    except UnicodeError as error:
        raise UnreadableFile(f"The encoding of {path} was not detected correctly.") from error
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror or error}.") from error


@contextmanager
def _open_text(path: Path, encoding: str) -> Iterator[TextIO]:
    # Invalid bytes become surrogates, so that their rows can be refused.
    errors = "replace" if encoding.startswith(("utf-16", "utf-32")) else "surrogateescape"
    with open_bytes(path) as raw:
        try:
            text = io.TextIOWrapper(raw, encoding=encoding, errors=errors, newline="")
        except LookupError as error:
            raise UnreadableFile(f"There is no encoding called {encoding}.") from error
        yield text


def detect_file_encoding(path: Path) -> str:
    with open_bytes(path) as raw:
        start = raw.read(8)
    for signature, kind in _SIGNATURES:
        if start.startswith(signature):
            raise UnreadableFile(f"{path} is {kind}.")
    with open_bytes(path) as raw:
        return detect_encoding(raw)
