"""Tables of the back office."""

from __future__ import annotations

from stallage.backoffice.models.customers import (
    CustomerChange,
    CustomerMerge,
    CustomerOverview,
    GuestOverview,
)
from stallage.backoffice.models.presence import Presence
from stallage.backoffice.models.reports import HealthReport
from stallage.backoffice.models.saved_views import SavedView

__all__ = [
    "CustomerChange",
    "CustomerMerge",
    "CustomerOverview",
    "GuestOverview",
    "HealthReport",
    "Presence",
    "SavedView",
]
