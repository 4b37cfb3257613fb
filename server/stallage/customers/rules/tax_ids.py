"""Tax ids of businesses: formats by country, and check digits.

The table covers VAT numbers of the EU, Northern Ireland (`XI`), Great Britain, Switzerland and Norway,
the GSTIN of India, the EIN of the US and the ABN of Australia. For other countries any number of a
plausible length is accepted. Nothing is looked up: a number that passes may still not exist.

Check digits are verified if the issuer has published the algorithm. If a country has several kinds of
numbers and only some have a known algorithm, only the format of the others is checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from stallage.customers.rules.check_digits import (
    luhn,
    mod_11_10,
    mod_97_10,
    of_cyprus,
    of_gstin,
    of_ireland,
    of_lithuania,
    of_spain,
    weighted,
)

Check = Callable[[str], bool]

MAX_TAX_ID = 40
"""Characters as typed; the longest stored one has 30."""

_SEPARATORS = re.compile(r"[\s.\-\u2010-\u2015/]+")
_LENIENT = re.compile(r"(?=.*\d)(?=(?:[\W_]*\w){4})[\w .&/-]{4,30}")


class InvalidTaxId(ValueError):
    """Not a tax id of the country. The text is shown to the shopper."""


@dataclass(frozen=True, slots=True)
class TaxIdRule:
    """Format of a country's tax id."""

    label: str
    """Local name, such as `VAT number`."""
    prefix: str
    """Prefix of the stored number; optional when typing."""
    pattern: str
    """Regular expression for the number without prefix and separators."""
    example: str
    check: Check | None = None
    """Verifies the check digits of a number that matches the pattern."""
    suffix: str = ""
    """Regular expression for a suffix that is accepted but not stored."""
    groups: tuple[int, ...] = ()
    """Lengths of the groups before each dash in the stored number; empty for no dashes."""

    def read(self, number: str) -> str | None:
        """Return the stored form of an upper-case number without separators, or None."""
        bare = number.removeprefix(self.prefix)
        match = re.fullmatch(f"({self.pattern})(?:{self.suffix})?", bare, re.ASCII)
        if match is None:
            return None
        bare = match[1]
        parts, start = [], 0
        for length in self.groups:
            parts.append(bare[start : start + length])
            start += length
        return self.prefix + "-".join([*parts, bare[start:]])


def _vat(prefix: str, pattern: str, example: str, check: Check | None = None) -> TaxIdRule:
    return TaxIdRule("VAT number", prefix, pattern, example, check)


def _only(pattern: str, check: Check) -> Check:
    """Return a check for numbers that match a pattern; all others pass."""
    return lambda number: re.fullmatch(pattern, number, re.ASCII) is None or check(number)


def _austria(number: str) -> bool:
    body = [int(digit) for digit in number[1:]]
    doubled = (sum(divmod(2 * digit, 10)) for digit in body[1:7:2])
    return (10 - (sum(body[0:7:2]) + sum(doubled) + 4) % 10) % 10 == body[7]


def _bulgaria(number: str) -> bool:
    digits = [int(digit) for digit in number]
    rest = sum(place * digit for place, digit in enumerate(digits[:8], 1)) % 11
    if rest == 10:
        rest = sum(place * digit for place, digit in enumerate(digits[:8], 3)) % 11
    return rest % 10 == digits[8]


def _czechia(number: str) -> bool:
    total = sum((8 - place) * int(digit) for place, digit in enumerate(number[:7]))
    return ((11 - total) % 11 or 1) % 10 == int(number[7])


def _france(number: str) -> bool:
    return (int(number[2:]) * 100 + 12) % 97 == int(number[:2])


def _greece(number: str) -> bool:
    total = sum(int(digit) << (8 - place) for place, digit in enumerate(number[:8]))
    return total % 11 % 10 == int(number[8])


def _netherlands(number: str) -> bool:
    """Company (mod 11), or sole trader since 2020 (mod 97 with the prefix)."""
    digits = [int(digit) for digit in number[:9]]
    total = sum((9 - place) * digit for place, digit in enumerate(digits[:8]))
    return total % 11 == digits[8] or mod_97_10(f"NL{number}")


