"""Background work of reviews: which pictures they show."""

from __future__ import annotations

from stallage.uploads.keeping import pictures_stand_in

pictures_stand_in(
    "reviews",
    "SELECT (image->>'id')::bigint FROM reviews, jsonb_array_elements(images) AS image"
    " WHERE image ? 'id'",
)
