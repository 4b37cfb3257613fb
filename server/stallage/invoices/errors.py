"""Errors of invoices."""

from __future__ import annotations

from stallage.core.errors import ApiError


class InvoiceNotReady(ApiError):
    """The order has no invoice yet, or will never have one."""

    code = "invoice_not_ready"
    status = 409
    message = "There is no invoice yet. It is issued when the order is paid or shipped."


class BillingFixed(ApiError):
    """The invoice has been issued, or the order is cancelled."""

    code = "billing_fixed"
    status = 409
    message = "The invoice has been issued, so its billing details can no longer be changed."
