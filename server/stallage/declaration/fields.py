"""Types of values in a shop's files.

Amounts and times depend on the shop, so validation needs a `ValueContext` as pydantic's context.
Dumping with one returns values as files write them, without one as the program uses them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale, UnknownLocaleError
from babel.numbers import get_currency_name
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    SerializationInfo,
    ValidationInfo,
)

from stallage.core.money import MAX_AMOUNT, Currency
from stallage.core.times import parse_time
from stallage.customers.rules.addresses import COUNTRIES

MILLIONTHS_PER_PERCENT = 10_000
MAX_TEXT = 200_000
"""Characters of one text, such as a long article."""


@dataclass(frozen=True, slots=True)
class ValueContext:
    """The settings that the meaning of values depends on."""

    currency: Currency
    zone: tzinfo
    start: datetime
    """The time that `5 days ago` and `in 9 days` refer to."""


def _context(info: ValidationInfo) -> ValueContext:
    if not isinstance(info.context, ValueContext):
        raise TypeError("amounts and times need a ValueContext")
    return info.context


def _number(value: object) -> Decimal:
    """Parse a number of TOML, or text. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        raise ValueError("must be a number")
    try:
        number = Decimal(value)
    except InvalidOperation:
        raise ValueError("must be a number") from None
    if not number.is_finite():
        raise ValueError("must be a number")
    return number


def _minor_units(value: object, info: ValidationInfo) -> int:
    currency = _context(info).currency
    example = Decimal(5).quantize(Decimal(1).scaleb(-currency.decimals))
    allowed = f"must be an amount in {currency.code} such as {example}"
    try:
        units = _number(value).scaleb(currency.decimals)
    except ValueError:
        raise ValueError(allowed) from None
    if units != units.to_integral_value():
        raise ValueError(f"{allowed}, with at most {currency.decimals} decimals")
    if not 0 <= units <= MAX_AMOUNT:
        largest = Decimal(MAX_AMOUNT).scaleb(-currency.decimals)
        raise ValueError(f"{allowed}, from 0 to {largest}")
    return int(units)


def _millionths(value: object) -> int:
    try:
        millionths = _number(value) * MILLIONTHS_PER_PERCENT
    except ValueError:
        raise ValueError("must be a rate in per cent such as 8.875") from None
    if millionths != millionths.to_integral_value() or not 0 <= millionths <= 1_000_000:
        raise ValueError("must be a rate in per cent from 0 to 100, with at most 4 decimals")
    return int(millionths)


def _amount(value: int, info: SerializationInfo) -> Any:
    """In major units if there is a context."""
    context: ValueContext | None = info.context
    return Decimal(value).scaleb(-context.currency.decimals) if context else value


def _per_cent(value: int, info: SerializationInfo) -> Any:
    """In per cent if there is a context."""
    return Decimal(value) / MILLIONTHS_PER_PERCENT if info.context else value


def _moment(value: object, info: ValidationInfo) -> datetime:
    context = _context(info)
    return parse_time(value, context.start, context.zone)


def place_code(text: str) -> str:
    """Return a place of a delivery zone as it is stored. Raises ValueError."""
    code, _, typed = text.partition(":")
    country = COUNTRIES.get(code.upper())
    state = country.state_values.get(typed.casefold()) if country and typed else ""
    if country is None or state is None or text.endswith(":"):
        raise ValueError("must be a country such as DE, or a state such as US:CA")
    return f"{country.code}:{state}" if state else country.code


def _reject_nul(value: str) -> str:
    if "\x00" in value:
        raise ValueError("must not contain NUL characters")
    return value


def _reject_line_breaks(value: str) -> str:
    if any(ord(character) < 32 or character in "\x7f\u2028\u2029" for character in value):
        raise ValueError("must be a single line")
    return value


def _check_currency(value: str) -> str:
    if get_currency_name(value, locale="en") == value:
        raise ValueError("must be a currency of ISO 4217 such as USD")
    return value


def _check_country(value: str) -> str:
    if value not in COUNTRIES:
        raise ValueError("must be a country of ISO 3166-1 such as US")
    return value


def _check_locale(value: str) -> str:
    try:
        Locale.parse(value, sep="-")
    except (UnknownLocaleError, ValueError):
        raise ValueError("must be a language and region such as en-US") from None
    return value


def _check_zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("must be a time zone such as Europe/Berlin") from None
    return value


def _check_ending(value: int, info: ValidationInfo) -> int:
    below = _context(info).currency.endings
    if value >= below:
        raise ValueError(f"must be from 0 to {below - 1}")
    return value


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


Amount = Annotated[int, BeforeValidator(_minor_units), PlainSerializer(_amount)]
"""An amount in minor units of the shop's currency; in files in major units, such as 5.00."""

Rate = Annotated[int, BeforeValidator(_millionths), PlainSerializer(_per_cent)]
"""A rate in millionths; in files in per cent."""

Moment = Annotated[datetime, BeforeValidator(_moment)]
"""A time in UTC."""

Slug = Annotated[
    str, Field(pattern=r"^[^\s/?#%]+$", max_length=255), AfterValidator(_reject_line_breaks)
]
"""The name in URLs. Imports create slugs in any script."""

Line = Annotated[str, Field(max_length=2000), AfterValidator(_reject_line_breaks)]
"""Text of one line, which may be empty."""

Name = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_reject_line_breaks)]
"""Text of one line, not empty."""

Text = Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(_reject_nul)]
"""Text of any number of lines."""

Position = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Count = Annotated[int, Field(ge=0, lt=2**31)]
PriceEnding = Annotated[Count, AfterValidator(_check_ending)]
"""The last digits of prices, such as 99 for 19.99."""
Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
WebAddress = Annotated[str, Field(pattern=r"^https?://\S+$", max_length=2000)]
PromoName = Annotated[
    str,
    BeforeValidator(_upper),
    Field(pattern=r"^\S+$", max_length=100),
    AfterValidator(_reject_line_breaks),
]
CurrencyCode = Annotated[str, AfterValidator(_check_currency)]
PlaceCode = Annotated[str, AfterValidator(place_code)]
"""A country such as `DE`, or a state such as `US:CA`."""

CountryCode = Annotated[str, AfterValidator(_check_country)]
OptionalCountry = Annotated[str, AfterValidator(lambda value: value and _check_country(value))]
LocaleName = Annotated[str, AfterValidator(_check_locale)]
ZoneName = Annotated[str, AfterValidator(_check_zone)]
