"""Kinds of values in a shop's files: how they are written and what they become.

Amounts and moments depend on the shop, so validation takes a `Reading` as its context. Dumping with
one gives values as files write them, without one as the program has them.
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
"""Characters of one text; as much as a long article."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What values mean in the shop that is being read."""

    currency: Currency
    zone: tzinfo
    start: datetime
    """What `5 days ago` and `in 9 days` are counted from."""


def _reading(info: ValidationInfo) -> Reading:
    if not isinstance(info.context, Reading):
        raise TypeError("amounts and moments are validated in the context of a Reading")
    return info.context


def _number(value: object) -> Decimal:
    """A number as TOML or text has it. Raises ValueError."""
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
    currency = _reading(info).currency
    example = Decimal(5).quantize(Decimal(1).scaleb(-currency.decimals))
    allowed = f"must be an amount in {currency.code} such as {example}"
    try:
        units = _number(value).scaleb(currency.decimals)
    except ValueError:
        raise ValueError(allowed) from None
    if units != units.to_integral_value():
        raise ValueError(f"{allowed}, with at most {currency.decimals} decimals")
    if not 0 <= units <= MAX_AMOUNT:
        raise ValueError(f"{allowed}, neither negative nor more than a shop takes")
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
    """As people write it, where a reading says how."""
    reading: Reading | None = info.context
    return Decimal(value).scaleb(-reading.currency.decimals) if reading else value


def _per_cent(value: int, info: SerializationInfo) -> Any:
    """In per cent, likewise."""
    return Decimal(value) / MILLIONTHS_PER_PERCENT if info.context else value


def _moment(value: object, info: ValidationInfo) -> datetime:
    reading = _reading(info)
    return parse_time(value, reading.start, reading.zone)


def _storable(value: str) -> str:
    if "\x00" in value:
        raise ValueError("must not hold NUL characters")
    return value


def _one_line(value: str) -> str:
    if any(ord(character) < 32 or character in "\x7f\u2028\u2029" for character in value):
        raise ValueError("must be a single line")
    return value


def _known_currency(value: str) -> str:
    if get_currency_name(value, locale="en") == value:
        raise ValueError("must be a currency of ISO 4217 such as USD")
    return value


def _known_country(value: str) -> str:
    if value not in COUNTRIES:
        raise ValueError("must be a country of ISO 3166-1 such as US")
    return value


def _known_locale(value: str) -> str:
    try:
        Locale.parse(value, sep="-")
    except (UnknownLocaleError, ValueError):
        raise ValueError("must be a language and region such as en-US") from None
    return value


def _known_zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("must be a time zone such as Europe/Berlin") from None
    return value


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


Amount = Annotated[int, BeforeValidator(_minor_units), PlainSerializer(_amount)]
"""An amount of the shop's currency, in minor units; written as people write it, such as 5.00."""

Rate = Annotated[int, BeforeValidator(_millionths), PlainSerializer(_per_cent)]
"""Millionths; written in per cent."""

Moment = Annotated[datetime, BeforeValidator(_moment)]
"""A moment in UTC."""

Slug = Annotated[str, Field(pattern=r"^[^\s/?#%]+$", max_length=255), AfterValidator(_one_line)]
"""What something is called in addresses. Imports make slugs in any script."""

Line = Annotated[str, Field(max_length=2000), AfterValidator(_one_line)]
"""Text of one line, perhaps empty."""

Name = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_one_line)]
"""Text of one line, not empty."""

Text = Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(_storable)]
"""Text of any lines."""

Position = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Count = Annotated[int, Field(ge=0, lt=2**31)]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
WebAddress = Annotated[str, Field(pattern=r"^https?://\S+$", max_length=2000)]
PromoName = Annotated[
    str, BeforeValidator(_upper), Field(pattern=r"^\S+$", max_length=100), AfterValidator(_one_line)
]
CurrencyCode = Annotated[str, AfterValidator(_known_currency)]
CountryCode = Annotated[str, AfterValidator(_known_country)]
PerhapsCountry = Annotated[str, AfterValidator(lambda value: value and _known_country(value))]
LocaleName = Annotated[str, AfterValidator(_known_locale)]
ZoneName = Annotated[str, AfterValidator(_known_zone)]
