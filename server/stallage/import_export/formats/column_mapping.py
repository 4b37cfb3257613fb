"""Mappings of columns that an operator gives on the command line, such as `title=Name`."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from stallage.import_export.formats.catalogue_file import FORMATS, Format, RecognisedTable
from stallage.import_export.formats.fields import CatalogueField
from stallage.import_export.formats.results import Targets
from stallage.import_export.formats.shopify.columns import normalize_name

IGNORE = "ignore"
"""Maps a column to nothing."""
USUAL = (
    *("title", "id", "sku", "price", "description", "quantity", "stock", "categories"),
    *("product_type", "image", "images", "vendor", "barcode", "type", "parent"),
)
"""The fields that are worth a question, in its order."""


class BadMapping(Exception):
    """A mapping that cannot be used; the text is a sentence for the operator."""


def map_columns(found: RecognisedTable, entries: Iterable[str]) -> Targets:
    """Return the targets after entries such as `title=Name` replaced proposed ones. Raises BadMapping."""
    header = found.table.header
    fields = {field.id: field for field in found.format.fields}
    targets = list(found.targets)
    for entry in entries:
        field, separator, column = entry.partition("=")
        if not separator:
            raise BadMapping(f"“{entry}” is not a mapping such as title=Name.")
        place = _place_of(header, column)
        if field != IGNORE and field not in fields:
            known = ", ".join((*fields, IGNORE))
            raise BadMapping(f"{found.format.name} has no field “{field}”, but: {known}.")
        if field in fields and not fields[field].repeatable:
            targets = ["" if target == field else target for target in targets]
        targets[place] = "" if field == IGNORE else field
    return tuple(targets)


def _place_of(header: Sequence[str], column: str) -> int:
    names = [normalize_name(name) for name in header]
    if column not in header and normalize_name(column) not in names:
        listed = ", ".join(name for name in header if name)
        raise BadMapping(f"The file has no column “{column}”, but: {listed}.")
    return header.index(column) if column in header else names.index(normalize_name(column))


def missing_fields(known: Format, targets: Targets) -> list[CatalogueField]:
    """Return the required fields that no column is mapped to."""
    return [field for field in known.fields if field.required and field.id not in targets]


def fields_to_ask(known: Format, targets: Targets) -> list[CatalogueField]:
    """Return the usual fields that no column is mapped to, the required ones first."""
    fields = {field.id: field for field in known.fields}
    open_fields = [fields[one] for one in USUAL if one in fields and one not in targets]
    return sorted(open_fields, key=lambda field: not field.required)


def command_of(path: Path, found: RecognisedTable, entries: Iterable[str]) -> str:
    """Return the command that imports a file with a mapping."""
    words = ["stallage", "import", str(path), "--format", found.format.id]
    for entry in entries:
        words += ["--map", entry]
    return shlex.join(words)


def mapping_help(path: Path, found: RecognisedTable, targets: Targets) -> str:
    """Return what to do with a file whose columns are unknown, as lines."""
    missing = missing_fields(found.format, targets)
    free = [
        name
        for name, target in zip(found.table.header, targets, strict=True)
        if name
        and target not in {field.id for field in found.format.fields if not field.repeatable}
    ]
    examples = [f"{field.id}={name}" for field, name in zip(missing, free, strict=False)]
    lines = [
        f"The columns of {path} are not those of a known catalogue file.",
        f"Columns: {', '.join(name for name in found.table.header if name)}",
        f"Nearest known format: {found.format.name}"
        f" (--format takes {', '.join(known.id for known in FORMATS)})",
    ]
    if missing:
        lines.append(f"No column is: {', '.join(field.id for field in missing)}")
    lines += [
        "Say which column is which field, such as:",
        f"  {command_of(path, found, examples or ['title=Name'])}",
        f"Fields: {', '.join(field.id for field in found.format.fields)}, {IGNORE}",
    ]
    return "\n".join(lines)
