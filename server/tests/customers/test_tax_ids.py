"""Tax ids by country: formats, check digits and error messages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stallage.customers.rules.addresses import COUNTRIES, PostalAddress, normalize_address
from stallage.customers.rules.tax_ids import RULES, InvalidTaxId, normalize_tax_id, rule_of

EU_COUNTRIES = frozenset(
    [
        "AT",
        "BE",
        "BG",
        "CY",
        "CZ",
        "DE",
        "DK",
        "EE",
        "ES",
        "FI",
        "FR",
        "GR",
        "HR",
        "HU",
        "IE",
        "IT",
        "LT",
        "LU",
        "LV",
        "MT",
        "NL",
        "PL",
        "PT",
        "RO",
        "SE",
        "SI",
        "SK",
    ]
)


def normalize(typed: str, country: str) -> str:
    return normalize_tax_id(typed, country, "Somewhere")


def error_message(typed: str, country: str) -> str:
    with pytest.raises(InvalidTaxId) as caught:
        normalize(typed, country)
    return str(caught.value)


def test_all_eu_countries_and_some_others_have_a_rule() -> None:
    assert EU_COUNTRIES | {"XI", "GB", "CH", "NO", "IN", "US", "AU"} == set(RULES)
    assert len(EU_COUNTRIES) == 27
    ruled = {code for code in COUNTRIES if rule_of(code) is not None}
    assert ruled == set(RULES) - {"XI"} | {"MC", "IM"}


@pytest.mark.parametrize("country", RULES)
def test_examples_pass_with_and_without_prefix(country: str) -> None:
    rule = RULES[country]
    place = "GB" if country == "XI" else country
    assert normalize(rule.example, place) == rule.example
    if country != "XI":
        assert normalize(rule.example.removeprefix(rule.prefix), country) == rule.example


@pytest.mark.parametrize("country", [country for country in RULES if RULES[country].check])
def test_one_wrong_digit_is_detected(country: str) -> None:
    """Change every single digit of each example, so that an ineffective check is found."""
    rule = RULES[country]
    bare = rule.example.removeprefix(rule.prefix)
    place = "GB" if country == "XI" else country
    wrong = [
        bare[:at] + str((int(char) + 1) % 10) + bare[at + 1 :]
        for at, char in enumerate(bare)
        if char.isdigit()
    ]
    undetected = []
    for number in wrong:
        try:
            undetected.append(normalize(rule.prefix + number, place))
        except InvalidTaxId:
            continue
    # The digits after the B of a Dutch number are a running number and have no check.
    assert len(undetected) <= (2 if country == "NL" else 0), undetected


@pytest.mark.parametrize(
    ("typed", "country", "stored"),
    [
        ("de 136.695.976", "DE", "DE136695976"),
        ("136695976", "DE", "DE136695976"),
        ("094259216", "GR", "EL094259216"),
        ("CHE-107.787.577 MWST", "CH", "CHE107787577"),
        ("995 525 828 MVA", "NO", "NO995525828"),
        ("123456789", "US", "12-3456789"),
        ("12-3456789", "US", "12-3456789"),
        ("51 824 753 556", "AU", "51824753556"),
        ("27aapfu0939f1zv", "IN", "27AAPFU0939F1ZV"),
        # A German company with an office in Paris; Northern Ireland; Monaco.
        ("DE136695976", "FR", "DE136695976"),
        ("XI980780684", "GB", "XI980780684"),
        ("FR40303265045", "MC", "FR40303265045"),
        # Countries with several kinds of numbers.
        ("IE6433435OA", "IE", "IE6433435OA"),
        ("IE8D79739I", "IE", "IE8D79739I"),
        ("ESX2482300W", "ES", "ESX2482300W"),
        ("ES54362315K", "ES", "ES54362315K"),
        ("FRK7399859412", "FR", "FRK7399859412"),
        ("GBGD001", "GB", "GBGD001"),
        ("LT100001919017", "LT", "LT100001919017"),
        ("12.345.678/0001-95", "BR", "12.345.678/0001-95"),
        ("t1234567890123", "JP", "T1234567890123"),
    ],
)
def test_tax_ids_are_normalized(typed: str, country: str, stored: str) -> None:
    assert normalize(typed, country) == stored
    assert normalize(stored, country) == stored


@pytest.mark.parametrize(
    ("typed", "country", "message"),
    [
        ("12345", "DE", "This is not a valid VAT number (Somewhere). Example: DE136695976."),
        ("<script>", "DE", "This is not a valid VAT number (Somewhere). Example: DE136695976."),
        ("DE１３６６９５９７６", "DE", "This is not a valid VAT number (Somewhere)."),
        (
            "DE136695975",
            "DE",
            "The check digits of this VAT number do not match. Please check for a typo."
            " Example: DE136695976.",
        ),
        ("27AAPFU0939F1ZA", "IN", "The check digits of this GSTIN do not match."),
        ("00-1234567", "US", "This is not a valid EIN (Somewhere). Example: 12-3456789."),
        ("51824753557", "AU", "The check digits of this ABN do not match."),
        ("SE123456789702", "SE", "The check digits of this VAT number do not match."),
        ("none", "BR", "Please enter a tax ID of 4 to 30 letters and digits."),
        ("1-2", "BR", "Please enter a tax ID of 4 to 30 letters and digits."),
        ("1" * 31, "BR", "Please enter a tax ID of 4 to 30 letters and digits."),
    ],
)
def test_error_messages(typed: str, country: str, message: str) -> None:
    assert error_message(typed, country).startswith(message)


def test_an_address_contains_the_normalized_tax_id() -> None:
    address = PostalAddress(
        name=None,
        first_name="Ada",
        last_name="Miller",
        line1="Torstr. 1",
        line2=None,
        city="Berlin",
        state=None,
        postal_code="10119",
        country="de",
        phone=None,
        company="Miller GmbH",
        tax_id="136 695 976",
    )
    normalized, problems = normalize_address(address, "+1")
    assert (normalized.tax_id, normalized.company, problems) == ("DE136695976", "Miller GmbH", {})
    assert normalize_address(replace(address, tax_id=" "), "+1")[0].tax_id is None
    _address, problems = normalize_address(replace(address, tax_id="1"), "+1")
    assert problems == {
        "taxId": ["This is not a valid VAT number (Germany). Example: DE136695976."]
    }
