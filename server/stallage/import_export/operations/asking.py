"""Ask an operator at a terminal which column is which field."""

from __future__ import annotations

from itertools import islice

import typer

from stallage.import_export.formats.catalogue_file import RecognisedTable
from stallage.import_export.formats.column_mapping import fields_to_ask
from stallage.import_export.formats.results import Targets
from stallage.import_export.formats.table import Row

SAMPLE = 40
"""Characters of a cell that are shown."""


def ask_mapping(found: RecognisedTable, targets: Targets) -> list[str]:
    """Return entries such as `title=Name` for the usual fields without a column."""
    header = found.table.header
    rows = [row for row in islice(found.table.rows(), 1) if isinstance(row, Row)]
    typer.echo(
        f"{found.table.path} is not a known catalogue file. It is read as {found.format.name}."
    )
    for place, name in enumerate(header):
        sample = rows[0].cells[place].strip()[:SAMPLE] if rows else ""
        typer.echo(f"  {place + 1:>3}  {name or '(no name)'}: {sample}")
    entries: list[str] = []
    for field in fields_to_ask(found.format, targets):
        name = _ask(f"Which column is the {_in_sentence(field.label)}?", header, field.required)
        if name:
            entries.append(f"{field.id}={name}")
    return entries


def _ask(question: str, header: tuple[str, ...], required: bool) -> str:
    """Return the chosen column; empty for none."""
    ending = f"number from 1 to {len(header)}{'' if required else ', Enter for none'}"
    while True:
        answer = str(typer.prompt(f"{question} ({ending})", default="", show_default=False)).strip()
        if not answer and not required:
            return ""
        if answer.isdecimal() and 1 <= int(answer) <= len(header) and header[int(answer) - 1]:
            return header[int(answer) - 1]
        typer.echo("There is no such column.")


def _in_sentence(label: str) -> str:
    """Return a field's label with a small first letter, unless it is an abbreviation."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]
