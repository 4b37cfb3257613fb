"""News of invoices."""

from __future__ import annotations

from stallage.core.events import Event


class InvoiceIssued(Event):
    """An invoice or a credit note has its number."""

    invoice_id: int
    order_id: int
    kind: str
