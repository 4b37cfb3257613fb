"""Registers product imports for the jobs of `stallage.imports`."""

from __future__ import annotations

from stallage.product_imports.operations import kind  # noqa: F401 - registers it
