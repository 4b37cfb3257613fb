"""Contacts in their one form: e-mail addresses, and phone numbers in E.164."""

from __future__ import annotations

import re

import phonenumbers
from email_validator import EmailNotValidError, validate_email

from stallage.core.schemas import MAX_EMAIL

_SEPARATORS = re.compile(r"[\s().\u2010-\u2015-]+")


class ContactRefused(ValueError):
    """This is no e-mail address or no phone number of the kind that the shop takes."""


def email_address(text: str) -> str:
    """The address with its domain in lower case and in ASCII. Raises ContactRefused.

    Nothing is looked up: whether mail arrives is proven by a code. Domains below `.test` are taken
    so that a shop can be tried without reaching anybody.
    """
    try:
        valid = validate_email(
            text.strip(), check_deliverability=False, allow_smtputf8=False, test_environment=True
        )
    except EmailNotValidError as error:
        raise ContactRefused from error
    address = valid.ascii_email or valid.normalized
    if len(address) > MAX_EMAIL:
        raise ContactRefused
    return address


def canonical_email(address: str) -> str:
    """What makes two spellings of an address one: case does not count."""
    return address.lower()


def phone_number(text: str, country_code: str) -> str:
    """Ten digits, however they are grouped, as E.164 with the shop's country code.

    A number that carries that code already passes. Raises ContactRefused.
    """
    digits = _SEPARATORS.sub("", text).removeprefix(country_code)
    if not re.fullmatch("[0-9]{10}", digits, re.ASCII):
        raise ContactRefused
    wanted = country_code + digits
    try:
        number = phonenumbers.parse(wanted)
    except phonenumbers.NumberParseException as error:
        raise ContactRefused from error
    if not phonenumbers.is_possible_number(number):
        raise ContactRefused
    return wanted
