"""Redirect files: Shopify's URL redirects, or any file with an old and a new address."""

from __future__ import annotations

from collections.abc import Iterator

from stallage.import_export.formats.table import UnreadableFile
from stallage.imports.drafts import ImportRecord, ImportSource, UnreadableImportFile
from stallage.moving_in.formats.columns import (
    FileFormat,
    FormatField,
    RowCells,
    cells_of,
    open_source,
)
from stallage.redirects.rules.paths import BadPath, normalize_old_path, normalize_target

EXPECTED = "a CSV with the columns Redirect from and Redirect to"
_FROM = ("redirect from", "from", "old path", "old url", "source")
_TO = ("redirect to", "to", "new path", "new url", "target")

REDIRECTS = FileFormat(
    "redirects",
    "Redirects",
    (
        FormatField("path", "Old address", "Redirect", _FROM, required=True),
        FormatField("target", "New address", "Redirect", _TO, required=True),
    ),
    (_FROM, _TO),
)


def read_redirects(source: ImportSource, shop_url: str) -> Iterator[ImportRecord]:
    """Read a redirect file. Raises UnreadableImportFile."""
    first_lines: dict[str, int] = {}
    try:
        table = open_source(REDIRECTS, source)
        for row in table.rows():
            cells = cells_of(table, source, row)
            yield _redirect(cells, first_lines, shop_url)
    except UnreadableFile as error:
        raise UnreadableImportFile(str(error)) from error


def _redirect(cells: RowCells, first_lines: dict[str, int], shop_url: str) -> ImportRecord:
    path = target = ""
    if not cells.has_errors:
        try:
            path = normalize_old_path(cells.raw("path"))
        except BadPath as error:
            cells.report("path", str(error))
        try:
            target = normalize_target(cells.raw("target"), shop_url)
        except BadPath as error:
            cells.report("target", str(error))
    if path and first_lines.setdefault(path.lower(), cells.line) != cells.line:
        cells.report("path", f"This address is in line {first_lines[path.lower()]} already.")
    return ImportRecord(
        key=path.lower() or f"line {cells.line}",
        label=path or f"Line {cells.line}",
        line=cells.line,
        rows=1,
        payload=None if cells.has_errors else {"path": path, "target": target},
        messages=tuple(cells.messages),
    )
