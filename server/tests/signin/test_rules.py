"""Rules of codes, tokens and contacts."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.signin import rules
from stallage.signin.rules import Contact, Purpose

pytestmark = pytest.mark.fast

SECRET = b"a secret of this test"


def test_codes_are_six_digits_and_spread_evenly() -> None:
    codes = [rules.code_from_nonce(SECRET, f"{number:032x}") for number in range(20_000)]
    assert all(len(code) == 6 and code.isdigit() for code in codes)
    for place in range(6):
        counts = Counter(code[place] for code in codes)
        # 2,000 of each are expected; 300 away would be more than seven standard deviations.
        assert all(1_700 < counts[digit] < 2_300 for digit in "0123456789")


def test_a_code_cannot_be_computed_without_the_secret() -> None:
    nonce = rules.generate_nonce()
    assert rules.hash_code(SECRET, Purpose.SIGN_IN, "a", "1") != rules.hash_code(
        b"another", Purpose.SIGN_IN, "a", "1"
    )
    assert rules.code_from_nonce(SECRET, nonce) == rules.code_from_nonce(SECRET, nonce)
    differing = sum(
        rules.code_from_nonce(SECRET, rules.generate_nonce())
        != rules.code_from_nonce(SECRET, rules.generate_nonce())
        for _ in range(50)
    )
    assert differing > 45


@given(st.text(), st.text(), st.text(), st.text())
def test_a_hash_is_unique_to_purpose_subject_and_code(
    subject: str, code: str, other_subject: str, other_code: str
) -> None:
    hashed = rules.hash_code(SECRET, Purpose.SIGN_IN, subject, code)
    assert hashed != rules.hash_code(SECRET, Purpose.CONTACT, subject, code)
    if "\x1f" not in subject + code + other_subject + other_code:
        same = (subject, code) == (other_subject, other_code)
        other = rules.hash_code(SECRET, Purpose.SIGN_IN, other_subject, other_code)
        assert (hashed == other) == same


def test_successors_differ_by_token_and_by_secret() -> None:
    token = rules.generate_token()
    successor = rules.next_token(SECRET, token)
    assert successor == rules.next_token(SECRET, token)
    assert successor != rules.next_token(b"another", token)
    assert successor != rules.next_token(SECRET, rules.generate_token())
    assert len(successor) == len(token)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 second"), (45, "45 seconds"), (60, "1 minute"), (600, "10 minutes")],
)
def test_durations_as_text(seconds: int, words: str) -> None:
    assert rules.format_duration(seconds) == words


def test_contacts_are_compared_without_case() -> None:
    assert Contact(email="Ada@example.com").canonical == Contact(email="ada@example.com").canonical
    assert Contact(phone="+15035550143").canonical == "+15035550143"


@given(st.text(alphabet="0123456789 -\t", max_size=12))
def test_a_typed_code_keeps_its_digits(text: str) -> None:
    assert rules.clean_code(text) == "".join(one for one in text if one.isdigit())
