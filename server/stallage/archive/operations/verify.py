"""Verify an archive without importing it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError

from stallage.archive.errors import ArchiveRefused
from stallage.archive.formats.container import (
    ABOUT,
    LAYOUT,
    MANIFEST,
    MAX_JSON,
    MAX_PICTURE,
    SECRETS,
    SETTINGS,
    About,
    Manifest,
    TableEntry,
    lines_of,
    parse,
    read_about,
    read_parts,
    table_of,
)
from stallage.archive.formats.secrets import SealedSecrets
from stallage.archive.operations.export import Report
from stallage.backup.errors import from_os_error
from stallage.backup.formats.archive import MEDIA
from stallage.backup.formats.sealed_tar import MAX_SMALL, Part

_COMPANY = "company_details"
"""Its only row has the name of the shop."""
_SETTINGS: TypeAdapter[dict[str, str]] = TypeAdapter(dict[str, str])


@dataclass(frozen=True, slots=True)
class ArchiveSummary:
    """What an intact archive contains. `size` is in bytes."""

    about: About
    manifest: Manifest
    settings: dict[str, str]
    secrets: SealedSecrets | None
    size: int
    shop_name: str | None

    @property
    def rows(self) -> int:
        """Rows of all tables."""
        return sum(table.rows for table in self.manifest.tables.values())


def verify_archive(path: Path, report: Report) -> ArchiveSummary:
    """Check every checksum, row and number of an archive, in constant memory.

    Raises BackupDamaged if any byte was changed, BackupError if the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            about = read_about(file)
            file.seek(0)
            reading = _Reading(about)
            size = path.stat().st_size
            for part in read_parts(file):
                reading.take(part)
                report("Checked", file.tell() // 1024 // 1024, size // 1024 // 1024)
    except OSError as error:
        raise from_os_error(error, path) from error
    return reading.summary(size)


class _Reading:
    """What has been read of an archive."""

    def __init__(self, about: About) -> None:
        self._about = about
        self._tables: dict[str, TableEntry] = {}
        self._media = 0
        self._shop_name: str | None = None
        self._others: dict[str, bytes] = {}

    def take(self, part: Part) -> None:
        """Read a part to its end. Raises BackupDamaged."""
        table = table_of(part.name)
        if table is not None:
            if table in self._tables:
                raise LAYOUT.damaged(f": it has {part.name} twice.")
            entry, first = _read_table(part)
            self._tables[table] = entry
            if table == _COMPANY and isinstance(name := first.get("name"), str):
                self._shop_name = name
        elif part.name.startswith(MEDIA):
            if part.size > MAX_PICTURE:
                raise LAYOUT.damaged(f": {part.name} is too large.")
            self._media += 1
        elif part.name in self._others:
            raise LAYOUT.damaged(f": it has {part.name} twice.")
        else:
            self._others[part.name] = part.read(MAX_SMALL if part.name == ABOUT else MAX_JSON)

    def summary(self, size: int) -> ArchiveSummary:
        """Compare what was read with the manifest. Raises BackupDamaged."""
        for name in (MANIFEST, SETTINGS):
            if name not in self._others:
                raise LAYOUT.damaged(f" or incomplete: it has no {name}.")
        manifest = parse(Manifest, self._others[MANIFEST])
        if manifest.tables.keys() != self._tables.keys() or manifest.media != self._media:
            raise LAYOUT.damaged(": its manifest names other tables or media.")
        for table, entry in manifest.tables.items():
            found = self._tables[table]
            if (found.rows, found.sha256) != (entry.rows, entry.sha256) or (
                found.rows and found.columns != entry.columns
            ):
                raise LAYOUT.damaged(f": its manifest describes other rows of {table}.")
        sealed = self._others.get(SECRETS)
        try:
            settings = _SETTINGS.validate_json(self._others[SETTINGS])
        except ValidationError as error:
            raise LAYOUT.damaged(f": {SETTINGS} cannot be read.") from error
        return ArchiveSummary(
            self._about,
            manifest,
            settings,
            None if sealed is None else parse(SealedSecrets, sealed),
            size,
            self._shop_name,
        )


def _read_table(part: Part) -> tuple[TableEntry, dict[str, Any]]:
    """Return what the manifest has to say about a table, and its first row."""
    columns: list[str] = []
    first: dict[str, Any] = {}
    rows = 0
    for line in lines_of(part):
        try:
            row = orjson.loads(line)
        except ValueError as error:
            raise LAYOUT.damaged(f": row {rows + 1} in {part.name} is not JSON.") from error
        if not isinstance(row, dict) or (rows and list(row) != columns):
            raise LAYOUT.damaged(f": row {rows + 1} in {part.name} has other columns.")
        if not rows:
            columns, first = list(row), row
        rows += 1
    return TableEntry(columns=columns, rows=rows, sha256=part.sha256), first


def require_columns(manifest: Manifest, columns_of: dict[str, list[str]]) -> None:
    """Raise ArchiveRefused for a table or column that this release does not know."""
    for table, entry in manifest.tables.items():
        if table not in columns_of:
            raise ArchiveRefused(
                f"The archive has a table that this release does not know: {table}"
            )
        unknown = set(entry.columns) - set(columns_of[table])
        if unknown or len(set(entry.columns)) != len(entry.columns):
            names = ", ".join(sorted(unknown)) or "a column twice"
            raise ArchiveRefused(f"The archive has unknown columns in {table}: {names}")
