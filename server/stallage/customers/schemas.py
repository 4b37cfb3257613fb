"""API schemas of customers and their addresses."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, StrictBool

from stallage.core.schemas import Day, Input, Line, Output, Phone, Picture
from stallage.customers.rules.tax_ids import MAX_TAX_ID

Name = Annotated[Line, Field(min_length=1, max_length=80)]
AddressLine = Annotated[Line, Field(max_length=120)]
Gender = Literal["female", "male", "other"]
SkuIds = Annotated[list[int], Field(description="Newest first, at most 20.")]


class AddressInput(Input):
    """An address as typed. The required fields depend on the country.

    See `GET /api/countries` and `stallage.customers.rules.addresses`.
    """

    name: Annotated[Line, Field(max_length=80)] | None = Field(
        default=None, title="Address name", description="The customer's label, such as Home."
    )
    first_name: Name
    last_name: Name
    line1: Annotated[Line, Field(min_length=1, max_length=120)]
    line2: AddressLine | None = None
    city: AddressLine | None = None
    state: AddressLine | None = Field(default=None, description="Code or name.")
    postal_code: Annotated[Line, Field(max_length=20)] | None = None
    country: Annotated[Line, Field(min_length=1, max_length=2)] = Field(
        description="ISO 3166-1 alpha-2.", examples=["US"]
    )
    phone: Phone | None = Field(default=None, description="10 digits.", examples=["2025550143"])
    company: AddressLine | None = Field(default=None, description="For a business purchase.")
    tax_id: Annotated[Line, Field(max_length=MAX_TAX_ID)] | None = Field(
        default=None,
        description="The company's, as issued by its country; see `taxIdExample` of the country.",
        examples=["DE136695976", "27AAPFU0939F1ZV"],
    )


class CustomerAddressInput(AddressInput):
    """An address of the signed-in customer."""

    is_primary: StrictBool = Field(
        default=False,
        description="True makes it the primary address. False changes nothing.",
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
    """A customer. The primary address comes first, then the newest."""

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
    unread_tickets: int = Field(ge=0, description="Support tickets with an unread answer.")


class ProfileInput(Input):
    """Profile fields to change. Omitted fields stay; null clears a field."""

    first_name: Name | None = None
    last_name: Name | None = None
    dob: Day | None = Field(default=None, description="Not in the future.")
    gender: Gender | None = None


class State(Output):
    """A state, province or similar."""

    value: str = Field(description="As written on an envelope and in an address.")
    name: str


class Country(Output):
    """The address format of a country."""

    code: str
    name: str
    fields: list[str] = Field(description="Which of city, state and postalCode are used.")
    required: list[str] = Field(description="The fields that cannot be blank.")
    states: list[State] = Field(description="If not empty, the state must be one of these.")
    state_label: str = Field(examples=["State", "Province"])
    postal_code_label: str = Field(examples=["ZIP code", "Postal code"])
    postal_code_example: str | None
    tax_id_label: str = Field(
        description="The local name of a tax id.", examples=["VAT number", "GSTIN"]
    )
    tax_id_example: str | None = Field(description="Null if any plausible number is accepted.")
