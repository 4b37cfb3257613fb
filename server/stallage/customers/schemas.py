"""What the API says about customers and their addresses."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Day, Input, Line, Output, Phone, Picture
from stallage.customers.rules.tax_ids import MAX_TAX_ID

Name = Annotated[Line, Field(min_length=1, max_length=80)]
AddressLine = Annotated[Line, Field(max_length=120)]
Gender = Literal["female", "male", "other"]
SkuIds = Annotated[list[int], Field(description="Newest first, at most 20.")]


class AddressInput(Input):
    """An address as somebody types it. Which parts are needed depends on the country.

    See `GET /api/countries`; `stallage.customers.rules.addresses` judges it.
    """

    name: Annotated[Line, Field(max_length=80)] | None = Field(
        default=None, title="Address name", description="What the customer calls it, such as Home."
    )
    first_name: Name
    last_name: Name
    line1: Annotated[Line, Field(min_length=1, max_length=120)]
    line2: AddressLine | None = None
    city: AddressLine | None = None
    state: AddressLine | None = Field(default=None, description="Its code or its name.")
    postal_code: Annotated[Line, Field(max_length=20)] | None = None
    country: Annotated[Line, Field(min_length=1, max_length=2)] = Field(
        description="ISO 3166-1, two letters.", examples=["US"]
    )
    phone: Phone | None = Field(default=None, description="10 digits.", examples=["2025550143"])
    company: AddressLine | None = Field(default=None, description="Of a business purchase.")
    tax_id: Annotated[Line, Field(max_length=MAX_TAX_ID)] | None = Field(
        default=None,
        description="Of the company, as its country issues it; see `taxIdExample` of the country.",
        examples=["DE136695976", "27AAPFU0939F1ZV"],
    )


class CustomerAddressInput(AddressInput):
    """An address of a customer's own."""

    is_primary: bool = Field(
        default=False,
        description="True makes it the primary one. False changes nothing: one always is.",
    )


class Address(Output):
    """An address of a customer."""

    id: int
    name: str | None
    first_name: str
    last_name: str
    line1: str
    line2: str | None
    city: str | None
    state: str | None
    postal_code: str | None
    country: str
    phone: str | None = Field(description="E.164.")
    company: str | None
    tax_id: str | None = Field(description="With its prefix and check digits, such as DE136695976.")
    is_primary: bool


class Customer(Output):
    """A customer, whole. The primary address comes first, then the newest."""

    id: int
    first_name: str | None
    last_name: str | None
    email: str | None
    phone: str | None = Field(description="E.164.")
    dob: date | None
    gender: Gender | None
    avatar: Picture | None
    addresses: list[Address]
    recently_view_sku_id: SkuIds
    unread_tickets: int = Field(
        ge=0, description="Support tickets with an answer that has not been looked at."
    )


class ProfileInput(Input):
    """What a customer may change alone. What is left out stays; null empties it."""

    first_name: Name | None = None
    last_name: Name | None = None
    dob: Day | None = Field(default=None, description="Not in the future.")
    gender: Gender | None = None


class State(Output):
    """A state, province or the like."""

    value: str = Field(description="As it stands on an envelope and in an address.")
    name: str


class Country(Output):
    """What an address in a country is made of."""

    code: str
    name: str
    fields: list[str] = Field(description="The parts in use, of city, state and postalCode.")
    required: list[str] = Field(description="The parts that cannot be blank.")
    states: list[State] = Field(description="Where not empty, the state is one of these.")
    state_label: str = Field(examples=["State", "Province"])
    postal_code_label: str = Field(examples=["ZIP code", "Postal code"])
    postal_code_example: str | None
    tax_id_label: str = Field(
        description="What a tax id is called there.", examples=["VAT number", "GSTIN"]
    )
    tax_id_example: str | None = Field(description="Null where any plausible number is taken.")
