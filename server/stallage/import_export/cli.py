"""`stallage import` and `stallage export`."""

from __future__ import annotations

import gzip
import io
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Annotated, TextIO

import orjson
import typer

from stallage.core.runtime import Runtime
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.formats.shopify.writer import SheetWriter
from stallage.import_export.formats.table import UnreadableFile
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
    report: Annotated[Path | None, typer.Option(help="Also write the report here as JSON.")] = None,
    encoding: Annotated[
        str | None, typer.Option(help="The file's encoding, if it is not detected correctly.")
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Only check an archive.")] = False,
    passphrase_file: Annotated[
        Path | None, typer.Option(help="A file with the passphrase of an archive's secrets.")
    ] = None,
) -> None:
    """Import a file, recognised by its header, and report refused rows.

    A catalogue creates and changes products and sets stock. Customers, orders and redirects of another
    shop are stored as the back office does, but cannot be undone.

    An archive that `stallage export --all` wrote is imported into an empty shop.
    Exit status: 0 all rows were imported, 2 some were refused, 1 nothing was imported.
    """
    if whole_shop().recognises(file):
        if verify:
            whole_shop().verify(file)
        else:
            whole_shop().load(file, passphrase_file)
        return
    if verify or passphrase_file:
        typer.echo(f"{file} is not an archive of Stallage.", err=True)
        raise typer.Exit(1)
    if report is None and encoding is None:
        _import_other_file(file)
    try:
        catalogue = open_catalogue(file, encoding=encoding)
    except UnreadableFile as error:
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
) -> None:
    """Export the catalogue as a Shopify product CSV, or the whole shop as an archive.

    `stallage import` reads both.
    """
    if whole:
        whole_shop().export(file, passphrase_file)
        return
    if passphrase_file:
        typer.echo("Only an archive has a passphrase. Add --all.", err=True)
        raise typer.Exit(1)

    async def export(runtime: Runtime) -> SheetWriter:
        with _open_output(file) as stream:
            return await export_catalogue(runtime, stream)

    writer = in_shop(export)
    typer.echo(f"{file}: {writer.products:,} products, {writer.rows:,} rows")


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
