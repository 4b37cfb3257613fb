"""Personal data of reviews, votes and reports."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.reviews.actions import forget_reviewer


async def _erase(connection: Connection, person: Person) -> None:
    await forget_reviewer(connection, person.customer_id)


declare(
    PersonalData(
        feature="reviews",
        tables={
            "reviews": "published ones stay without name and pictures, others are deleted",
            "review_votes": "deleted; the counts that they made stay",
            "review_reports": "kept without the comment",
        },
        erase=_erase,
    )
)
