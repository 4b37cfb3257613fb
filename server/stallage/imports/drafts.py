"""What kinds of import and the frame exchange, and the arguments of the actions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from stallage.core.json_types import JsonObject
from stallage.imports.rules import Outcome, Severity, UndoResult


class UnreadableImportFile(Exception):
    """A file cannot be read; the text is a sentence for the operator."""


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column of a file."""

    name: str
    samples: tuple[str, ...]
    """Its first values that are not empty."""
    target: str
    """The proposed target: a field of the kind, or empty to ignore it."""


@dataclass(frozen=True, slots=True)
class RecognisedFile:
    """What a kind knows of a file from its first rows."""

    format: str
    encoding: str
    delimiter: str
    columns: tuple[FileColumn, ...]


@dataclass(frozen=True, slots=True)
class TargetField:
    """What a column can be mapped to."""

    id: str
    label: str
    group: str
    required: bool = False
    repeatable: bool = False
    """Whether several columns can have it."""


@dataclass(frozen=True, slots=True)
class FileOption:
    """A choice of the operator that concerns the whole file."""

    id: str
    values: tuple[str, ...]
    """The first one is the default."""


@dataclass(frozen=True, slots=True)
class ImportSource:
    """A file with its confirmed mapping."""

    path: Path
    file_name: str
    format: str
    encoding: str
    delimiter: str
    mapping: tuple[str, ...]
    """The target of each column."""
    options: JsonObject


@dataclass(frozen=True, slots=True)
class RowMessage:
    """An error or a warning about a row."""

    severity: Severity
    line: int
    text: str
    column: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """A record of a file. One without a payload could not be read and is counted as failed."""

    key: str
    label: str
    line: int
    rows: int
    payload: JsonObject | None
    messages: tuple[RowMessage, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A value that an import changes, as text for people."""

    field: str
    item: str
    """Which part of the record, such as a variant; empty for the record itself."""
    part: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class PlannedItem:
    """What importing a record would do now."""

    outcome: Outcome
    changes: tuple[Change, ...] = ()
    payload: JsonObject | None = None
    """What `apply` needs; stored until then."""
    messages: tuple[RowMessage, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What is known of a file once all of its records are planned."""

    keys: tuple[str, ...]
    """Of all records."""
    has_errors: bool
    """Whether a row has an error; then it may be that of a record that was not recognised."""
    options: JsonObject


@dataclass(frozen=True, slots=True)
class AbsentItem:
    """A stored record that the file does not have, and what is planned for it.

    One that is planned as failed says why all of them stay.
    """

    key: str
    label: str
    planned: PlannedItem


@dataclass(frozen=True, slots=True)
class StoredItem:
    """An item of an import that is to be applied or undone."""

    position: int
    key: str
    label: str
    outcome: Outcome
    payload: JsonObject
    target_id: int | None
    undo: JsonObject


@dataclass(frozen=True, slots=True)
class AppliedItem:
    """What happened to an item. With a message nothing was changed."""

    target_id: int | None = None
    undo: JsonObject | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class UndoneItem:
    """What undoing an item does, or did. `message` says why it is left or only archived."""

    result: UndoResult
    message: str | None = None


@dataclass(frozen=True, slots=True)
class NewImport:
    """An uploaded file as it was recognised."""

    kind: str
    format: str
    file_name: str
    encoding: str
    delimiter: str
    columns: list[JsonObject]
    header_key: str
    mapping: list[str]
    remembered: bool
    """Whether the mapping is that of an earlier file with this header."""
    options: JsonObject
