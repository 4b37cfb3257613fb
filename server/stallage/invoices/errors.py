"""What invoices refuse."""

from __future__ import annotations

from stallage.core.errors import ApiError


class InvoiceNotReady(ApiError):
    """There is nothing to invoice yet, or ever."""

    code = "invoice_not_ready"
    status = 409
    message = "There is no invoice yet. It is written when the order is paid or on its way."


class BillingFixed(ApiError):
    """The invoice has been issued, or the order has ended."""

    code = "billing_fixed"
    status = 409
    message = "The invoice has been issued, so its billing details cannot be changed any more."
