"""Company details, as actions take them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class CompanyDraft:
    """All company details. They replace the stored ones."""

    name: str
    tagline: str = ""
    email: str = ""
    phone: str = ""
    address: dict[str, Any] | None = None
    logo: str | None = None
    logo_dark: str | None = None
    favicon: str | None = None
    social_links: tuple[dict[str, str], ...] = ()
    legal_name: str = ""
    """On invoices; empty: the name."""
    tax_number: str = ""
    """On invoices; empty: that of the settings."""


def company_address(
    *, line1: str, line2: str, city: str, state: str, postal_code: str, country: str
) -> dict[str, str]:
    """Return an address as `CompanyDraft` takes it."""
    return {
        "line1": line1,
        "line2": line2,
        "city": city,
        "state": state,
        "postalCode": postal_code,
        "country": country,
    }
