"""Lets `stallage import` read files of customers, orders and redirects."""

from __future__ import annotations

from pathlib import Path

import typer

from stallage.import_export.operations.other_files import OtherFile, register_other_file
from stallage.moving_in.operations import customers, orders, redirects
from stallage.moving_in.operations.command import import_file, recognised_kind

KINDS = (customers, orders, redirects)
"""Imported so that the command knows these kinds of import."""


def register(_app: typer.Typer) -> None:
    """Register the kinds of file; the command is that of catalogues."""

    def recognises(path: Path) -> bool:
        return recognised_kind(path) is not None

    register_other_file(OtherFile(recognises, import_file))
