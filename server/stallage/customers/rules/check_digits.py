"""Check digits of tax ids. Each function expects a number that matches its country's pattern."""

from __future__ import annotations

from collections.abc import Callable, Sequence

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ALPHANUMERIC = "0123456789" + ALPHABET


def weighted(weights: Sequence[int], modulus: int, *, remainder: int = 0) -> Callable[[str], bool]:
    """Return a check that the weighted sum of all digits leaves a given remainder."""

    def check(number: str) -> bool:
        total = sum(weight * int(digit) for weight, digit in zip(weights, number, strict=True))
        return total % modulus == remainder

    return check


def luhn(number: str) -> bool:
    """ISO/IEC 7812-1: every second digit from the right is doubled."""
    digits = [int(digit) for digit in reversed(number)]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[0::2]) + sum(doubled)) % 10 == 0


def mod_11_10(number: str) -> bool:
    """ISO 7064, MOD 11,10."""
    check = 5
    for digit in number:
        check = ((check or 10) * 2 % 11 + int(digit)) % 10
    return check == 1


def mod_97_10(number: str) -> bool:
    """ISO 7064, MOD 97-10; A to Z count as 10 to 35."""
    return int("".join(str(ALPHANUMERIC.index(char)) for char in number)) % 97 == 1


def of_cyprus(number: str) -> bool:
    """Check letter of a Cypriot number."""
    odd = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21)
    digits = [int(digit) for digit in number[:8]]
    total = sum(odd[digit] for digit in digits[0::2]) + sum(digits[1::2])
    return ALPHABET[total % 26] == number[8]


def of_gstin(number: str) -> bool:
    """Last character of an Indian GSTIN: a Luhn sum in base 36."""
    total = 0
    for place, char in enumerate(number[:14]):
        total += sum(divmod(ALPHANUMERIC.index(char) * (1 + place % 2), 36))
    return ALPHANUMERIC[-total % 36] == number[14]


def of_ireland(number: str) -> bool:
    """Check letter: the eighth character of the new format, the last of the old one."""
    if number[1].isdigit():
        digits, extra = number[:7], number[8:]
    else:
        digits, extra = f"0{number[2:7]}{number[0]}", ""
    total = sum((8 - place) * int(digit) for place, digit in enumerate(digits))
    if extra:
        total += 9 * (ALPHABET.index(extra) + 1)
    return f"W{ALPHABET[:22]}"[total % 23] == number[7]


def of_lithuania(number: str) -> bool:
    """Last of 9 or 12 digits."""
    digits = [int(digit) for digit in number]
    body = list(enumerate(digits[:-1]))
    remainder = sum((1 + place % 9) * digit for place, digit in body) % 11
    if remainder == 10:
        remainder = sum((1 + (place + 2) % 9) * digit for place, digit in body) % 11
    return remainder % 10 == digits[-1]


def of_spain(number: str) -> bool:
    """Check of a person's number (NIF, NIE) or a company's (CIF)."""
    check_chars = "TRWAGMYFPDXBNJZSQVHLCKE"
    first, body, last = number[0], number[1:8], number[8]
    if first.isdigit():
        return check_chars[int(number[:8]) % 23] == last
    if first in "XYZ":
        return check_chars[int(f"{'XYZ'.index(first)}{body}") % 23] == last
    if first in "KLM":
        return check_chars[int(body) % 23] == last
    if first not in "ABCDEFGHJNPQRSUVW":
        return False
    digits = [int(digit) for digit in body]
    total = sum(digits[1::2]) + sum(sum(divmod(2 * digit, 10)) for digit in digits[0::2])
    check = -total % 10
    return last in (str(check), "JABCDEFGHI"[check])
