"""Reads the carriers that the shop knows."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.orders.rules.parcels import CARRIERS
from stallage.orders.schemas.carriers import OwnCarrier
from stallage.orders.schemas.operator import CarrierChoice

OWN = "SELECT name, tracking_url, offered FROM carriers ORDER BY lower(name)"


async def own_carriers(connection: Connection) -> list[OwnCarrier]:
    """Return the shop's own carriers and its changes of known ones, by name."""
    # Stored values are not checked again: the shop's files allow more than the operators' API.
    return [OwnCarrier.model_construct(**row) for row in await connection.fetch(OWN)]


async def tracking_links(connection: Connection) -> dict[str, str]:
    """Return the link templates of the shop's own carriers, by name."""
    return {one.name: one.tracking_url for one in await own_carriers(connection)}


async def carrier_choices(connection: Connection) -> list[CarrierChoice]:
    """Return the carriers to choose from when an order is shipped, by name."""
    own = await own_carriers(connection)
    changed = {one.name.casefold() for one in own}
    choices = [
        CarrierChoice(name=name, tracking_url=link, own=False)
        for name, link in CARRIERS.items()
        if name.casefold() not in changed
    ]
    choices += [
        CarrierChoice(name=one.name, tracking_url=one.tracking_url, own=True)
        for one in own
        if one.offered
    ]
    return sorted(choices, key=lambda one: one.name.casefold())
