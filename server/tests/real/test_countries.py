"""Checks `customers/rules/countries.json` against the address data that it is derived from.

The data is libaddressinput's (Apache-2.0); names of countries are from the Unicode CLDR through Babel. To
update the file, replace it with the result of `derive`.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from babel import Locale

from stallage.customers.rules import addresses

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("STALLAGE_REAL_DATA", ROOT / "../shared/data")) / "address-phone"
LINES = DATA / "libaddressinput_countryinfo.txt.gz"
PARTS = {"C": "city", "S": "state", "Z": "postalCode"}
POSTAL_LABELS = {"zip": "ZIP code", "pin": "PIN code", "eircode": "Eircode"}
# States that were founded after the data was collected.
NEWER = {"IN": [["Dadra and Nagar Haveli and Daman and Diu"] * 2, ["Ladakh"] * 2]}

pytestmark = pytest.mark.real


def _states(facts: dict[str, str]) -> list[list[str]]:
    """Return states as `[value, name, alias…]`; the value is written on envelopes in Latin script."""
    keys = facts.get("sub_keys", "").split("~")
    latin = facts.get("sub_lnames", "").split("~")
    names = facts.get("sub_names", "").split("~")
    codes = facts.get("sub_isoids", "").split("~")
    states = []
    for index, key in enumerate(keys):
        value = key if key.isascii() or len(latin) != len(keys) else latin[index].title()
        name = names[index] if len(names) == len(keys) and value == key else value
        aliases = [key, *(codes[index : index + 1] if len(codes) == len(keys) else [])]
        known = {value.casefold(), name.casefold(), ""}
        states.append([value, name, *(one for one in aliases if one.casefold() not in known)])
    return states


def _matches(pattern: str, text: str) -> bool:
    return re.fullmatch(pattern, text, re.ASCII) is not None


def derive(lines: list[str]) -> dict[str, Any]:
    """Return every country's fields, required fields, postal code pattern and states."""
    names = Locale("en", "US").territories
    found = {}
    facts_of = dict(line.split("=", 1) for line in lines if line.startswith("data/"))
    defaults = json.loads(facts_of["data/ZZ"])
    for key, text in sorted(facts_of.items()):
        code = key.removeprefix("data/")
        if not re.fullmatch("[A-Z]{2}", code) or code == "ZZ":
            continue
        facts = defaults | json.loads(text)
        required = [PARTS[part] for part in "CSZ" if part in facts["require"]]
        country: dict[str, Any] = {
            "name": names.get(code, code),
            "fields": [PARTS[part] for part in "CSZ" if f"%{part}" in facts["fmt"]],
            "required": required,
            "stateLabel": facts["state_name_type"].replace("_", " ").capitalize(),
            "postalCodeLabel": POSTAL_LABELS.get(facts["zip_name_type"], "Postal code"),
        }
        if "zip" in facts:
            country["postalCode"] = facts["zip"]
            good = (one for one in facts.get("zipex", "").split(",") if _matches(facts["zip"], one))
            country["example"] = next(good, None)
        if "state" in required and facts.get("sub_keys"):
            country["states"] = sorted(
                _states(facts) + NEWER.get(code, []), key=lambda state: state[1]
            )
        found[code] = country
    return found


def _lines() -> list[str]:
    return gzip.decompress(LINES.read_bytes()).decode().splitlines()


def test_the_facts_match_the_data() -> None:
    assert json.loads(addresses.FACTS.read_text()) == derive(_lines())


def test_every_example_postal_code_passes() -> None:
    # A few examples in the data are wrong, such as the character O instead of 0.
    wrong = {"BY": {"20050"}, "EE": {"1001"}, "GB": {"RH6 OHP"}}
    for code, country in addresses.COUNTRIES.items():
        text = next(line for line in _lines() if line.startswith(f"data/{code}="))
        facts = json.loads(text.split("=", 1)[1])
        for example in facts.get("zipex", "").split(","):
            if "zip" in facts and example and example not in wrong.get(code, set()):
                assert country.accepts_postal_code(example), (code, example)
