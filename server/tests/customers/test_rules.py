"""Rules of contacts, birthdays and addresses, as properties."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.customers.rules.addresses import COUNTRIES, PostalAddress, normalize_address
from stallage.customers.rules.contacts import (
    InvalidContact,
    canonical_email,
    email_address,
    phone_number,
)
from stallage.customers.rules.profile import is_birthday, merge_newest_first

pytestmark = pytest.mark.fast

HOME = PostalAddress(
    name=None,
    first_name="Ada",
    last_name="Miller",
    line1="12 Kiln Lane",
    line2=None,
    city="Portland",
    state="OR",
    postal_code="97201",
    country="US",
    phone=None,
)


@given(st.text(max_size=60))
def test_any_text_is_a_contact_or_invalid(text: str) -> None:
    for normalize in (email_address, lambda one: phone_number(one, "+1")):
        try:
            normalized = normalize(text)
        except InvalidContact:
            continue
        assert normalize(normalized) == normalized
        assert normalized.isascii()


@given(st.emails())
def test_normalizing_an_email_address_ignores_case(text: str) -> None:
    try:
        normalized = email_address(text)
    except InvalidContact:
        return
    assert canonical_email(email_address(text.swapcase())) == canonical_email(normalized)
    assert normalized.partition("@")[0] == text.strip().partition("@")[0]


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("Ada.L@Example.COM", "Ada.L@example.com"),
        (" ada+shop@example.com ", "ada+shop@example.com"),
        ("ada@bücher.example", "ada@xn--bcher-kva.example"),
        ("ada@shop.test", "ada@shop.test"),
    ],
)
def test_valid_email_addresses(text: str, normalized: str) -> None:
    assert email_address(text) == normalized


@given(
    st.from_regex(r"[a-z0-9_+.-]{0,70}", fullmatch=True),
    st.sampled_from(["example.com", "EXAMPLE.com", "shop.test", "localhost", "a..b", "xn--a", ""]),
)
def test_plain_addresses_are_judged_as_all_others_are(local: str, domain: str) -> None:
    def judge(text: str) -> str | None:
        try:
            return email_address(text)
        except InvalidContact:
            return None

    found = judge(f"{local}@{domain}")
    # Capital letters are kept, and judged without a shortcut.
    other = judge(f"{local.upper()}@{domain}")
    assert found == (None if other is None else other.lower())


@pytest.mark.parametrize("text", ["", "ada", "ada@", "@example.com", "ada@localhost", "a b@c.de"])
def test_invalid_email_addresses(text: str) -> None:
    with pytest.raises(InvalidContact):
        email_address(text)


@pytest.mark.parametrize(
    "text", ["5035550143", "(503) 555-0143", "503.555.0143", "+1 503 555 0143", "+15035550143"]
)
def test_ten_digits_in_any_grouping(text: str) -> None:
    assert phone_number(text, "+1") == "+15035550143"


@pytest.mark.parametrize(
    "text", ["", "503555014", "50355501430", "15035550143", "+445035550143", "503555O143"]
)
def test_invalid_phone_numbers(text: str) -> None:
    with pytest.raises(InvalidContact):
        phone_number(text, "+1")


def test_the_country_code_is_the_one_of_the_shop() -> None:
    assert phone_number("9876543210", "+91") == "+919876543210"


@given(st.dates())
def test_birthdays_are_not_in_the_future(day: date) -> None:
    today = date(2026, 11, 21)
    assert is_birthday(day, today) == (date(1900, 1, 1) <= day < today + timedelta(days=1))


@given(st.lists(st.integers(1, 30)), st.lists(st.integers(1, 30)), st.integers(0, 40))
def test_lists_merge_newest_first_without_repeats(
    newer: list[int], older: list[int], limit: int
) -> None:
    merged = merge_newest_first(newer, older, limit)
    assert len(merged) == len(set(merged)) <= limit
    assert set(merged) <= {*newer, *older}
    if limit >= 40:
        assert set(merged) == {*newer, *older}
    assert merged == merge_newest_first(merged, older, limit)


@given(st.sampled_from(sorted(COUNTRIES)), st.text(max_size=12), st.text(max_size=12))
def test_normalizing_an_address_is_idempotent(code: str, state: str, postal_code: str) -> None:
    address = replace(HOME, country=code.lower(), state=state, postal_code=postal_code)
    once, problems = normalize_address(address, "+1")
    if not problems:
        assert normalize_address(once, "+1") == (once, {})
        assert once.country == code
    assert set(problems) <= {"city", "state", "postalCode"}


def test_every_state_is_known_by_its_name_and_its_value() -> None:
    for country in COUNTRIES.values():
        for value, name in country.states:
            for spelling in (value, name, name.upper()):
                address = replace(HOME, country=country.code, state=spelling, postal_code=None)
                normalized, problems = normalize_address(address, "+1")
                assert "state" not in problems
                assert normalized.state == value
