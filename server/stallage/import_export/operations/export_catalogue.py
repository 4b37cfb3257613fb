"""Export the whole catalogue."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TextIO

from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.import_export.formats.shopify.writer import SheetWriter, make_layout
from stallage.products.queries.product_reader import (
    attribute_labels,
    extra_columns,
    read_catalogue,
    read_products,
)

FindIds = Callable[[Connection], Awaitable[list[int]]]


async def export_catalogue(
    runtime: Runtime, stream: TextIO, find_ids: FindIds | None = None
) -> SheetWriter:
    """Write a snapshot of the catalogue to a stream opened with `newline=""`.

    With `find_ids`, only the products whose ids it returns are written.

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
        if find_ids is None:
            products = read_catalogue(connection)
        else:
            products = read_products(connection, await find_ids(connection))
        async for product in products:
            writer.write(product)
    return writer
