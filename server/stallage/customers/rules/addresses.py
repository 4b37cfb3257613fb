"""Address rules by country: required fields, postal code patterns, states.

`countries.json` is derived from libaddressinput's address data: for each country the fields in use and
the required ones, the pattern of postal codes, and the states if an address needs one. See
`tests/real/test_countries.py` for how it was derived.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from stallage.core.json_types import JsonObject
from stallage.core.validation import message
from stallage.customers.rules.contacts import InvalidContact, phone_number
from stallage.customers.rules.tax_ids import InvalidTaxId, normalize_tax_id

FACTS = Path(__file__).with_name("countries.json")
MAX_ADDRESSES = 20

Problems = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class PostalAddress:
    """An address; `normalize_address` validates and normalizes it."""

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

    def to_json(self) -> JsonObject:
        """The form in which orders store it."""
        return {name: getattr(self, name) for name in FIELD_NAMES}


FIELD_NAMES = tuple(PostalAddress.__dataclass_fields__)
"""The names of the fields of an address."""


@dataclass(frozen=True, slots=True)
class CountryRules:
    """The address format of a country."""

    code: str
    name: str
    fields: tuple[str, ...]
    required: tuple[str, ...]
    state_label: str
    postal_code_label: str
    postal_code_pattern: str | None
    postal_code_example: str | None
    states: tuple[tuple[str, str], ...]
    """Pairs of value and name."""
    state_values: dict[str, str]
    """Casefolded spelling → value."""

    @classmethod
    def of(cls, code: str, facts: dict[str, Any]) -> CountryRules:
        """Build the rules from a country's entry in `countries.json`."""
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

    def accepts_postal_code(self, text: str) -> bool:
        """Whether a postal code matches this country's pattern."""
        pattern = self.postal_code_pattern
        return pattern is None or re.fullmatch(pattern, text, re.IGNORECASE | re.ASCII) is not None


COUNTRIES = {
    code: CountryRules.of(code, facts) for code, facts in json.loads(FACTS.read_text()).items()
}


def normalize_address(
    address: PostalAddress, phone_country_code: str
) -> tuple[PostalAddress, Problems]:
    """Return the normalized address and its problems by field; no problems if it is valid."""
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
    if postal_code and not country.accepts_postal_code(postal_code):
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
        except InvalidContact:
            problems["phone"] = [message("phone", "phone")]
    tax_id = None
    if address.tax_id and address.tax_id.strip():
        try:
            tax_id = normalize_tax_id(address.tax_id, country.code, country.name)
        except InvalidTaxId as error:
            problems["taxId"] = [str(error)]
    normalized = replace(
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
    return normalized, problems
