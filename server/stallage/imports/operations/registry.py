"""The kinds of import that later features register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.core.runtime import Runtime
from stallage.core.validation import message
from stallage.imports.drafts import (
    AbsentItem,
    AppliedItem,
    CheckedFile,
    FileOption,
    ImportRecord,
    ImportSource,
    PlannedItem,
    RecognisedFile,
    StoredItem,
    TargetField,
    UndoneItem,
)


async def _none_absent(
    _runtime: Runtime, _connection: Connection, _file: CheckedFile
) -> list[AbsentItem]:
    return []


@dataclass(frozen=True, slots=True)
class ImportKind:
    """A kind of import. The functions get a connection in a transaction and never commit."""

    name: str
    permissions: tuple[str, ...]
    """All of them are needed."""
    formats: dict[str, str]
    """The formats by id, with names for people."""
    fields: Callable[[str], tuple[TargetField, ...]]
    """Returns the fields of a format."""
    recognise: Callable[[Path, str], RecognisedFile]
    """Takes the file and its name. Runs in a thread. Raises UnreadableImportFile."""
    read: Callable[[Runtime, ImportSource], Iterator[ImportRecord]]
    """Reads the whole file. Runs in a thread. Raises UnreadableImportFile."""
    plan: Callable[
        [Runtime, Connection, Sequence[ImportRecord], JsonObject], Awaitable[list[PlannedItem]]
    ]
    """Plans records with a payload; writes nothing. Takes the options."""
    apply: Callable[[Runtime, Connection, Sequence[StoredItem]], Awaitable[list[AppliedItem]]]
    """Writes items. If it raises, they are applied one by one."""
    plan_undo: Callable[[Runtime, Connection, Sequence[StoredItem]], Awaitable[list[UndoneItem]]]
    undo: Callable[[Runtime, Connection, StoredItem], Awaitable[UndoneItem]]
    options: tuple[FileOption, ...] = field(default=())
    absent: Callable[[Runtime, Connection, CheckedFile], Awaitable[list[AbsentItem]]] = _none_absent
    """Returns the stored records that the file does not have, if something is planned for them."""


KINDS: dict[str, ImportKind] = {}


def register_kind(kind: ImportKind) -> None:
    """Declare a kind of import. Raises ValueError if another one has the name."""
    if KINDS.setdefault(kind.name, kind) is not kind:
        raise ValueError(f"two kinds of import are called {kind.name}")


def kind_named(name: str) -> ImportKind:
    """Return a kind of import. Raises InvalidFields."""
    kind = KINDS.get(name)
    if kind is None:
        raise InvalidFields(fields={"kind": [message("invalid", "kind")]})
    return kind
