"""Background work of reviews."""

from __future__ import annotations

from stallage.core import events
from stallage.core.runtime import Runtime
from stallage.customers.events import CustomerForgotten
from stallage.reviews.actions import forget_reviewer
from stallage.uploads.actions import forget_uploads
from stallage.uploads.keeping import pictures_stand_in

pictures_stand_in(
    "reviews",
    "SELECT (image->>'id')::bigint FROM reviews, jsonb_array_elements(images) AS image"
    " WHERE image ? 'id'",
)


@events.on(CustomerForgotten)
async def forget(runtime: Runtime, forgotten: CustomerForgotten) -> None:
    """Takes the person out of their reviews, and their pictures with them."""
    async with runtime.database.transaction() as connection:
        await forget_reviewer(connection, forgotten.customer_id)
        await forget_uploads(connection, forgotten.customer_id)
