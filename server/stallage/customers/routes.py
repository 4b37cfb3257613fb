"""Routes of the signed-in customer: details, profile, addresses, export.

Calls that need a code (changing a contact, being forgotten) are in the sign-in feature.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from stallage.core import access
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses, wrap_json
from stallage.core.errors import NotFound, Unauthorized
from stallage.core.json_types import JsonObject
from stallage.core.public import LONG_CACHE, public_response
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID
from stallage.customers import queries
from stallage.customers.actions import addresses, profile
from stallage.customers.errors import TooManyAddresses
from stallage.customers.personal_data import export_customer
from stallage.customers.rules.addresses import COUNTRIES
from stallage.customers.schemas import (
    Address,
    Country,
    Customer,
    CustomerAddressInput,
    ProfileInput,
)

router = APIRouter(tags=["customer"])

AddressId = Annotated[int, Path(alias="id", ge=1, le=MAX_ID)]
OWN = error_responses(Unauthorized)
OWN_ADDRESS = error_responses(Unauthorized, NotFound)


@cache
def _countries() -> bytes:
    countries = sorted(COUNTRIES.values(), key=lambda rules: rules.name)
    return wrap_json(
        orjson.dumps([queries.country_of(rules).model_dump(mode="json") for rules in countries])
    )


@router.get("/api/countries", response_model=Answer[list[Country]])
async def countries(request: Request) -> Response:
    """The address format of every country, sorted by name."""
    return public_response(request, _countries(), cache_control=LONG_CACHE)


@router.get("/customer", responses=OWN)
async def details(customer_id: access.CustomerId, connection: Reading) -> Answer[Customer]:
    """The signed-in customer."""
    return answer(await queries.details_of(connection, customer_id))


@router.put("/customer", responses=OWN)
async def update(
    given: ProfileInput, request: Request, customer_id: access.CustomerId, connection: Transaction
) -> Answer[Customer]:
    """Change names, birthday and gender; omitted fields stay as they are."""
    time_zone = runtime_of(request).settings.time_zone
    await profile.update_profile(connection, customer_id, given, time_zone)
    return answer(await queries.details_of(connection, customer_id))


@router.get("/customer/export", responses=OWN)
async def export(customer_id: access.CustomerId, connection: Transaction) -> Answer[JsonObject]:
    """Everything that the shop stores about the customer, in sections."""
    await queries.details_of(connection, customer_id)
    return answer(await export_customer(connection, customer_id))


@router.post(
    "/customer/address", status_code=201, responses=error_responses(Unauthorized, TooManyAddresses)
)
async def add_address(
    given: CustomerAddressInput,
    request: Request,
    customer_id: access.CustomerId,
    connection: Transaction,
) -> Answer[Address]:
    """Add an address. The first one is primary. At most 20."""
    address = addresses.validate_address(given, _phone_country_code(request))
    return answer(
        await addresses.add_address(connection, customer_id, address, primary=given.is_primary)
    )


@router.put("/customer/address/{id}", responses=OWN_ADDRESS)
async def update_address(
    address_id: AddressId,
    given: CustomerAddressInput,
    request: Request,
    customer_id: access.CustomerId,
    connection: Transaction,
) -> Answer[Address]:
    """Replace an address."""
    address = addresses.validate_address(given, _phone_country_code(request))
    return answer(
        await addresses.update_address(
            connection, customer_id, address_id, address, primary=given.is_primary
        )
    )


@router.post("/customer/address/primary/{id}", responses=OWN_ADDRESS)
async def set_primary_address(
    address_id: AddressId, customer_id: access.CustomerId, connection: Transaction
) -> Answer[Address]:
    """Make an address the primary one."""
    return answer(await addresses.set_primary(connection, customer_id, address_id))


@router.delete("/customer/address/{id}", responses=OWN_ADDRESS)
async def delete_address(
    address_id: AddressId, customer_id: access.CustomerId, connection: Transaction
) -> Answer[None]:
    """Delete an address. If it was primary, the newest remaining one becomes primary."""
    await addresses.delete_address(connection, customer_id, address_id)
    return answer(None)


def _phone_country_code(request: Request) -> str:
    code: str = runtime_of(request).settings.phone_country_code
    return code
