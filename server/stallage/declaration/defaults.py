"""Defaults by country: currency, time zone and tax.

Currencies and zones come from the Unicode CLDR by Babel. The tax rates are the standard rates of value
added tax and similar taxes on 2026-01-01, as published by the countries' tax authorities. The owner of
the shop confirms or corrects them, and declares reduced rates.
"""

from __future__ import annotations

from babel.core import get_global
from babel.numbers import get_territory_currencies

MAIN_ZONES = {
    "AR": "America/Argentina/Buenos_Aires", "AU": "Australia/Sydney", "BR": "America/Sao_Paulo",
    "CA": "America/Toronto", "CL": "America/Santiago", "CN": "Asia/Shanghai",
    "CY": "Asia/Nicosia", "DE": "Europe/Berlin", "ES": "Europe/Madrid", "ID": "Asia/Jakarta",
    "MX": "America/Mexico_City", "MY": "Asia/Kuala_Lumpur", "NZ": "Pacific/Auckland",
    "PT": "Europe/Lisbon", "UA": "Europe/Kyiv", "US": "America/New_York",
}  # fmt: skip
"""For countries with several time zones: the one of the capital or the largest city."""

STANDARD_RATES = {
    "AT": ("VAT", "20"), "AU": ("GST", "10"), "BE": ("VAT", "21"), "BG": ("VAT", "20"),
    "CH": ("VAT", "8.1"), "CY": ("VAT", "19"), "CZ": ("VAT", "21"), "DE": ("VAT", "19"),
    "DK": ("VAT", "25"), "EE": ("VAT", "24"), "ES": ("VAT", "21"), "FI": ("VAT", "25.5"),
    "FR": ("VAT", "20"), "GB": ("VAT", "20"), "GR": ("VAT", "24"), "HR": ("VAT", "25"),
    "HU": ("VAT", "27"), "IE": ("VAT", "23"), "IT": ("VAT", "22"), "JP": ("Consumption tax", "10"),
    "LT": ("VAT", "21"), "LU": ("VAT", "17"), "LV": ("VAT", "21"), "MT": ("VAT", "18"),
    "NL": ("VAT", "21"), "NO": ("VAT", "25"), "NZ": ("GST", "15"), "PL": ("VAT", "23"),
    "PT": ("VAT", "23"), "RO": ("VAT", "21"), "SE": ("VAT", "25"), "SG": ("GST", "9"),
    "SI": ("VAT", "22"), "SK": ("VAT", "23"), "ZA": ("VAT", "15"),
}  # fmt: skip
"""Country → name and rate in per cent."""

TAX_ON_TOP = frozenset({"CA", "US"})
"""Countries in which prices are usually shown without tax, whose rates differ by state."""


def default_currency(country: str) -> str:
    """Return the country's currency; USD if unknown."""
    return next(iter(get_territory_currencies(country)), "USD")


def default_time_zone(country: str) -> str:
    """Return the time zone of the country or its main city; UTC if unknown."""
    if country in MAIN_ZONES:
        return MAIN_ZONES[country]
    zones = sorted(
        zone for zone, territory in get_global("zone_territories").items() if territory == country
    )
    return zones[0] if len(zones) == 1 else "UTC"


def prices_include_tax(country: str) -> bool:
    """Whether prices are usually shown with tax."""
    return country not in TAX_ON_TOP


def default_tax(country: str) -> tuple[str, str] | None:
    """Return the name and rate in per cent of the standard tax; None if there is no single one."""
    return STANDARD_RATES.get(country)
