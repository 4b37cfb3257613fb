"""Limit of the list."""

from __future__ import annotations

LIMIT = 20
