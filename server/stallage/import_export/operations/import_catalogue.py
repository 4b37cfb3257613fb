"""Import the products of a catalogue file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing

import asyncpg
import structlog

from stallage.core.runtime import Runtime
from stallage.import_export.formats.catalogue_file import CatalogueFile
from stallage.import_export.formats.results import ProductResult, RefusedRow
from stallage.import_export.formats.shopify.writer import with_media_paths
from stallage.import_export.formats.table import UnreadableFile
from stallage.import_export.operations.progress import show_progress
from stallage.import_export.operations.report import Report
from stallage.products.actions.pictures import retry_failed_pictures
from stallage.products.actions.put_products import put_products
from stallage.products.drafts import ProductDraft

log = structlog.get_logger(__name__)

BATCH = 500
"""Products per transaction."""
BATCH_SKUS = 5_000
"""SKUs per transaction; a batch may exceed this by one product."""
OPTIONS_MISSING = (
    "The product has options, but the file has no columns for them. It was not changed."
)
CONNECTION_LOST = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
)
"""Errors after which no further batch can succeed."""


async def import_catalogue(runtime: Runtime, catalogue: CatalogueFile) -> Report:
    """Import the products of a file, several hundred per transaction.

    If the database connection is lost or the file ends early, the report says so. What was imported
    until then stays, each product complete; running the same import again continues it.
    """
    report = Report(catalogue.table.path, catalogue.format.name, catalogue.table.encoding)
    report.ignored = catalogue.survey.ignored
    products = catalogue.products(runtime.currency)
    try:
        with show_progress(catalogue.survey.rows) as progress:
            async with aclosing(_read_ahead(_batches(products))) as batches:
                async for batch in batches:
                    await _import_batch(runtime, batch, report)
                    progress.advance(sum(result.rows for result in batch))
    except CONNECTION_LOST as error:
        log.error("import_stopped", reason=str(error))
        report.stopped = (
            "The connection to the database was lost. Run the import again to continue."
        )
    except UnreadableFile as error:
        report.stopped = str(error)
    return report


async def _read_ahead(
    batches: Iterator[list[ProductResult]],
) -> AsyncGenerator[list[ProductResult], None]:
    """Yield batches. While the database writes one, a thread reads the next one from the file."""
    following = asyncio.create_task(asyncio.to_thread(next, batches, None))
    try:
        while (batch := await following) is not None:
            following = asyncio.create_task(asyncio.to_thread(next, batches, None))
            yield batch
    finally:
        # The file is closed after this; what could not be read of it does not matter any more.
        await asyncio.gather(following, return_exceptions=True)


def _batches(products: Iterator[ProductResult]) -> Iterator[list[ProductResult]]:
    batch: list[ProductResult] = []
    skus = 0
    for result in products:
        batch.append(result)
        skus += len(result.draft.skus) if result.draft is not None else 0
        if len(batch) == BATCH or skus > BATCH_SKUS:
            yield batch
            batch, skus = [], 0
    yield batch


async def _import_batch(runtime: Runtime, batch: list[ProductResult], report: Report) -> None:
    drafts = [
        (result.line, _with_own_pictures(runtime, result.draft))
        for result in batch
        if result.draft is not None
    ]
    try:
        await _put(runtime, drafts, report)
    except CONNECTION_LOST:
        raise
    except asyncpg.PostgresError:
        # Another process wrote one of them at the same time, or one cannot be stored.
        await _put_each(runtime, drafts, report)
    for result in batch:
        report.add(result)


async def _put(runtime: Runtime, drafts: list[tuple[int, ProductDraft]], report: Report) -> None:
    """Write drafts, each with the line of its first row, and count the outcomes."""
    async with runtime.database.transaction() as connection:
        puts = await put_products(connection, [draft for _, draft in drafts])
        await retry_failed_pictures(connection, [put.product_id for put in puts])
    for (line, _), put in zip(drafts, puts, strict=True):
        if put.outcome == "refused":
            report.refused.append(RefusedRow(line, OPTIONS_MISSING))
        else:
            report.products[put.outcome] += 1


async def _put_each(
    runtime: Runtime, drafts: list[tuple[int, ProductDraft]], report: Report
) -> None:
    """Write drafts one by one, so that one that cannot be stored does not block the others."""
    for line, draft in drafts:
        try:
            await _put(runtime, [(line, draft)], report)
        except CONNECTION_LOST:
            raise
        except asyncpg.PostgresError as error:
            log.exception("product_not_stored", slug=draft.slug)
            reason = f"The product could not be stored: {error.args[0]}."
            report.refused.append(RefusedRow(line, reason))


def _with_own_pictures(runtime: Runtime, draft: ProductDraft) -> ProductDraft:
    def is_stored(path: str) -> bool:
        return runtime.media.has(path)

    return with_media_paths(draft, runtime.settings.public_url, is_stored)
