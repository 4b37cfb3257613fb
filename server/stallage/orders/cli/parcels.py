"""`stallage orders ship`, `parcel`, `parcels` and `carriers`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import typer
from pydantic import BaseModel, ValidationError

from stallage.core.dates import format_day
from stallage.core.errors import ApiError, NotFound
from stallage.core.runtime import Runtime
from stallage.core.validation import field_errors
from stallage.operating import in_shop
from stallage.orders.gateway_calls.shipping import (
    Shipments,
    change_parcel,
    ship_order,
    shipments_of,
)
from stallage.orders.queries.carriers import tracking_links
from stallage.orders.rules import LABELS
from stallage.orders.rules.parcels import CARRIERS
from stallage.orders.schemas import Parcel, ParcelChanges, ParcelInput

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

OrderName = Annotated[str, typer.Argument(metavar="ORDER_ID", help="Such as SO-7K2M-9QXD.")]
ParcelName = Annotated[str, typer.Argument(metavar="PARCEL_ID", help="Such as PC-7K2M-9QXD.")]
Link = Annotated[str | None, typer.Option(help="URL of the carrier's tracking page.")]
ArrivesBy = Annotated[
    str | None, typer.Option(metavar="DATE", help="When it should arrive, such as 2026-11-28.")
]


class _Refused(Exception):
    """An operation is not possible. The text says why."""


def register_in(orders: typer.Typer) -> None:
    """Add the commands to `stallage orders`."""
    orders.command()(ship)
    orders.command()(parcel)
    orders.command()(parcels)
    orders.command()(carriers)


def _messages(fields: dict[str, list[str]]) -> str:
    return "\n".join(text for texts in fields.values() for text in texts)


def _read(schema: type[M], **values: object) -> M:
    """Validate input as the API does. Prints the errors and exits if it is invalid."""
    try:
        return schema.model_validate({k: v for k, v in values.items() if v is not None})
    except ValidationError as error:
        typer.echo(_messages(field_errors(error.errors())), err=True)
        raise typer.Exit(1) from error


def _run(work: Callable[[Runtime], Awaitable[T]], missing: str) -> T:
    async def run(runtime: Runtime) -> T:
        try:
            return await work(runtime)
        except NotFound as error:
            raise _Refused(missing) from error
        except ApiError as error:
            raise _Refused(_messages(error.fields) or error.message) from error

    return in_shop(run, _Refused)


def _line_of(text: str) -> dict[str, int]:
    line_id, colon, quantity = text.partition(":")
    for part in (line_id, quantity):
        if not (colon and part.isascii() and part.isdigit() and len(part) < 16):
            typer.echo(
                f"{text} is not a line. Enter its id and a quantity, such as 17:2.", err=True
            )
            raise typer.Exit(1)
    return {"line_id": int(line_id), "quantity": int(quantity)}


def _show_parcel(shipments: Shipments, parcel: Parcel, locale: str) -> None:
    words = [parcel.parcel_id, parcel.carrier, parcel.tracking_number or ""]
    if parcel.delivered_at is not None:
        words.append("delivered")
    elif parcel.arrives_by is not None:
        day = format_day(parcel.arrives_by, locale)
        words.append(f"arrives by {day}")
    typer.echo("  ".join(filter(None, words)))
    if parcel.tracking_url is not None:
        typer.echo(f"  {parcel.tracking_url}")
    for line in parcel.lines:
        typer.echo(f"  {line.quantity} × {shipments.titles[line.line_id]}")


def ship(
    order_id: OrderName,
    *,
    carrier: Annotated[str, typer.Option(help="Such as UPS; see `stallage orders carriers`.")],
    number: Annotated[str, typer.Option(help="The tracking number.")],
    line: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LINE_ID:QTY",
            help="A line in the parcel; can be repeated. Without it, everything left to ship.",
        ),
    ] = None,
    link: Link = None,
    arrives_by: ArrivesBy = None,
) -> None:
    """Ship a parcel of an order and email the shopper. Repeating a number changes nothing."""
    parcel_input = _read(
        ParcelInput,
        carrier=carrier,
        tracking_number=number,
        tracking_url=link,
        arrives_by=arrives_by,
        lines=[_line_of(one) for one in line] if line else None,
    )

    async def work(runtime: Runtime) -> tuple[str, Shipments, str]:
        return *await ship_order(runtime, order_id, parcel_input), runtime.settings.locale

    parcel_id, shipments, locale = _run(work, f"There is no order {order_id}.")
    for one in shipments.parcels:
        if one.parcel_id == parcel_id:
            _show_parcel(shipments, one, locale)
    typer.echo(f"{shipments.order_id} is now {LABELS[shipments.status].lower()}.")


def parcel(
    parcel_id: ParcelName,
    *,
    carrier: Annotated[str | None, typer.Option(help="The correct carrier.")] = None,
    number: Annotated[str | None, typer.Option(help="The correct tracking number.")] = None,
    link: Link = None,
    arrives_by: ArrivesBy = None,
    delivered: Annotated[bool, typer.Option("--delivered", help="It has arrived.")] = False,
) -> None:
    """Correct a parcel's tracking, or mark it as delivered."""
    changes = _read(
        ParcelChanges,
        carrier=carrier,
        tracking_number=number,
        tracking_url=link,
        arrives_by=arrives_by,
    )

    async def work(runtime: Runtime) -> tuple[Shipments, str]:
        changed = await change_parcel(runtime, parcel_id, changes, delivered=delivered)
        return changed, runtime.settings.locale

    shipments, locale = _run(work, f"There is no parcel {parcel_id}.")
    for one in shipments.parcels:
        if one.parcel_id == parcel_id.strip().upper():
            _show_parcel(shipments, one, locale)
    typer.echo(f"{shipments.order_id} is {LABELS[shipments.status].lower()}.")


def parcels(order_id: OrderName) -> None:
    """Print an order's parcels, and the lines still to be shipped with their ids."""

    async def work(runtime: Runtime) -> tuple[Shipments, str]:
        return await shipments_of(runtime, order_id), runtime.settings.locale

    shipments, locale = _run(work, f"There is no order {order_id}.")
    typer.echo(f"{shipments.order_id} is {LABELS[shipments.status].lower()}.")
    for one in shipments.parcels:
        _show_parcel(shipments, one, locale)
    if shipments.to_ship:
        typer.echo("Not shipped yet:")
    for line in shipments.to_ship:
        typer.echo(f"  {line.line_id}:{line.quantity}  {line.title}")


def carriers() -> None:
    """Print the carriers and their tracking links. `[[carrier]]` in shop.toml adds others."""

    async def work(runtime: Runtime) -> dict[str, str]:
        async with runtime.database.reading() as connection:
            return await tracking_links(connection)

    own = in_shop(work)
    replaced = {name.casefold() for name in own}
    known = {name: link for name, link in CARRIERS.items() if name.casefold() not in replaced}
    for name, link in sorted({**known, **own}.items(), key=lambda item: item[0].casefold()):
        typer.echo(f"{name:<16}  {link}")
