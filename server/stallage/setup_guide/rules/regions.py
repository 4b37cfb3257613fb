"""What shops of a country usually have, as a proposal."""

from __future__ import annotations

import phonenumbers
from babel import Locale, UnknownLocaleError
from babel.languages import get_official_languages

from stallage.declaration.defaults import (
    default_currency,
    default_tax,
    default_time_zone,
    prices_include_tax,
)
from stallage.setup_guide.schemas import ProposedTax, RegionProposal

MILLIONTHS_PER_PERCENT = 10_000


def _locale(country: str) -> str:
    """Return the most spoken official language with the country, such as `de-DE`."""
    for language in get_official_languages(country, de_facto=True):
        try:
            Locale.parse(f"{language}-{country}", sep="-")
        except (UnknownLocaleError, ValueError):
            continue
        return f"{language}-{country}"
    return "en-US"


def proposal_for(country: str) -> RegionProposal:
    """Return what to propose for a country, by its ISO 3166-1 code."""
    tax = default_tax(country)
    included = prices_include_tax(country)
    return RegionProposal(
        country=country,
        currency=default_currency(country),
        time_zone=default_time_zone(country),
        locale=_locale(country),
        phone_country_code=f"+{phonenumbers.country_code_for_region(country) or 1}",
        tax=None
        if tax is None
        else ProposedTax(
            name=tax[0], millionths=round(float(tax[1]) * MILLIONTHS_PER_PERCENT), included=included
        ),
        prices_include_tax=included,
    )
