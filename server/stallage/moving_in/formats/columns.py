"""Which column of a file is which field, and what a row has in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from stallage.core.spreadsheets import unescape_formula
from stallage.import_export.formats.cells import (
    BadCell,
    parse_amount,
    parse_line,
    parse_quantity,
    quote,
)
from stallage.import_export.formats.table import BrokenRow, Row, Table, UnreadableFile, open_table
from stallage.imports.drafts import (
    FileColumn,
    ImportSource,
    RecognisedFile,
    RowMessage,
    TargetField,
    UnreadableImportFile,
)
from stallage.products.rules.texts import clean_line

SAMPLES = 3
SAMPLED_ROWS = 20
MAX_NOTE = 5_000
_FORMS = (
    "%Y-%m-%d %H:%M:%S %z",
    "%Y-%m-%dT%H:%M:%S%z",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d",
    "%m/%d/%Y %H:%M:%S",
    "%m/%d/%Y %H:%M",
)


@dataclass(frozen=True, slots=True)
class FormatField:
    """A field of a format."""

    id: str
    label: str
    group: str
    headers: tuple[str, ...]
    """Headers by which it is recognised, in lower case; the first that a file has counts."""
    required: bool = False
    repeatable: bool = False

    def rank(self, header: str) -> int | None:
        """Return the place of a header among the field's; None if it is not one of them.

        A header of the field that ends in `#` stands for any number.
        """
        name = header.lower()
        for place, one in enumerate(self.headers):
            stem = one.removesuffix("#")
            numbered = stem != one and name.startswith(stem) and name[len(stem) :].isdigit()
            if name == one or numbered:
                return place
        return None


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A file format, recognised by its header."""

    id: str
    name: str
    fields: tuple[FormatField, ...]
    signature: tuple[tuple[str, ...], ...]
    """Of each group, a header in lower case must be there."""

    def recognises(self, header: Sequence[str]) -> bool:
        """Whether a header is one of this format."""
        names = {name.lower() for name in header}
        return all(any(one in names for one in group) for group in self.signature)

    def propose(self, header: Sequence[str]) -> tuple[str, ...]:
        """Return the field of each column; empty if it has none."""
        proposed = [""] * len(header)
        for known in self.fields:
            ranks = [
                (rank, at)
                for at, name in enumerate(header)
                if (rank := known.rank(name)) is not None
            ]
            chosen = sorted(ranks) if known.repeatable else sorted(ranks)[:1]
            for _, at in chosen:
                proposed[at] = proposed[at] or known.id
        return tuple(proposed)

    def targets(self) -> tuple[TargetField, ...]:
        """Return the fields that a column can be mapped to."""
        return tuple(
            TargetField(one.id, one.label, one.group, one.required, one.repeatable)
            for one in self.fields
        )


def recognise(formats: Iterable[FileFormat], path: Path, expected: str) -> RecognisedFile:
    """Return the format and the columns of a file. Raises UnreadableImportFile."""
    try:
        for known in formats:
            table = open_table(path, known.recognises)
            if table is not None:
                return RecognisedFile(
                    known.id, table.encoding, table.delimiter, _columns(known, table)
                )
    except UnreadableFile as error:
        raise UnreadableImportFile(str(error)) from error
    raise UnreadableImportFile(f"The columns of this file are not known. Expected: {expected}.")


def _columns(known: FileFormat, table: Table) -> tuple[FileColumn, ...]:
    samples: list[list[str]] = [[] for _ in table.header]
    for _, row in zip(range(SAMPLED_ROWS), table.rows(), strict=False):
        for column, cell in zip(samples, row.cells, strict=False):
            text = clean_line(unescape_formula(cell))[:80]
            if text and len(column) < SAMPLES and text not in column:
                column.append(text)
    return tuple(
        FileColumn(name, tuple(values), target)
        for name, values, target in zip(
            table.header, samples, known.propose(table.header), strict=True
        )
    )


def open_source(known: FileFormat, source: ImportSource) -> Table:
    """Open a file that was recognised before. Raises UnreadableImportFile."""
    try:
        table = open_table(source.path, known.recognises, encoding=source.encoding)
    except UnreadableFile as error:
        raise UnreadableImportFile(str(error)) from error
    if table is None or len(table.header) != len(source.mapping):
        raise UnreadableImportFile("The columns of this file are not those that were mapped.")
    return table


