"""Normalize contacts: email addresses, and phone numbers as E.164."""

from __future__ import annotations

import re
from functools import lru_cache

import phonenumbers
from email_validator import EmailNotValidError, validate_email

from stallage.core.schemas import MAX_EMAIL

MAX_LOCAL, MAX_PLAIN = 64, 200
_PLAIN = re.compile(r"[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*", re.ASCII)
"""What is before the @ of most addresses: whether they are valid depends on the domain alone."""
_SEPARATORS = re.compile(r"[\s().\u2010-\u2015-]+")


class InvalidContact(ValueError):
    """Not an email address or phone number that the shop accepts."""


def email_address(text: str) -> str:
    """Return the address with its domain in lower-case ASCII. Raises InvalidContact.

    Nothing is looked up: a code verifies that mail arrives. Domains under `.test` are accepted, so that
    a shop can be tried out without writing to anybody.
    """
    text = text.strip()
    local, _, domain = text.rpartition("@")
    is_plain = len(local) <= MAX_LOCAL and len(text) <= MAX_PLAIN and text.isascii()
    if is_plain and _PLAIN.fullmatch(local):
        return f"{local}@{_valid_domain(domain)}"
    return _validated(text)


@lru_cache(maxsize=4096)
def _valid_domain(domain: str) -> str:
    """Return a domain in lower-case ASCII. Raises InvalidContact."""
    return _validated(f"a@{domain}").removeprefix("a@")


def _validated(text: str) -> str:
    try:
        valid = validate_email(
            text, check_deliverability=False, allow_smtputf8=False, test_environment=True
        )
    except EmailNotValidError as error:
        raise InvalidContact from error
    address = valid.ascii_email or valid.normalized
    if len(address) > MAX_EMAIL:
        raise InvalidContact
    return address


def canonical_email(address: str) -> str:
    """Return the form by which addresses are compared: lower case."""
    return address.lower()


def phone_number(text: str, country_code: str) -> str:
    """Return ten digits, in any grouping, as E.164 with the shop's country code.

    The number may already start with that code. Raises InvalidContact.
    """
    digits = _SEPARATORS.sub("", text).removeprefix(country_code)
    if not re.fullmatch("[0-9]{10}", digits, re.ASCII):
        raise InvalidContact
    e164 = country_code + digits
    try:
        number = phonenumbers.parse(e164)
    except phonenumbers.NumberParseException as error:
        raise InvalidContact from error
    if not phonenumbers.is_possible_number(number):
        raise InvalidContact
    return e164
