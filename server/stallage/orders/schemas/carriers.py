"""The shop's own carriers as operators see and change them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Input, Line, Output
from stallage.orders.rules.parcels import MAX_LINK
from stallage.orders.schemas import CarrierName

MAX_CARRIERS = 200


class OwnCarrier(Input):
    """A carrier of the shop, or what the shop changes of a known one."""

    name: CarrierName
    tracking_url: Annotated[Line, Field(min_length=1, max_length=MAX_LINK)] = Field(
        description="An https link with the placeholder `{number}` for the tracking number."
    )
    offered: bool = Field(description="Whether operators choose among it when they ship.")


class CarriersInput(Input):
    """All carriers of the shop's own, and all its changes of known ones."""

    carriers: Annotated[list[OwnCarrier], Field(max_length=MAX_CARRIERS)]


class KnownCarrier(Output):
    """A carrier that every shop knows."""

    name: str
    tracking_url: str


class CarrierSettings(Output):
    """The shop's own carriers, and those that it knows anyway."""

    carriers: list[OwnCarrier]
    known: list[KnownCarrier]
