"""Personal data of lines."""

from __future__ import annotations

from stallage.customers.personal_data import PersonalData, declare

declare(
    PersonalData(
        feature="waiting_line",
        tables={"waiting_tickets": "hashed with the shop's secret; deleted when the line closes"},
    )
)
