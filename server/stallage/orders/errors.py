"""What an order refuses."""

from __future__ import annotations

from stallage.core.errors import Refusal


class CancelRefused(Refusal):
    """Too late to cancel, or cancelled already."""

    code = "cancel_refused"
    status = 409
    message = "This order cannot be cancelled any more."


class RevivalRefused(Exception):
    """An order that ended cannot live again; what it had is gone. Never shown to a shopper."""
