"""Exports products to a file that is sent once it is complete."""

from __future__ import annotations

import io
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import IO

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.import_export.formats.export_formats import EXPORT_FORMATS
from stallage.import_export.operations.export_catalogue import export_catalogue
from stallage.product_changes.queries.lists import matching_products
from stallage.product_changes.schemas.lists import ProductFilter
from stallage.product_imports.schemas import ProductExportQuery

MAX_EXPORTED = 1_000_000
CHUNK = 256 * 1024


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A complete file, deleted once it was read."""

    name: str
    media_type: str
    file: IO[bytes]

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield the file's content."""
        with self.file:
            self.file.seek(0)
            while chunk := self.file.read(CHUNK):
                yield chunk


async def export_products(runtime: Runtime, query: ProductExportQuery) -> ExportedFile:
    """Write the products that match, as `stallage export` does. Raises InvalidFields."""
    target = EXPORT_FORMATS[query.format]
    filters = ProductFilter.model_validate(query.model_dump(exclude={"format"}, exclude_unset=True))

    async def find_ids(connection: Connection) -> list[int]:
        zone = runtime.settings.time_zone
        return await matching_products(connection, filters, zone, MAX_EXPORTED)

    is_whole = filters == ProductFilter.model_validate({})
    # The connection is returned before the file is sent, however slowly it is read.
    file = tempfile.TemporaryFile()  # noqa: SIM115 - closed once it was read
    try:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        writer = await export_catalogue(runtime, text, None if is_whole else find_ids, target)
        text.flush()
        text.detach()
        async with runtime.database.transaction() as connection:
            await record(
                connection,
                "products.exported",
                Subject("export", None, "products"),
                after={"products": writer.products, "format": target.id},
            )
    except BaseException:
        file.close()
        raise
    name = f"products-{clock.now():%Y-%m-%d}{target.suffix}"
    return ExportedFile(name, target.media_type, file)
