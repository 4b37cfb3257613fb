"""Timers of the back office."""

from __future__ import annotations

from stallage.backoffice.jobs import customers, figures

__all__ = ["customers", "figures"]
