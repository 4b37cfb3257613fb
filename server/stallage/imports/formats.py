"""Writes the result file of an import."""

from __future__ import annotations

RESULT_COLUMNS = ("Row", "Kind", "Column", "Value", "Reason")
