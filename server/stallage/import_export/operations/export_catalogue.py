"""Export the whole catalogue."""

from __future__ import annotations

from typing import TextIO

from stallage.core.runtime import Runtime
from stallage.import_export.formats.shopify.writer import SheetWriter, make_layout
from stallage.products.queries.product_reader import (
    attribute_labels,
    extra_columns,
    read_catalogue,
)


async def export_catalogue(runtime: Runtime, stream: TextIO) -> SheetWriter:
    """Write a snapshot of the catalogue to a stream opened with `newline=""`.

    Returns the writer, which has counted products and rows.
    """
    async with runtime.database.long_transaction(snapshot=True) as connection:
        labels = await attribute_labels(connection)
        writer = SheetWriter(
            stream,
            make_layout(
                labels.values(),
                await extra_columns(connection),
                decimals=runtime.currency.decimals,
                media_url=runtime.settings.public_url,
            ),
        )
        async for product in read_catalogue(connection):
            writer.write(product)
    return writer
