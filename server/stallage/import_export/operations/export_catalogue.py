"""Export the whole catalogue."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TextIO

from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.import_export.formats.export_formats import EXPORT_FORMATS
from stallage.import_export.formats.exporting import CatalogueFacts, CatalogueWriter, ExportFormat
from stallage.products.queries.product_reader import (
    ambiguous_codes,
    attribute_labels,
    extra_columns,
    most_attributes,
    read_catalogue,
    read_products,
)

FindIds = Callable[[Connection], Awaitable[list[int]]]
SHOPIFY = EXPORT_FORMATS["shopify"]


async def export_catalogue(
    runtime: Runtime,
    stream: TextIO,
    find_ids: FindIds | None = None,
    target: ExportFormat = SHOPIFY,
) -> CatalogueWriter:
    """Write a snapshot of the catalogue to a stream opened with `newline=""`.

    With `find_ids`, only the products whose ids it returns are written.

    Returns the writer, which has counted products and rows.
    """
    async with runtime.database.long_transaction(snapshot=True) as connection:
        writer = target.open(stream, await _facts(runtime, connection))
        if find_ids is None:
            products = read_catalogue(connection)
        else:
            products = read_products(connection, await find_ids(connection))
        async for product in products:
            writer.write(product)
        writer.finish()
    return writer


async def _facts(runtime: Runtime, connection: Connection) -> CatalogueFacts:
    labels = await attribute_labels(connection)
    return CatalogueFacts(
        labels=tuple(labels.values()),
        extras=tuple(await extra_columns(connection)),
        most_attributes=await most_attributes(connection),
        ambiguous_codes=await ambiguous_codes(connection),
        currency=runtime.currency,
        public_url=runtime.settings.public_url,
    )
