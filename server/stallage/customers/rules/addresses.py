"""Addresses by the rules of their country: which parts are needed, and what they look like.

`countries.json` holds facts of libaddressinput's address data: for each country the parts in use and
the required ones, the pattern of its postal codes, and its states where an address needs one. See
`tests/real/test_countries.py` for how it was derived.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from stallage.core.validation import message
from stallage.customers.rules.contacts import ContactRefused, phone_number
from stallage.customers.rules.tax_ids import TaxIdRefused, checked_tax_id

FACTS = Path(__file__).with_name("countries.json")
MAX_ADDRESSES = 20

Problems = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class PostalAddress:
    """An address in its parts; `checked` gives it its one form."""

    name: str | None
    first_name: str
    last_name: str
    line1: str
    line2: str | None
    city: str | None
    state: str | None
    postal_code: str | None
    country: str
    phone: str | None
    company: str | None = None
    tax_id: str | None = None


@dataclass(frozen=True, slots=True)
class CountryRules:
    """What an address in a country is made of."""

    code: str
    name: str
    fields: tuple[str, ...]
    required: tuple[str, ...]
    state_label: str
    postal_code_label: str
    postal_code_pattern: str | None
    postal_code_example: str | None
    states: tuple[tuple[str, str], ...]
    """Value and name of each."""
    state_values: dict[str, str]
    """Every spelling in casefold → value."""

    @classmethod
    def of(cls, code: str, facts: dict[str, Any]) -> CountryRules:
        """Reads one country's facts."""
        states = facts.get("states", [])
        return cls(
            code=code,
            name=facts["name"],
            fields=tuple(facts["fields"]),
            required=tuple(facts["required"]),
            state_label=facts["stateLabel"],
            postal_code_label=facts["postalCodeLabel"],
            postal_code_pattern=facts.get("postalCode"),
            postal_code_example=facts.get("example"),
            states=tuple((value, name) for value, name, *_ in states),
            state_values={form.casefold(): forms[0] for forms in states for form in forms},
        )

    def takes_postal_code(self, text: str) -> bool:
        """Whether a postal code looks like one of this country's."""
        pattern = self.postal_code_pattern
        return pattern is None or re.fullmatch(pattern, text, re.IGNORECASE | re.ASCII) is not None


COUNTRIES = {
    code: CountryRules.of(code, facts) for code, facts in json.loads(FACTS.read_text()).items()
}


def checked(address: PostalAddress, phone_country_code: str) -> tuple[PostalAddress, Problems]:
    """The address in its one form, and what is wrong with it by field; nothing where it is good."""
    problems: Problems = {}
    country = COUNTRIES.get(address.country.upper())
    if country is None:
        return address, {"country": [message("invalid", "country")]}
    postal_code = " ".join((address.postal_code or "").upper().split()) or None
    state = address.state or None
    parts = {"city": address.city, "state": state, "postalCode": postal_code}
    for field in country.required:
        if not parts[field]:
            attribute = country.state_label if field == "state" else None
            problems[field] = [message("required", field, attribute=attribute)]
    if postal_code and not country.takes_postal_code(postal_code):
        problems["postalCode"] = [message("invalid", "postalCode")]
    if state and country.states:
        known = country.state_values.get(state.casefold())
        if known is None:
            problems["state"] = [message("invalid", "state", attribute=country.state_label)]
        state = known
    phone = None
    if address.phone:
        try:
            phone = phone_number(address.phone, phone_country_code)
        except ContactRefused:
            problems["phone"] = [message("phone", "phone")]
    tax_id = None
    if address.tax_id and address.tax_id.strip():
        try:
            tax_id = checked_tax_id(address.tax_id, country.code, country.name)
        except TaxIdRefused as error:
            problems["taxId"] = [str(error)]
    form = replace(
        address,
        name=address.name or None,
        line2=address.line2 or None,
        city=address.city or None,
        state=state,
        postal_code=postal_code,
        country=country.code,
        phone=phone,
        company=address.company or None,
        tax_id=tax_id,
    )
    return form, problems
