"""Drafts of the shop's legal texts, filled in from its company details."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.settings import Settings
from stallage.shop.queries import company, seller
from stallage.shop.rules.legal_texts import KINDS, Seller, draft_of, required_texts
from stallage.shop.schemas.company import LegalText

DAY = 86_400


async def legal_texts(connection: Connection, settings: Settings) -> list[LegalText]:
    """All texts, the required ones of the shop's country first."""
    details = await company(connection, settings)
    name, tax_number = await seller(connection, settings)
    address = details.address
    country = settings.country.upper()
    lines = (
        ()
        if address is None
        else (
            address.line1,
            address.line2,
            f"{address.postal_code} {address.city}".strip(),
            address.state,
        )
    )
    about = Seller(
        name=details.company_name,
        legal_name=name,
        address=", ".join(line for line in lines if line),
        email=details.email,
        phone=details.phone,
        tax_number=tax_number,
        return_days=settings.return_window_seconds // DAY,
    )
    required = required_texts(country)
    texts = [
        LegalText(
            kind=kind,
            is_required=kind in required,
            reason=required.get(kind, ""),
            draft=draft_of(kind, about),
        )
        for kind in KINDS
    ]
    return sorted(texts, key=lambda text: not text.is_required)
