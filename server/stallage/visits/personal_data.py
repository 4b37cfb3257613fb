"""Personal data of visits: hashes with a random salt, for one day."""

from __future__ import annotations

from stallage.customers.personal_data import PersonalData, declare

declare(
    PersonalData(
        feature="visits",
        tables={
            "visit_salts": "random, not related to a person; deleted when the day is over",
            "visitors": "hashed with a random salt that is deleted when the day is over",
        },
    )
)
