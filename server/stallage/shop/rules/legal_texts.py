"""Which texts shops of a country usually have to publish, and drafts of them. Not legal advice.

Sources: directives 2000/31/EC (article 5, provider's details), 2011/83/EU (articles 6 and 9, withdrawal
within 14 days) and regulation (EU) 2016/679 (articles 13 and 14, privacy) for the EU and the EEA; the
Consumer Contracts Regulations 2013 and the UK GDPR for the United Kingdom; article 3(1)(s) UWG for
Switzerland; the California Online Privacy Protection Act for the United States.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["imprint", "terms", "privacy", "withdrawal", "returns", "delivery"]

EEA = frozenset(
    {
        *("AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU"),
        *("IE", "IS", "IT", "LI", "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE"),
        *("SI", "SK"),
    }
)

_EEA_REASONS: Mapping[Kind, str] = {
    "imprint": "The provider's name, address and contact: directive 2000/31/EC, article 5.",
    "terms": "Information before the contract: directive 2011/83/EU, article 6.",
    "privacy": "Regulation (EU) 2016/679, articles 13 and 14.",
    "withdrawal": "Withdrawal within 14 days: directive 2011/83/EU, article 9.",
    "delivery": "Arrangements for delivery: directive 2011/83/EU, article 6(1)(g).",
}
_GB_REASONS: Mapping[Kind, str] = {
    "imprint": "Electronic Commerce Regulations 2002, regulation 6.",
    "terms": "Consumer Contracts Regulations 2013, schedule 2.",
    "privacy": "UK GDPR, articles 13 and 14.",
    "withdrawal": "Cancellation within 14 days: Consumer Contracts Regulations 2013, regulation 29.",
    "delivery": "Consumer Contracts Regulations 2013, schedule 2.",
}
_BY_COUNTRY: Mapping[str, Mapping[Kind, str]] = {
    "GB": _GB_REASONS,
    "CH": {
        "imprint": "Provider's details: UWG, article 3(1)(s).",
        "privacy": "Federal Act on Data Protection, article 19.",
    },
    "US": {
        "privacy": "California Online Privacy Protection Act, for shoppers from California.",
        "returns": "Several states require the refund policy to be displayed.",
    },
}
KINDS: tuple[Kind, ...] = ("imprint", "terms", "privacy", "withdrawal", "returns", "delivery")


@dataclass(frozen=True, slots=True)
class Seller:
    """What drafts say about the shop. Missing parts become marks in brackets."""

    name: str
    legal_name: str
    address: str
    email: str
    phone: str
    tax_number: str
    return_days: int


def required_texts(country: str) -> Mapping[Kind, str]:
    """The texts that shops of a country usually need, with the reason."""
    if country in EEA:
        return _EEA_REASONS
    return _BY_COUNTRY.get(country, {})


_DRAFTS: Mapping[Kind, str] = {
    "imprint": "## Imprint\n\n{legal_name}\n\n{address}\n\nEmail: {email}\n\nPhone: {phone}\n\n"
    "Tax number: {tax_number}\n\nRepresented by: [name]\n\nRegister: [register and number]\n",
    "terms": "## Terms and conditions\n\n### Who we are\n\nThe seller is {legal_name}, {address}.\n\n"
    "### Contract\n\nYour order is an offer. The contract is concluded when we confirm the order.\n\n"
    "### Prices and payment\n\nThe prices at the time of the order apply. [Ways to pay]\n\n"
    "### Delivery\n\n[Countries and times]\n\n### Complaints\n\nPlease write to {email}.\n",
    "privacy": "## Privacy\n\n### Controller\n\n{legal_name}, {address}, {email}.\n\n### What we store\n\n"
    "To carry out an order we store your name, addresses, contact details and the order. [Legal basis]"
    "\n\n### Who receives it\n\n[Carriers, payment provider, mail provider]\n\n### How long\n\n[Periods]"
    "\n\n### Your rights\n\nYou may ask for access, correction and deletion. Please write to {email}.\n",
    "withdrawal": "## Right of withdrawal\n\nYou may withdraw from the contract within 14 days after you"
    " received the items, without giving a reason. Tell us by a clear statement to {legal_name}, {address},"
    " {email}.\n\nWe refund all payments, including standard delivery, within 14 days. You send the items"
    " back within 14 days. [Who pays for the return] [Exceptions]\n",
    "returns": "## Returns\n\nYou may return items within {return_days} days. Please write to {email}"
    " first. [Condition of the items] [Who pays for the return]\n",
    "delivery": "## Delivery\n\nWe deliver to [countries] within [days] working days. Costs are shown in the"
    " cart before you order.\n",
}


def draft_of(kind: Kind, seller: Seller) -> str:
    """A draft of a text with the shop's details, as Markdown for the operator to check."""

    def filled(value: str, mark: str) -> str:
        return value or f"[{mark}]"

    return _DRAFTS[kind].format(
        legal_name=filled(seller.legal_name or seller.name, "legal name"),
        address=filled(seller.address, "address"),
        email=filled(seller.email, "email"),
        phone=filled(seller.phone, "phone"),
        tax_number=filled(seller.tax_number, "tax number"),
        return_days=seller.return_days or 14,
    )
