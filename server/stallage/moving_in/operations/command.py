"""Import a file of customers, orders or redirects without the back office."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from stallage.core.runtime import Runtime
from stallage.import_export.operations.other_files import OtherReport
from stallage.imports.drafts import (
    ImportRecord,
    ImportSource,
    RecognisedFile,
    RowMessage,
    StoredItem,
    UnreadableImportFile,
)
from stallage.imports.operations.registry import ImportKind, kind_named

KINDS = ("customers", "orders", "redirects")
BATCH = 200
"""Records per transaction."""


def recognised_kind(path: Path) -> tuple[ImportKind, RecognisedFile] | None:
    """Return the kind of a file by its header, or None if it is none of these."""
    for name in KINDS:
        kind = kind_named(name)
        try:
            return kind, kind.recognise(path, path.name)
        except UnreadableImportFile:
            continue
    return None


async def import_file(runtime: Runtime, path: Path) -> OtherReport:
    """Import a file that was recognised, in batches. Running it again continues it."""
    found = recognised_kind(path)
    if found is None:
        return OtherReport((f"{path} is not a file of customers, orders or redirects.",), 1)
    kind, file = found
    source = ImportSource(
        path=path,
        file_name=path.name,
        format=file.format,
        encoding=file.encoding,
        delimiter=file.delimiter,
        mapping=tuple(column.target for column in file.columns),
        options={},
    )
    counts: Counter[str] = Counter()
    messages: list[RowMessage] = []
    try:
        records = kind.read(runtime, source)
        while batch := list(islice(records, BATCH)):
            await _import_batch(runtime, kind, batch, counts, messages)
    except UnreadableImportFile as error:
        return OtherReport((*_lines(kind, path, counts, messages), str(error)), 1)
    done = counts["created"] + counts["changed"] + counts["unchanged"]
    status = 1 if not done else 2 if counts["failed"] else 0
    return OtherReport(tuple(_lines(kind, path, counts, messages)), status)


async def _import_batch(
    runtime: Runtime,
    kind: ImportKind,
    batch: list[ImportRecord],
    counts: Counter[str],
    messages: list[RowMessage],
) -> None:
    readable = [record for record in batch if record.payload is not None]
    messages += [message for record in batch for message in record.messages]
    counts["failed"] += len(batch) - len(readable)
    async with runtime.database.transaction() as connection:
        planned = await kind.plan(runtime, connection, readable, {})
        messages += [message for one in planned for message in one.messages]
        written = [
            (record, one)
            for record, one in zip(readable, planned, strict=True)
            if one.payload is not None and one.outcome in ("created", "changed")
        ]
        items = [
            StoredItem(place, record.key, record.label, one.outcome, one.payload or {}, None, {})
            for place, (record, one) in enumerate(written)
        ]
        applied = await kind.apply(runtime, connection, items)
    counts["unchanged"] += len(readable) - len(written)
    for (record, one), result in zip(written, applied, strict=True):
        if result.message is None:
            counts[one.outcome] += 1
        else:
            counts["failed"] += 1
            messages.append(RowMessage("error", record.line, result.message, value=record.label))


def _lines(
    kind: ImportKind, path: Path, counts: Counter[str], messages: list[RowMessage]
) -> Iterator[str]:
    for one in sorted(messages, key=lambda message: message.line):
        place = f"line {one.line}" + (f", {one.column}" if one.column else "")
        value = f" “{one.value}”" if one.value else ""
        yield f"{place}{value}: {one.text}"
    shown = ", ".join(
        f"{counts[name]:,} {label}"
        for name, label in (
            ("created", "created"),
            ("changed", "changed"),
            ("unchanged", "unchanged"),
            ("failed", "not imported"),
        )
    )
    yield f"{path.name}: {kind.name}: {shown}"
