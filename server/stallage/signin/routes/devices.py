"""Devices on which a customer is signed in, and signing out of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from stallage.core import access
from stallage.core.db import Reading, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound, Unauthorized
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Line
from stallage.signin import queries
from stallage.signin.actions import tokens
from stallage.signin.schemas import Device

router = APIRouter(tags=["sign-in"])

DeviceId = Annotated[Line, Path(alias="id", min_length=1, max_length=64)]


@router.get("/auth/devices", responses=error_responses(Unauthorized))
async def list_devices(token: access.CurrentToken, connection: Reading) -> Answer[list[Device]]:
    """The devices on which the customer is signed in, last used first."""
    return answer(await queries.devices_of(connection, token.customer_id, token.family))


@router.delete("/auth/devices/{id}", responses=error_responses(Unauthorized, NotFound))
async def end_on_device(
    device_id: DeviceId, customer_id: access.CustomerId, request: Request
) -> Answer[None]:
    """Sign out on one device, with immediate effect."""
    async with database_of(request).transaction() as connection:
        await tokens.end_one(connection, customer_id, device_id)
    await runtime_of(request).revoked_sessions.refresh(database_of(request))
    return answer(None)


@router.delete("/auth/devices", responses=error_responses(Unauthorized))
async def end_everywhere(customer_id: access.CustomerId, request: Request) -> Answer[None]:
    """Sign out everywhere, this device included, and forget all known devices."""
    async with database_of(request).transaction() as connection:
        await tokens.end_all(connection, customer_id)
    await runtime_of(request).revoked_sessions.refresh(database_of(request))
    return answer(None)
