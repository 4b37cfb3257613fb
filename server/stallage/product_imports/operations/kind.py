"""Product imports as a kind of `stallage.imports`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.core.spreadsheets import unescape_formula
from stallage.import_export.formats.catalogue_file import (
    FORMATS,
    RecognisedTable,
    UnknownColumns,
    open_catalogue,
    recognise_catalogue,
)
from stallage.import_export.formats.results import ProductResult
from stallage.import_export.formats.shopify.writer import with_media_paths
from stallage.import_export.formats.table import Row, Table, UnreadableFile
from stallage.import_export.formats.xml_feed import XmlFeed
from stallage.imports.drafts import (
    AppliedItem,
    FileColumn,
    FileOption,
    ImportRecord,
    ImportSource,
    RecognisedFile,
    RowMessage,
    StoredItem,
    TargetField,
    UndoneItem,
    UnreadableImportFile,
)
from stallage.imports.operations.registry import ImportKind, register_kind
from stallage.imports.rules import SAMPLES, shorten
from stallage.product_imports.actions.importing import import_products
from stallage.product_imports.actions.undoing import plan_undo, undo_item
from stallage.product_imports.operations.planning import plan_absent, plan_records
from stallage.product_imports.queries.payloads import draft_to_json

SAMPLED_ROWS = 50
XML = "xml"


def fields_of(format_id: str) -> tuple[TargetField, ...]:
    """Return what the columns of a format can be mapped to."""
    known = next(one for one in FORMATS if one.id == format_id)
    return tuple(
        TargetField(field.id, field.label, field.group, field.required, field.repeatable)
        for field in known.fields
    )


def recognise(path: Path, name: str) -> RecognisedFile:
    """Recognise a product file by its header. Raises UnreadableImportFile."""
    try:
        found = _recognised(path)
        samples = _samples(found.table)
    except UnreadableFile as error:
        raise UnreadableImportFile(_named(error, path, name)) from error
    columns = zip(found.table.header, samples, found.targets, strict=True)
    return RecognisedFile(
        format=found.format.id,
        encoding=found.table.encoding,
        delimiter=found.table.delimiter,
        columns=tuple(FileColumn(shorten(name), texts, target) for name, texts, target in columns),
    )


def _recognised(path: Path) -> RecognisedTable:
    """Recognise a file; one with unknown columns is taken for the nearest format, to be mapped."""
    try:
        return recognise_catalogue(path)
    except UnknownColumns as unknown:
        return unknown.nearest


def _named(error: UnreadableFile, path: Path, name: str) -> str:
    """Return an error's text with the name under which the file was uploaded."""
    return str(error).replace(str(path), f"“{name}”")


def _samples(table: Table | XmlFeed) -> list[tuple[str, ...]]:
    """Return the first values of each column."""
    found: list[list[str]] = [[] for _ in table.header]
    for row in islice(table.rows(), SAMPLED_ROWS):
        if isinstance(row, Row):
            for texts, cell in zip(found, row.cells, strict=True):
                text = shorten(unescape_formula(cell.strip()))
                if text and text not in texts and len(texts) < SAMPLES:
                    texts.append(text)
    return [tuple(texts) for texts in found]


def read(runtime: Runtime, source: ImportSource) -> Iterator[ImportRecord]:
    """Read the products of a file. Raises UnreadableImportFile."""
    encoding = None if source.encoding == XML else source.encoding
    try:
        file = open_catalogue(
            source.path, encoding=encoding, targets=source.mapping, format_id=source.format
        )
        for result in file.products(runtime.currency):
            yield _record(runtime, result)
    except UnreadableFile as error:
        raise UnreadableImportFile(_named(error, source.path, source.file_name)) from error


def _record(runtime: Runtime, result: ProductResult) -> ImportRecord:
    messages = [
        *(
            RowMessage("error", one.line, one.reason, one.column, one.value)
            for one in result.refused
        ),
        *(
            RowMessage("warning", one.line, one.text, one.column, one.value)
            for one in result.remarks
        ),
    ]
    draft = result.draft
    payload = None
    if draft is not None:
        own = with_media_paths(draft, runtime.settings.public_url, runtime.media.has)
        payload = {"draft": draft_to_json(own)}
    return ImportRecord(
        key=result.slug,
        label=draft.title if draft is not None else result.slug,
        line=result.line,
        rows=result.rows,
        payload=payload,
        messages=tuple(sorted(messages, key=lambda one: one.line)),
    )


async def _apply(
    _runtime: Runtime, connection: Connection, items: Sequence[StoredItem]
) -> list[AppliedItem]:
    return await import_products(connection, items)


async def _plan_undo(
    _runtime: Runtime, connection: Connection, items: Sequence[StoredItem]
) -> list[UndoneItem]:
    return await plan_undo(connection, items)


async def _undo(_runtime: Runtime, connection: Connection, item: StoredItem) -> UndoneItem:
    return await undo_item(connection, item)


register_kind(
    ImportKind(
        name="products",
        permissions=("products.edit", "stock.edit"),
        formats={known.id: known.name for known in FORMATS},
        fields=fields_of,
        recognise=recognise,
        read=read,
        plan=plan_records,
        apply=_apply,
        plan_undo=_plan_undo,
        undo=_undo,
        options=(
            FileOption("existing", ("update", "leave")),
            FileOption("absent", ("leave", "archive")),
        ),
        absent=plan_absent,
    )
)