def _portugal(number: str) -> bool:
    total = sum((9 - place) * int(digit) for place, digit in enumerate(number[:8]))
    return (11 - total % 11) % 11 % 10 == int(number[8])


def _romania(number: str) -> bool:
    body = number[:-1].zfill(9)
    total = sum(int(w) * int(digit) for w, digit in zip("753217532", body, strict=True))
    return total * 10 % 11 % 10 == int(number[-1])


def _slovenia(number: str) -> bool:
    total = sum((8 - place) * int(digit) for place, digit in enumerate(number[:7]))
    return 11 - total % 11 != 11 and (11 - total % 11) % 10 == int(number[7])


def _great_britain(number: str) -> bool:
    weights = zip((8, 7, 6, 5, 4, 3, 2), number[:7], strict=True)
    total = sum(weight * int(digit) for weight, digit in weights) + int(number[7:9])
    return total % 97 in (0, 42)


def _abn(number: str) -> bool:
    digits = [int(digit) for digit in number]
    digits[0] -= 1
    weights = (10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)
    return sum(weight * digit for weight, digit in zip(weights, digits, strict=True)) % 89 == 0


_BRITISH = r"\d{9}(?:\d{3})?|GD[0-4]\d\d|HA[5-9]\d\d"
_BRITISH_CHECK = _only(r"\d{9}(\d{3})?", _great_britain)

RULES: dict[str, TaxIdRule] = {
    "AT": _vat("AT", r"U\d{8}", "ATU13585627", _austria),
    "BE": _vat("BE", r"[01]\d{9}", "BE0428759497", lambda n: 97 - int(n[:8]) % 97 == int(n[8:])),
    "BG": _vat("BG", r"\d{9,10}", "BG175074752", _only(r"\d{9}", _bulgaria)),
    "CY": _vat("CY", r"\d{8}[A-Z]", "CY10259033P", of_cyprus),
    "CZ": _vat("CZ", r"\d{8,10}", "CZ25123891", _only(r"\d{8}", _czechia)),
    "DE": _vat("DE", r"[1-9]\d{8}", "DE136695976", mod_11_10),
    "DK": _vat("DK", r"\d{8}", "DK13585628", weighted((2, 7, 6, 5, 4, 3, 2, 1), 11)),
    "EE": _vat("EE", r"\d{9}", "EE100931558", weighted((3, 7, 1, 3, 7, 1, 3, 7, 1), 10)),
    "ES": _vat("ES", r"[A-Z0-9]\d{7}[A-Z0-9]", "ESB58378431", of_spain),
    "FI": _vat("FI", r"\d{8}", "FI20774740", weighted((7, 9, 10, 5, 8, 4, 2, 1), 11)),
    "FR": _vat("FR", r"[A-HJ-NP-Z0-9]{2}\d{9}", "FR40303265045", _only(r"\d{11}", _france)),
    "GR": _vat("EL", r"\d{9}", "EL094259216", _greece),
    "HR": _vat("HR", r"\d{11}", "HR33392005961", mod_11_10),
    "HU": _vat("HU", r"\d{8}", "HU12892312", weighted((9, 7, 3, 1, 9, 7, 3, 1), 10)),
    "IE": _vat("IE", r"\d[0-9A-Z+*]\d{5}[A-W][A-I]?", "IE6433435F", of_ireland),
    "IT": _vat("IT", r"\d{11}", "IT00743110157", luhn),
    "LT": _vat("LT", r"\d{9}|\d{12}", "LT119511515", of_lithuania),
    "LU": _vat("LU", r"\d{8}", "LU15027442", lambda n: int(n[:6]) % 89 == int(n[6:])),
    "LV": _vat(
        "LV",
        r"\d{11}",
        "LV40003521600",
        _only(r"[4-9]\d{10}", weighted((9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1), 11, remainder=3)),
    ),
    "MT": _vat("MT", r"\d{8}", "MT11679112", weighted((3, 4, 6, 7, 8, 9, 10, 1), 37)),
    "NL": _vat("NL", r"\d{9}B\d{2}", "NL004495445B01", _netherlands),
    "PL": _vat("PL", r"\d{10}", "PL8567346215", weighted((6, 5, 7, 2, 3, 4, 5, 6, 7, -1), 11)),
    "PT": _vat("PT", r"[1-9]\d{8}", "PT501964843", _portugal),
    "RO": _vat("RO", r"[1-9]\d{1,9}", "RO18547290", _romania),
    "SE": _vat("SE", r"\d{12}", "SE123456789701", lambda n: n.endswith("01") and luhn(n[:10])),
    "SI": _vat("SI", r"[1-9]\d{7}", "SI50223054", _slovenia),
    "SK": _vat("SK", r"[1-9]\d{9}", "SK2022749619", lambda n: int(n) % 11 == 0),
    "GB": _vat("GB", _BRITISH, "GB980780684", _BRITISH_CHECK),
    "XI": _vat("XI", _BRITISH, "XI980780684", _BRITISH_CHECK),
    "CH": TaxIdRule(
        "VAT number",
        "CHE",
        r"\d{9}",
        "CHE107787577",
        weighted((5, 4, 3, 2, 7, 6, 5, 4, 1), 11),
        suffix="MWST|TVA|IVA|TPV",
    ),
    "NO": TaxIdRule(
        "VAT number",
        "NO",
        r"[89]\d{8}",
        "NO995525828",
        weighted((3, 2, 7, 6, 5, 4, 3, 2, 1), 11),
        suffix="MVA",
    ),
    "IN": TaxIdRule(
        "GSTIN",
        "",
        r"\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][0-9A-Z]{2}",
        "27AAPFU0939F1ZV",
        of_gstin,
    ),
    "US": TaxIdRule("EIN", "", r"(?!00)\d{9}", "12-3456789", groups=(2,)),
    "AU": TaxIdRule("ABN", "", r"[1-9]\d{10}", "51824753556", _abn),
}
"""Country → rule. `XI` is the prefix of numbers of Northern Ireland, not a country."""

