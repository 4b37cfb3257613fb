"""The PDF of a document, for the routes of shoppers and operators."""

from __future__ import annotations

from fastapi import Response

from stallage.core.runtime import Runtime
from stallage.invoices.actions import store_pdf
from stallage.invoices.formats.page import page_of
from stallage.invoices.formats.pdf import render_pdf
from stallage.invoices.rules import StoredDocument, number_text

PDF: dict[int | str, dict[str, object]] = {
    200: {"description": "The document.", "content": {"application/pdf": {}}}
}


async def pdf_response(runtime: Runtime, document: StoredDocument) -> Response:
    """The response with a document's PDF, which is rendered and stored on the first request."""
    pdf = document.pdf
    if pdf is None:
        page = page_of(document, runtime.settings)
        pdf = await render_pdf(page, document.issued_at)
        async with runtime.database.transaction() as connection:
            await store_pdf(connection, document, pdf)
    name = number_text(document.kind, document.number)
    return Response(
        pdf,
        media_type="application/pdf",
        headers={
            "Content-Disposition": f'attachment; filename="{name}.pdf"',
            "Cache-Control": "private, no-store",
        },
    )
