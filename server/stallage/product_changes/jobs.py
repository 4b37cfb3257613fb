"""Jobs of product changes: the bulk operations run as those of `stallage.bulk`."""

from __future__ import annotations

from stallage.product_changes.operations import bulk_edit  # noqa: F401 - registers them
