"""Tables of reports."""

from __future__ import annotations

from stallage.reports.models.figures import (
    FiguresState,
    OrderDay,
    PlaceDay,
    PromoDay,
    SalesDay,
    SkuDay,
    TaxDay,
    TenderDay,
)
from stallage.reports.models.schedules import ReportEmail, ReportRecipient, ReportSchedule

__all__ = [
    "FiguresState",
    "OrderDay",
    "PlaceDay",
    "PromoDay",
    "ReportEmail",
    "ReportRecipient",
    "ReportSchedule",
    "SalesDay",
    "SkuDay",
    "TaxDay",
    "TenderDay",
]