@dataclass(slots=True)
class RowCells:
    """The cells of a row by field, and the messages about them."""

    header: tuple[str, ...]
    mapping: tuple[str, ...]
    line: int
    cells: list[str]
    messages: list[RowMessage] = field(default_factory=list)

    def raw(self, name: str) -> str:
        """Return the cell of a field; empty if no column has it."""
        if name not in self.mapping:
            return ""
        return unescape_formula(self.cells[self.mapping.index(name)]).strip()

    def every(self, name: str) -> list[tuple[int, str]]:
        """Return the cells of a field that several columns have, each with its column's index."""
        return [
            (index, unescape_formula(self.cells[index]).strip())
            for index, target in enumerate(self.mapping)
            if target == name
        ]

    def report(self, name: str, text: str, *, is_error: bool = True) -> None:
        """Add a message about a field."""
        column = self.header[self.mapping.index(name)] if name in self.mapping else ""
        self.messages.append(
            RowMessage(
                "error" if is_error else "warning",
                self.line,
                text,
                column,
                clean_line(self.raw(name))[:200],
            )
        )

    def report_column(self, index: int, text: str, value: str) -> None:
        """Add an error about a column that shares its field with others."""
        self.messages.append(
            RowMessage("error", self.line, text, self.header[index], clean_line(value)[:200])
        )

    def text(self, name: str, limit: int = 255) -> str:
        """Return a line of text; one that is too long is an error."""
        try:
            return parse_line(
                name.replace("_", " ").capitalize(), self.raw(name).lstrip("'"), limit
            )
        except BadCell as error:
            self.report(name, str(error))
            return ""

    def note(self, name: str) -> str:
        """Return a text of several lines, cut off at MAX_NOTE."""
        return self.raw(name)[:MAX_NOTE]

    def amount(self, name: str, decimals: int, *, required: bool = False) -> int:
        """Return an amount in minor units; 0 if the cell is empty or has an error."""
        text = self.raw(name)
        if not text:
            if required:
                self.report(name, "An amount is missing.")
            return 0
        try:
            return parse_amount("The amount", text, decimals)
        except BadCell as error:
            self.report(name, str(error))
            return 0

    def quantity(self, name: str) -> int:
        """Return a number of units, at least 1."""
        try:
            units = parse_quantity("The quantity", self.raw(name))
        except BadCell as error:
            self.report(name, str(error))
            return 1
        if units < 1:
            self.report(name, "The quantity is not at least 1.")
        return max(units, 1)

    def time(self, name: str, time_zone: str, *, required: bool = False) -> datetime | None:
        """Return a time; one without an offset is in the shop's time zone."""
        text = self.raw(name)
        if not text:
            if required:
                self.report(name, "A date is missing.")
            return None
        moment = parse_time(text, ZoneInfo(time_zone))
        if moment is not None:
            return moment
        self.report(name, f"{quote(text)} is not a date such as 2024-01-31 09:30:00.")
        return None

    @property
    def has_errors(self) -> bool:
        """Whether the row cannot be used."""
        return any(message.severity == "error" for message in self.messages)


def parse_time(text: str, time_zone: ZoneInfo) -> datetime | None:
    """Return a time in UTC, or None if it is not one between 1970 and 2100."""
    for form in _FORMS:
        try:
            moment = datetime.strptime(text, form)  # noqa: DTZ007 - many files have no offset
        except ValueError:
            continue
        local = moment if moment.tzinfo else moment.replace(tzinfo=time_zone)
        return local.astimezone(UTC) if 1970 < moment.year <= 2100 else None
    return None


def cells_of(table: Table, source: ImportSource, row: Row | BrokenRow) -> RowCells:
    """Return the cells of a row; of a broken one, with an error."""
    cells = RowCells(table.header, source.mapping, row.line, row.cells)
    if isinstance(row, BrokenRow):
        cells.messages.append(RowMessage("error", row.line, row.reason))
    return cells
