"""Tables of the back office."""

from __future__ import annotations

from stallage.backoffice.models.customers import (
    CustomerChange,
    CustomerMerge,
    CustomerOverview,
    GuestOverview,
)
from stallage.backoffice.models.figures import (
    FiguresState,
    SalesDay,
    SkuDay,
    TaxDay,
    TenderDay,
)
from stallage.backoffice.models.presence import Presence

__all__ = [
    "CustomerChange",
    "CustomerMerge",
    "CustomerOverview",
    "FiguresState",
    "GuestOverview",
    "Presence",
    "SalesDay",
    "SkuDay",
    "TaxDay",
    "TenderDay",
]
