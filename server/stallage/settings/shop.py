"""The shop itself: its name, money, country, and what it shows."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.settings.sources import Seconds, Section, setting


class ShopSettings(Section):
    """The shop itself: its name, money, country, and what it shows."""

    shop_name: Annotated[
        str, setting("Stallage", "The shop's name until its company details are filled in.")
    ]
    currency: Annotated[
        str, Field(default="USD", pattern=r"^[A-Z]{3}$", description="The shop's one currency.")
    ]
    locale: Annotated[str, setting("en-US", "Language and region of the shop.")]
    country: Annotated[
        str, Field(default="US", pattern=r"^[A-Z]{2}$", description="The shop's home country.")
    ]
    phone_country_code: Annotated[
        str,
        Field(default="+1", pattern=r"^\+[0-9]{1,3}$", description="Prefix of 10-digit numbers."),
    ]
    tax_number: Annotated[str, setting("", "The shop's tax number, as its invoices say it.")]
    time_zone: Annotated[str, setting("UTC", "Days, cut-off hours and invoices are in this zone.")]
    low_stock: Annotated[
        int,
        Field(default=5, ge=0, description="From this many pieces on a card says 'Only n left'."),
    ]
    prior_price_rule: Annotated[
        Literal["auto", "always", "never"],
        setting(
            "auto",
            "Reductions refer to the lowest price of the 30 days before: auto (in the EU and Norway),"
            " always, never.",
        ),
    ]
    review_edit_seconds: Annotated[
        Seconds, setting(30 * 86_400, "How long a review may be edited.")
    ]
    review_moderation: Annotated[bool, setting(False, "Reviews wait for an operator if true.")]
    question_ticket_seconds: Annotated[
        Seconds, setting(2 * 86_400, "After how long an unanswered question becomes a ticket.")
    ]
