"""Timers and emails of reports."""

from __future__ import annotations

from stallage.reports.jobs import figures, schedules

__all__ = ["figures", "schedules"]
