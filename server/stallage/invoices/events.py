"""Events of invoices."""

from __future__ import annotations

from stallage.core.events import Event


class InvoiceIssued(Event):
    """An invoice or a credit note was issued."""

    invoice_id: int
    order_id: int
    kind: str