_SAME_AS = {"MC": "FR", "IM": "GB"}
"""Countries whose numbers are issued by another country."""

_BY_PREFIX = {rule.prefix: rule for rule in RULES.values() if rule.prefix}


def rule_of(country: str) -> TaxIdRule | None:
    """Return the rule of a country, or None if any plausible number is accepted."""
    return RULES.get(_SAME_AS.get(country, country))


def _rule_for(number: str, own: TaxIdRule) -> TaxIdRule:
    """Return the rule for a number's prefix, since a VAT number may be of another country."""
    if not own.prefix:
        return own
    return _BY_PREFIX.get(number[:3]) or _BY_PREFIX.get(number[:2]) or own


def normalize_tax_id(typed: str, country: str, country_name: str) -> str:
    """Return the stored form of a tax id, by the rules of the billing address's country.

    Raises InvalidTaxId with the problem and an example.
    """
    own = rule_of(country)
    if own is None:
        return _plausible(typed)
    number = _SEPARATORS.sub("", typed).upper()
    rule = _rule_for(number, own)
    stored = rule.read(number)
    if stored is None:
        raise InvalidTaxId(
            f"This is not a valid {own.label} ({country_name}). Example: {own.example}."
        )
    bare = stored.removeprefix(rule.prefix).replace("-", "")
    if rule.check is not None and not rule.check(bare):
        raise InvalidTaxId(
            f"The check digits of this {rule.label} do not match. Please check for a typo."
            f" Example: {rule.example}."
        )
    return stored


def _plausible(typed: str) -> str:
    """Return the stored form of a tax id of a country without a rule. Raises InvalidTaxId."""
    text = " ".join(typed.upper().split())
    if _LENIENT.fullmatch(text) is None:
        raise InvalidTaxId(
            "Please enter a tax ID of 4 to 30 letters and digits. Example: 12.345.678/0001-95."
        )
    return text


def vat_country(typed: str, country: str) -> str | None:
    """Return the country that issued a valid VAT number, by its prefix, or None if it is none.

    A number without a prefix is read as one of `country`.
    """
    number = _SEPARATORS.sub("", typed).upper()
    own = rule_of(country)
    rule = _BY_PREFIX.get(number[:3]) or _BY_PREFIX.get(number[:2]) or own
    stored = None if rule is None or not rule.prefix else rule.read(number)
    if rule is None or stored is None:
        return None
    if rule.check is not None and not rule.check(stored.removeprefix(rule.prefix)):
        return None
    return next(code for code, one in RULES.items() if one is rule)
