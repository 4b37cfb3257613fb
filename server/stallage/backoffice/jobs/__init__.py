"""Timers and emails of the back office."""

from __future__ import annotations

from stallage.backoffice.jobs import customers, health, operator_emails

__all__ = ["customers", "health", "operator_emails"]
