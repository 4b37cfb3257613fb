"""Declares which uploads reviews use."""

from __future__ import annotations

from stallage.uploads.queries import declare_uploads_in_use

declare_uploads_in_use(
    "reviews",
    "SELECT (image->>'id')::bigint FROM reviews, jsonb_array_elements(images) AS image"
    " WHERE image ? 'id'",
)
