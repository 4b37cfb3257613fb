"""Invoices and credit notes, and the counters of their numbers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Identity, Index, LargeBinary, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model, references_owned


class InvoiceCounter(Model):
    """The last number given to a kind of document. Its row is locked last in a transaction."""

    __tablename__ = "invoice_counters"

    kind: Mapped[str] = mapped_column(primary_key=True)
    last: Mapped[int]


class Invoice(Model):
    """An invoice or a credit note. Its content never changes, and rows are never deleted."""

    __tablename__ = "invoices"
    __table_args__ = (
        references_owned("order_id", "orders", None),
        CheckConstraint("kind IN ('invoice', 'credit_note')", name="kind"),
        CheckConstraint("number > 0", name="number"),
        UniqueConstraint("kind", "number"),
        UniqueConstraint("order_id", "source", "owner_id"),
        Index("ix_invoices_order_id", "order_id", "id"),
        Index("ix_invoices_issued_at", "issued_at"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    kind: Mapped[str]
    number: Mapped[int]
    order_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    source: Mapped[str]
    """What it documents: `order`, `difference:1` (what was added and is paid by the tender with this
    position), `cancellation:7`, `return:7`, `exchange:7` or `refund:7`."""
    content: Mapped[dict[str, Any]]
    """Seller, lines, taxes and totals. The buyer is in the order."""
    total: Mapped[int]
    issued_at: Mapped[datetime]
    pdf: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Rendered on the first request."""
