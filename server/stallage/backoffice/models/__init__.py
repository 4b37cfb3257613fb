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
from stallage.backoffice.models.saved_views import SavedView

__all__ = [
    "CustomerChange",
    "CustomerMerge",
    "CustomerOverview",
    "FiguresState",
    "GuestOverview",
    "Presence",
    "SalesDay",
    "SavedView",
    "SkuDay",
    "TaxDay",
    "TenderDay",
]
