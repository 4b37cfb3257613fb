"""What is usual in a country: its currency, its time zone, how its prices are taxed.

Currencies and zones come from the Unicode CLDR by Babel. The tax rates are the standard rates of value
added tax and the like on 2026-01-01, as the countries' tax authorities publish them; an owner confirms
or corrects them, and reduced rates are for the owner to declare.
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
"""Where a country has several time zones, the one of its capital or its largest city."""

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
"""Country → name and per cent."""

TAX_ON_TOP = frozenset({"CA", "US"})
"""Where shown prices are usually without tax, and its rates differ by state."""


def currency_of(country: str) -> str:
    """The currency that is in use; USD where none is known."""
    return next(iter(get_territory_currencies(country)), "USD")


def time_zone_of(country: str) -> str:
    """The country's time zone, or that of its largest city; UTC where none is known."""
    if country in MAIN_ZONES:
        return MAIN_ZONES[country]
    zones = sorted(
        zone for zone, territory in get_global("zone_territories").items() if territory == country
    )
    return zones[0] if len(zones) == 1 else "UTC"


def prices_include_tax(country: str) -> bool:
    """Whether shown prices usually contain the tax."""
    return country not in TAX_ON_TOP


def tax_of(country: str) -> tuple[str, str] | None:
    """Name and rate of the usual tax in per cent; None where there is no single one."""
    return STANDARD_RATES.get(country)
