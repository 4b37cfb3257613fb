"""Normalize contacts: email addresses, and phone numbers as E.164."""

from __future__ import annotations

import re

import phonenumbers
from email_validator import EmailNotValidError, validate_email

from stallage.core.schemas import MAX_EMAIL

_SEPARATORS = re.compile(r"[\s().\u2010-\u2015-]+")


class InvalidContact(ValueError):
    """Not an email address or phone number that the shop accepts."""


def email_address(text: str) -> str:
    """Return the address with its domain in lower-case ASCII. Raises InvalidContact.

    Nothing is looked up: a code verifies that mail arrives. Domains under `.test` are accepted, so that
    a shop can be tried out without writing to anybody.
    """
    try:
        valid = validate_email(
            text.strip(), check_deliverability=False, allow_smtputf8=False, test_environment=True
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
