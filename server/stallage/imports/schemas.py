"""Requests and responses of imports."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from stallage.core.schemas import Input, Line, Output, Time
from stallage.imports.rules import MAX_COLUMNS, ItemState, Outcome, Severity, State, UndoResult


class ImportColumn(Output):
    """A column of the file."""

    name: str
    samples: list[str] = Field(description="Its first values.")
    target: str = Field(description="The field that it is mapped to; empty to ignore it.")
    proposed: str = Field(description="The field that its name suggests.")


class ImportField(Output):
    """What a column can be mapped to."""

    id: str
    label: str
    group: str
    required: bool
    repeatable: bool = Field(description="Whether several columns can have it.")


class ImportOption(Output):
    """A choice that concerns the whole file."""

    id: str
    values: list[str]
    value: str


class ImportCounts(Output):
    """Records and messages of an import, as the dry run found them and as they are now."""

    created: int
    changed: int
    unchanged: int
    archived: int = Field(description="Records that the file does not have.")
    failed: int
    errors: int = Field(description="Rows with an error.")
    warnings: int
    done: int = Field(description="Records that were imported and not undone.")
    refused: int = Field(description="Records that could not be imported after the dry run.")
    skipped: int
    removed: int = Field(description="By undo: records that the import had created.")
    archived_by_undo: int = Field(description="By undo: created records that are in use since.")
    restored: int
    conflicts: int = Field(description="Records that were changed since, so undo has left them.")


class ImportRun(Output):
    """An import in the list."""

    id: int
    kind: str
    format: str
    format_name: str
    file_name: str
    file_bytes: int
    state: State
    reason: str | None
    rows: int
    total: int = Field(description="Records of the phase that runs.")
    done: int
    counts: ImportCounts
    created_by: str
    created_at: Time
    imported_at: Time | None
    undo_until: Time | None
    undone_at: Time | None
    can_undo: bool


class ImportDetails(ImportRun):
    """An import with the mapping of its columns."""

    encoding: str
    delimiter: str = Field(description="Empty for a format without one.")
    columns: list[ImportColumn]
    fields: list[ImportField]
    options: list[ImportOption]
    remembered: bool = Field(description="Whether the mapping was confirmed for an earlier file.")


Target = Annotated[Line, Field(max_length=100)]


class ImportMappingInput(Input):
    """The confirmed mapping; starts the dry run."""

    model_config = ConfigDict(extra="forbid")

    mapping: list[Target] = Field(
        max_length=MAX_COLUMNS, description="The field of each column, in the file's order."
    )
    options: dict[Target, Target] = Field(default_factory=dict, max_length=20)


class ImportChange(Output):
    """A value that changes."""

    field: str
    item: str = Field(description="Such as a variant; empty for the record itself.")
    part: str
    before: str
    after: str


class ImportItemRow(Output):
    """A record of the file, with what changes."""

    position: int
    key: str
    label: str
    line: int = Field(description="0 for a record that the file does not have.")
    outcome: Outcome
    changes: list[ImportChange]
    more_changes: int = Field(description="Further changes that are not listed.")
    state: ItemState
    message: str | None
    target_id: int | None
    undo_result: UndoResult | None


class ImportMessageRow(Output):
    """An error or a warning about a row."""

    position: int
    severity: Severity
    line: int
    column: str
    value: str
    text: str


class ImportUndoPreview(Output):
    """What undoing an import would do now."""

    removed: int
    archived: int = Field(description="Created by the import and in use since.")
    restored: int
    conflicts: int
    examples: list[str] = Field(description="Names of the first records that were changed since.")
