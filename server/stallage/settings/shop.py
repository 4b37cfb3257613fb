"""The shop: name, currency, country, stock display and reviews."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from stallage.core.money import Currency
from stallage.settings.sources import MinorUnits, Seconds, Section, setting


class ShopSettings(Section):
    """The shop: name, currency, country, stock display and reviews."""

    shop_name: Annotated[
        str, setting("Stallage", "The shop's name until the company details have one.")
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
    tax_number: Annotated[str, setting("", "The shop's tax number, as printed on invoices.")]
    time_zone: Annotated[str, setting("UTC", "Time zone of dates, cut-off times and invoices.")]
    low_stock: Annotated[
        int,
        Field(
            default=5,
            ge=0,
            description="Product cards show 'Only n left' at this many units or fewer.",
        ),
    ]
    prior_price_rule: Annotated[
        Literal["auto", "always", "never"],
        setting(
            "auto",
            "Compare reduced prices with the lowest price of the last 30 days: auto (in the EU and Norway),"
            " always, never.",
        ),
    ]
    price_rounding: Annotated[
        Literal["exact", "step", "ending"],
        setting(
            "exact",
            "Rounding of prices that a percentage gives: exact (to the currency's smallest unit), step"
            " (to a multiple of price_step), ending (to a price that ends in price_ending).",
        ),
    ]
    price_step: Annotated[
        MinorUnits, setting(5, "Prices are multiples of this if price_rounding is step.")
    ]
    price_ending: Annotated[
        int,
        Field(
            default=99,
            ge=0,
            le=9_999,
            description="Prices end in this, such as 99 for 19.99, if price_rounding is ending.",
        ),
    ]
    reverse_charge: Annotated[
        bool,
        setting(
            False,
            "Businesses with a VAT number of another EU country are charged no tax. A value that operators"
            " set in the back office is stronger.",
        ),
    ]
    review_edit_seconds: Annotated[
        Seconds, setting(30 * 86_400, "How long a review may be edited.")
    ]
    review_moderation: Annotated[bool, setting(False, "Reviews are published only after approval.")]
    question_ticket_seconds: Annotated[
        Seconds,
        setting(2 * 86_400, "Time after which an unanswered question becomes a support ticket."),
    ]

    @field_validator("price_ending")
    @classmethod
    def ending_fits(cls, value: int, info: ValidationInfo) -> int:
        """Raise ValueError unless the currency's prices can end in this."""
        # Left out of `data` if it is invalid itself.
        currency = info.data.get("currency")
        if currency is not None and value >= (below := Currency.of(currency).endings):
            raise ValueError(f"choose an ending from 0 to {below - 1}")
        return value
