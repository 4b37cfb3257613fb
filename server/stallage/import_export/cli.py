"""`stallage import` and `stallage export`."""

from __future__ import annotations

import gzip
import io
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Annotated, NoReturn, TextIO

import orjson
import typer

from stallage.core.runtime import Runtime
from stallage.import_export.formats.catalogue_file import (
    FORMATS,
    CatalogueFile,
    Format,
    UnknownColumns,
    recognise_catalogue,
    survey_catalogue,
)
from stallage.import_export.formats.column_mapping import (
    BadMapping,
    command_of,
    map_columns,
    mapping_help,
    missing_fields,
)
from stallage.import_export.formats.export_formats import EXPORT_FORMATS, format_for
from stallage.import_export.formats.exporting import CatalogueWriter
from stallage.import_export.formats.table import UnreadableFile
from stallage.import_export.operations.asking import ask_mapping
from stallage.import_export.operations.export_catalogue import export_catalogue
from stallage.import_export.operations.import_catalogue import import_catalogue
from stallage.import_export.operations.other_files import OTHER_FILES
from stallage.import_export.operations.whole_shop import whole_shop
from stallage.operating import in_shop


def register(app: typer.Typer) -> None:
    """Add the commands to the `stallage` command."""
    app.command(name="import")(import_file)
    app.command(name="export")(export_file)


def import_file(
    file: Annotated[
        Path,
        typer.Argument(
            help="A product file of Shopify, WooCommerce or Google Merchant, a file of customers, orders"
            " or redirects, or an archive; may be .gz."
        ),
    ],
    *,
    report: Annotated[Path | None, typer.Option(help="Also write the report here as JSON.")] = None,
    encoding: Annotated[
        str | None, typer.Option(help="The file's encoding, if it is not detected correctly.")
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Only check an archive.")] = False,
    passphrase_file: Annotated[
        Path | None, typer.Option(help="A file with the passphrase of an archive's secrets.")
    ] = None,
    file_format: Annotated[
        str,
        typer.Option("--format", help=f"Read a product file as: {', '.join(map(_id, FORMATS))}."),
    ] = "",
    columns: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            metavar="FIELD=COLUMN",
            help="Which column is which field, such as title=Name; may be repeated.",
        ),
    ] = None,
) -> None:
    """Import a file, recognised by its header, and report refused rows.

    A catalogue creates and changes products and sets stock. Customers, orders and redirects of another
    shop are stored as the back office does, but cannot be undone.

    An archive that `stallage export --all` wrote is imported into an empty shop.
    If the columns of a product file are unknown, the command asks which is which; without a terminal
    it lists them.
    Exit status: 0 all rows were imported, 2 some were refused or columns have to be mapped,
    1 nothing was imported.
    """
    if file_format and file_format not in map(_id, FORMATS):
        _stop(f"There is no format {file_format}. Choose one of: {', '.join(map(_id, FORMATS))}.")
    if whole_shop().recognises(file):
        if verify:
            whole_shop().verify(file)
        else:
            whole_shop().load(file, passphrase_file)
        return
    if verify or passphrase_file:
        typer.echo(f"{file} is not an archive of Stallage.", err=True)
        raise typer.Exit(1)
    if report is None and encoding is None and not file_format and not columns:
        _import_other_file(file)
    try:
        catalogue = _open_catalogue(file, encoding, file_format, columns or [])
    except (UnreadableFile, BadMapping) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    # The report is opened first: if it cannot be written, nothing is imported.
    with _open_output(report) if report is not None else nullcontext() as stream:
        result = in_shop(lambda runtime: import_catalogue(runtime, catalogue))
        for line in result.lines():
            typer.echo(line)
        if stream is not None:
            stream.write(orjson.dumps(result.as_json(), option=orjson.OPT_INDENT_2).decode())
    raise typer.Exit(result.exit_status)


def _open_catalogue(
    file: Path, encoding: str | None, format_id: str, entries: list[str]
) -> CatalogueFile:
    """Open a product file. Asks for unknown columns, or exits with status 2 if nobody can answer.

    Raises UnreadableFile and BadMapping.
    """
    is_known = True
    try:
        found = recognise_catalogue(file, encoding=encoding, format_id=format_id)
    except UnknownColumns as unknown:
        found = unknown.nearest
        is_known = False
    targets = map_columns(found, entries)
    missing = missing_fields(found.format, targets)
    if missing or not (is_known or entries):
        if not sys.stdin.isatty():
            _stop(mapping_help(file, found, targets), status=2)
        entries = [*entries, *ask_mapping(found, targets)]
        targets = map_columns(found, entries)
        typer.echo(f"The same without questions: {command_of(file, found, entries)}")
    return survey_catalogue(found, targets)


def _stop(text: str, *, status: int = 1) -> NoReturn:
    typer.echo(text, err=True)
    raise typer.Exit(status)


def _id(one: Format) -> str:
    return one.id


def _import_other_file(file: Path) -> None:
    """Import a file that is no catalogue, and exit; does nothing with any other file."""
    other = next((one for one in OTHER_FILES if one.recognises(file)), None)
    if other is None:
        return
    result = in_shop(lambda runtime: other.run(runtime, file))
    for line in result.lines:
        typer.echo(line)
    raise typer.Exit(result.exit_status)


def export_file(
    file: Annotated[Path, typer.Argument(help="The file to write; .gz compresses a catalogue.")],
    whole: Annotated[
        bool, typer.Option("--all", help="Write the whole shop to an archive instead.")
    ] = False,
    passphrase_file: Annotated[
        Path | None,
        typer.Option(help="With --all: a file with a passphrase, to include secrets encrypted."),
    ] = None,
    file_format: Annotated[
        str,
        typer.Option(
            "--format",
            help=f"One of: {', '.join(EXPORT_FORMATS)}. A file .xml in the format google is XML.",
        ),
    ] = "shopify",
) -> None:
    """Export the catalogue as a product file, or the whole shop as an archive.

    `stallage import` reads both.
    """
    target = format_for(file_format, file.name)
    if target is None:
        _stop(f"There is no format {file_format}. Choose one of: {', '.join(EXPORT_FORMATS)}.")
    if whole:
        whole_shop().export(file, passphrase_file)
        return
    if passphrase_file:
        _stop("Only an archive has a passphrase. Add --all.")

    async def export(runtime: Runtime) -> CatalogueWriter:
        with _open_output(file) as stream:
            return await export_catalogue(runtime, stream, target=target)

    writer = in_shop(export)
    typer.echo(f"{file}: {writer.products:,} products, {writer.rows:,} rows")
    if writer.left_out:
        typer.echo(f"{writer.left_out:,} products are left out: not on sale, or not for feeds.")


@contextmanager
def _open_output(file: Path) -> Iterator[TextIO]:
    """Open a text file that appears only when it is complete.

    A `.gz` file has the same bytes each time it is written with the same content.
    """
    temporary = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("xb") as raw, _compress(file, raw) as compressed:
            text = io.TextIOWrapper(compressed, encoding="utf-8", newline="")
            yield text
            text.flush()
            text.detach()
        temporary.replace(file)
    except ConnectionError:
        # The database connection was lost; the file is not the cause.
        raise
    except OSError as error:
        typer.echo(f"{file} cannot be written: {error.strerror or error}.", err=True)
        raise typer.Exit(1) from error
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _compress(file: Path, raw: IO[bytes]) -> Iterator[IO[bytes] | gzip.GzipFile]:
    if file.suffix != ".gz":
        yield raw
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as compressed:
        yield compressed
