"""Declares which uploads reviews use, and sends emails about refused reviews."""

from __future__ import annotations

from stallage.core import events
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.reviews.emails import refused_email
from stallage.reviews.events import ReviewRefused
from stallage.shop.queries import company
from stallage.uploads.queries import declare_uploads_in_use

declare_uploads_in_use(
    "reviews",
    "SELECT (image->>'id')::bigint FROM reviews, jsonb_array_elements(images) AS image"
    " WHERE image ? 'id'",
)

# Nothing if it was published again or its author was forgotten.
REFUSED = """
SELECT r.hidden_reason, p.title, c.email
FROM reviews r JOIN products_view p ON p.id = r.product_id JOIN customers_view c ON c.id = r.customer_id
WHERE r.id = $1 AND r.status = 'hidden' AND r.hidden_reason <> '' AND c.email IS NOT NULL
"""


@events.on(ReviewRefused, policy=EMAIL)
async def tell_author(runtime: Runtime, refused: ReviewRefused) -> None:
    """Tell the author of a hidden review why it is not shown."""
    async with runtime.database.reading() as connection:
        row = await connection.fetchrow(REFUSED, refused.review_id)
        shop = await company(connection, runtime.settings)
    if row is None:
        return
    await runtime.mailer.send(
        refused_email(
            row["email"],
            product=row["title"],
            reason=row["hidden_reason"],
            shop_name=shop.company_name,
            shop_url=runtime.settings.public_url,
        )
    )
