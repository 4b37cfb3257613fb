"""Delivery and taxes in the operators' API. The same form is read and saved."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.money import MAX_AMOUNT
from stallage.core.schemas import Input, Integer, Line, Output

Code = Annotated[Line, Field(min_length=1, max_length=64, pattern=r"^[^\s/?#%:]+$")]
Name = Annotated[Line, Field(min_length=1, max_length=120)]
Amount = Annotated[Integer, Field(ge=0, le=MAX_AMOUNT)]
Days = Annotated[Integer, Field(ge=0, le=365)]
Limit = Annotated[Integer, Field(ge=0, le=MAX_AMOUNT)]
Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
Place = Annotated[Line, Field(min_length=2, max_length=80, examples=["DE", "US:CA"])]


class ZoneSettings(Input):
    """A delivery zone."""

    code: Code
    name: Name
    places: list[Place] = Field(default=[], max_length=600)
    rest_of_world: bool = False


class BandSettings(Input):
    """A step of a price."""

    up_to: Limit | None = Field(description="Grams, or minor units; null: no limit.")
    price: Amount


class RateSettings(Input):
    """What a delivery method costs in a zone."""

    zone: Code
    basis: Literal["flat", "weight", "value"]
    bands: Annotated[list[BandSettings], Field(min_length=1, max_length=50)]
    free_over: Amount | None = None
    min_days: Days
    max_days: Days


class MethodSettings(Input):
    """A delivery method. With rates, its own price, free-over amount and countries are not used."""

    code: Code
    name: Name
    price: Amount = 0
    free_over: Amount | None = None
    min_days: Days
    max_days: Days
    countries: list[Country] = Field(default=[], max_length=300)
    rates: list[RateSettings] = Field(default=[], max_length=100)


class DeliveryInput(Input):
    """All delivery zones and methods, in the shop's order. They replace the stored ones."""

    zones: Annotated[list[ZoneSettings], Field(max_length=100)]
    methods: Annotated[list[MethodSettings], Field(max_length=100)]


class DeliverySettings(Output):
    """All delivery zones and methods."""

    zones: list[ZoneSettings]
    methods: list[MethodSettings]


class TaxRateSettings(Input):
    """A tax rate of a place and a tax class."""

    country: Country
    state: Annotated[Line, Field(max_length=80)] = ""
    city: Annotated[Line, Field(max_length=80)] = ""
    name: Name
    tax_class: Annotated[Line, Field(max_length=64)] = Field(
        "", description="Code of a class; empty: the standard rate."
    )
    millionths: Annotated[Integer, Field(ge=0, le=1_000_000)] = Field(
        description="88750 is 8.875%."
    )
    included: bool
    on_delivery: bool


class TaxClassSettings(Input):
    """Products that are taxed at other rates."""

    code: Code
    name: Name
    products: Annotated[list[Annotated[Line, Field(max_length=255)]], Field(max_length=2000)] = (
        Field([], description="Slugs.")
    )
    categories: Annotated[list[Annotated[Line, Field(max_length=800)]], Field(max_length=500)] = (
        Field([], description="Paths, with all subcategories.")
    )


class TaxInput(Input):
    """All tax rates and classes. They replace the stored ones."""

    rates: Annotated[list[TaxRateSettings], Field(max_length=2000)]
    classes: Annotated[list[TaxClassSettings], Field(max_length=50)]
    reverse_charge: bool


class TaxSuggestion(Output):
    """Standard and reduced rates of a country, as far as this version knows them."""

    country: str
    name: str
    standard: int = Field(description="Millionths.")
    reduced: list[int]
    as_of: str = Field(description="Year and month of the table. Check the rates before use.")


class TaxedCategoryChoice(Output):
    """A category that a tax class may have."""

    path: str
    title: str


class TaxSettings(Output):
    """All tax rates and classes, with what helps to fill them in."""

    rates: list[TaxRateSettings]
    classes: list[TaxClassSettings]
    reverse_charge: bool
    shop_in_eu: bool
    suggestions: list[TaxSuggestion]
    categories: list[TaxedCategoryChoice]
