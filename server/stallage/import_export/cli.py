"""`stallage import` and `stallage export`; `stallage reindex` comes along."""

from __future__ import annotations

import gzip
import io
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Annotated, TextIO, TypeVar

import asyncpg
import orjson
import structlog
import typer

from stallage.core.runtime import Runtime
from stallage.import_export.exporting.shopify import SheetWriter, sheet_of, with_media_paths
from stallage.import_export.importing.formats import CatalogueFile, open_catalogue
from stallage.import_export.importing.outcome import ReadProduct, RefusedRow
from stallage.import_export.importing.progress import progress_of
from stallage.import_export.importing.report import Report
from stallage.import_export.importing.table import UnreadableFile
from stallage.operating import in_shop
from stallage.products.actions.pictures import await_failed_pictures
from stallage.products.actions.put_products import put_products
from stallage.products.drafts import ProductDraft
from stallage.products.queries.product_reader import (
    attribute_labels,
    extra_columns,
    whole_catalogue,
)

log = structlog.get_logger(__name__)
T = TypeVar("T")

BATCH = 500
"""Products of one transaction."""
BATCH_SKUS = 5_000
SOLD_IN_OPTIONS = (
    "The product is sold in options, which the file has no columns for; it stays as it is."
)
GONE = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
)
"""What a database that went away is known by."""


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command(name="import")(import_file)
    app.command(name="export")(export_file)


def import_file(
    file: Annotated[Path, typer.Argument(help="A Shopify product CSV, .csv or .csv.gz.")],
    report: Annotated[
        Path | None, typer.Option(help="Write the report here as JSON as well.")
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(help="The file's encoding, where it is not recognised rightly.")
    ] = None,
) -> None:
    """Takes a catalogue file in: creates and changes products, sets stock, reports bad rows.

    Ends with status 0 where all rows are in, 2 where some were refused, 1 where nothing was done.
    """
    try:
        catalogue = open_catalogue(file, encoding=encoding)
    except UnreadableFile as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    # Opened first: a report that has nowhere to go is said before anything is done.
    with _written(report) if report is not None else nullcontext() as stream:
        told = in_shop(lambda runtime: take_in(runtime, catalogue))
        for line in told.lines():
            typer.echo(line)
        if stream is not None:
            stream.write(orjson.dumps(told.as_json(), option=orjson.OPT_INDENT_2).decode())
    raise typer.Exit(told.exit_status)


def export_file(
    file: Annotated[Path, typer.Argument(help="Where to write it; .gz compresses.")],
) -> None:
    """Writes the catalogue as a Shopify product CSV, which `stallage import` reads."""

    async def export(runtime: Runtime) -> SheetWriter:
        with _written(file) as stream:
            return await write_out(runtime, stream)

    written = in_shop(export)
    typer.echo(f"{file}: {written.products:,} products, {written.rows:,} rows")


async def take_in(runtime: Runtime, catalogue: CatalogueFile) -> Report:
    """Puts the products of a file into the catalogue, some hundreds in one transaction each.

    Where the database goes away or the file breaks off, the report says so; what was put until then
    stays, each product whole, and the same import goes on from there.
    """
    report = Report(catalogue.table.path, catalogue.format.name, catalogue.table.encoding)
    products = catalogue.products(runtime.currency.decimals)
    try:
        with progress_of(catalogue.survey.rows) as progress:
            for batch in _batches(products):
                await _take_in_batch(runtime, batch, report)
                progress.advance(sum(read.rows for read in batch))
    except GONE as error:
        log.error("import_stopped", reason=str(error))
        report.stopped = "The database went away. Run the import again to go on."
    except UnreadableFile as error:
        report.stopped = str(error)
    return report


async def write_out(runtime: Runtime, stream: TextIO) -> SheetWriter:
    """Writes the catalogue as it is at one moment to a stream opened with `newline=""`."""
    async with runtime.database.long_transaction(snapshot=True) as connection:
        labels = await attribute_labels(connection)
        writer = SheetWriter(
            stream,
            sheet_of(
                labels.values(),
                await extra_columns(connection),
                decimals=runtime.currency.decimals,
                media_url=runtime.settings.public_url,
            ),
        )
        async for product in whole_catalogue(connection):
            writer.write(product)
    return writer


def _batches(products: Iterator[ReadProduct]) -> Iterator[list[ReadProduct]]:
    batch: list[ReadProduct] = []
    skus = 0
    for read in products:
        batch.append(read)
        skus += len(read.draft.skus) if read.draft is not None else 0
        if len(batch) == BATCH or skus > BATCH_SKUS:
            yield batch
            batch, skus = [], 0
    yield batch


async def _take_in_batch(runtime: Runtime, batch: list[ReadProduct], report: Report) -> None:
    drafts = [(read.line, _own(runtime, read.draft)) for read in batch if read.draft is not None]
    try:
        await _put(runtime, drafts, report)
    except GONE:
        raise
    except asyncpg.PostgresError:
        # Somebody else wrote one of these at the same moment, or one of them cannot be stored.
        await _put_each(runtime, drafts, report)
    for read in batch:
        report.add(read)


async def _put(runtime: Runtime, drafts: list[tuple[int, ProductDraft]], report: Report) -> None:
    """Puts drafts, each with the line of its first row, and counts what became of them."""
    async with runtime.database.transaction() as connection:
        puts = await put_products(connection, [draft for _, draft in drafts])
        await await_failed_pictures(connection, [put.product_id for put in puts])
    for (line, _), put in zip(drafts, puts, strict=True):
        if put.outcome == "refused":
            report.refused.append(RefusedRow(line, SOLD_IN_OPTIONS))
        else:
            report.products[put.outcome] += 1


async def _put_each(
    runtime: Runtime, drafts: list[tuple[int, ProductDraft]], report: Report
) -> None:
    """One product after the other, so that one that cannot be stored does not keep others out."""
    for line, draft in drafts:
        try:
            await _put(runtime, [(line, draft)], report)
        except GONE:
            raise
        except asyncpg.PostgresError as error:
            log.exception("product_not_stored", slug=draft.slug)
            reason = f"The product could not be stored: {error.args[0]}."
            report.refused.append(RefusedRow(line, reason))


def _own(runtime: Runtime, draft: ProductDraft) -> ProductDraft:
    """The draft with the shop's own pictures by their paths, where the files are there."""

    def is_stored(path: str) -> bool:
        return runtime.media.has(path)

    return with_media_paths(draft, runtime.settings.public_url, is_stored)


@contextmanager
def _written(file: Path) -> Iterator[TextIO]:
    """A file for text that is there whole or not at all. A `.gz` is the same bytes every time."""
    draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("xb") as raw, _packed(file, raw) as packed:
            text = io.TextIOWrapper(packed, encoding="utf-8", newline="")
            yield text
            text.flush()
            text.detach()
        draft.replace(file)
    except ConnectionError:
        # It is the database that went away, not the file.
        raise
    except OSError as error:
        typer.echo(f"{file} cannot be written: {error.strerror or error}.", err=True)
        raise typer.Exit(1) from error
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def _packed(file: Path, raw: IO[bytes]) -> Iterator[IO[bytes] | gzip.GzipFile]:
    if file.suffix != ".gz":
        yield raw
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
        yield packed
