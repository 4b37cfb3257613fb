"""Invariants of stored figures."""

from __future__ import annotations

from stallage.backoffice.invariants import customers

INVARIANTS = (*customers.INVARIANTS,)
