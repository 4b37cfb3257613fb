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
from stallage.orders.actions import own_carriers
from stallage.orders.gateway_calls.shipping import (
    Shipments,
    change_parcel,
    ship_order,
    shipments_of,
)
from stallage.orders.rules import LABELS
from stallage.orders.rules.parcels import CARRIERS
from stallage.orders.schemas import Parcel, ParcelChanges, ParcelInput

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

OrderName = Annotated[str, typer.Argument(metavar="ORDER_ID", help="Such as SO-7K2M-9QXD.")]
ParcelName = Annotated[str, typer.Argument(metavar="PARCEL_ID", help="Such as PC-7K2M-9QXD.")]
Link = Annotated[str | None, typer.Option(help="The carrier's page about the parcel.")]
ArrivesBy = Annotated[
    str | None, typer.Option(metavar="DATE", help="When it should be there, such as 2026-11-28.")
]


class _Refused(Exception):
    """It cannot be done; the text says why."""


def register_in(orders: typer.Typer) -> None:
    """Adds the commands to `stallage orders`."""
    orders.command()(ship)
    orders.command()(parcel)
    orders.command()(parcels)
    orders.command()(carriers)


def _sentences(fields: dict[str, list[str]]) -> str:
    return "\n".join(text for texts in fields.values() for text in texts)


def _read(schema: type[M], **given: object) -> M:
    """Input as the API would take it; says what is wrong with it and exits."""
    try:
        return schema.model_validate({k: v for k, v in given.items() if v is not None})
    except ValidationError as error:
        typer.echo(_sentences(field_errors(error.errors())), err=True)
        raise typer.Exit(1) from error


def _run(work: Callable[[Runtime], Awaitable[T]], missing: str) -> T:
    async def refused_in_words(runtime: Runtime) -> T:
        try:
            return await work(runtime)
        except NotFound as error:
            raise _Refused(missing) from error
        except ApiError as error:
            raise _Refused(_sentences(error.fields) or error.message) from error

    return in_shop(refused_in_words, _Refused)


def _line_of(text: str) -> dict[str, int]:
    line_id, colon, quantity = text.partition(":")
    for part in (line_id, quantity):
        if not (colon and part.isascii() and part.isdigit() and len(part) < 16):
            typer.echo(f"{text} is no line: write its id and a quantity, such as 17:2.", err=True)
            raise typer.Exit(1)
    return {"line_id": int(line_id), "quantity": int(quantity)}


def _show_parcel(shipments: Shipments, shown: Parcel, locale: str) -> None:
    words = [shown.parcel_id, shown.carrier, shown.tracking_number or ""]
    if shown.delivered_at is not None:
        words.append("delivered")
    elif shown.arrives_by is not None:
        day = format_day(shown.arrives_by, locale)
        words.append(f"arrives by {day}")
    typer.echo("  ".join(filter(None, words)))
    if shown.tracking_url is not None:
        typer.echo(f"  {shown.tracking_url}")
    for line in shown.lines:
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
            help="What is in the parcel, as often as needed. Everything that is left without it.",
        ),
    ] = None,
    link: Link = None,
    arrives_by: ArrivesBy = None,
) -> None:
    """Ships a parcel of an order and tells the shopper. The same number again changes nothing."""
    read = _read(
        ParcelInput,
        carrier=carrier,
        tracking_number=number,
        tracking_url=link,
        arrives_by=arrives_by,
        lines=[_line_of(one) for one in line] if line else None,
    )

    async def work(runtime: Runtime) -> tuple[str, Shipments, str]:
        return *await ship_order(runtime, order_id, read), runtime.settings.locale

    parcel_id, shipments, locale = _run(work, f"There is no order {order_id}.")
    for shown in shipments.parcels:
        if shown.parcel_id == parcel_id:
            _show_parcel(shipments, shown, locale)
    typer.echo(f"{shipments.order_id} is now {LABELS[shipments.status].lower()}.")


def parcel(
    parcel_id: ParcelName,
    *,
    carrier: Annotated[str | None, typer.Option(help="The right carrier.")] = None,
    number: Annotated[str | None, typer.Option(help="The right tracking number.")] = None,
    link: Link = None,
    arrives_by: ArrivesBy = None,
    delivered: Annotated[bool, typer.Option("--delivered", help="It has arrived.")] = False,
) -> None:
    """Corrects a parcel's tracking, or notes that it has arrived."""
    read = _read(
        ParcelChanges,
        carrier=carrier,
        tracking_number=number,
        tracking_url=link,
        arrives_by=arrives_by,
    )

    async def work(runtime: Runtime) -> tuple[Shipments, str]:
        changed = await change_parcel(runtime, parcel_id, read, delivered=delivered)
        return changed, runtime.settings.locale

    shipments, locale = _run(work, f"There is no parcel {parcel_id}.")
    for shown in shipments.parcels:
        if shown.parcel_id == parcel_id.strip().upper():
            _show_parcel(shipments, shown, locale)
    typer.echo(f"{shipments.order_id} is {LABELS[shipments.status].lower()}.")


def parcels(order_id: OrderName) -> None:
    """Prints an order's parcels, and what is still to be shipped with the ids of its lines."""

    async def work(runtime: Runtime) -> tuple[Shipments, str]:
        return await shipments_of(runtime, order_id), runtime.settings.locale

    shipments, locale = _run(work, f"There is no order {order_id}.")
    typer.echo(f"{shipments.order_id} is {LABELS[shipments.status].lower()}.")
    for shown in shipments.parcels:
        _show_parcel(shipments, shown, locale)
    if shipments.to_ship:
        typer.echo("In no parcel yet:")
    for line in shipments.to_ship:
        typer.echo(f"  {line.line_id}:{line.quantity}  {line.title}")


def carriers() -> None:
    """Prints the known carriers and their tracking links; `[[carrier]]` in shop.toml adds others."""

    async def work(runtime: Runtime) -> dict[str, str]:
        async with runtime.database.reading() as connection:
            return await own_carriers(connection)

    own = in_shop(work)
    replaced = {name.casefold() for name in own}
    known = {name: link for name, link in CARRIERS.items() if name.casefold() not in replaced}
    for name, link in sorted({**known, **own}.items(), key=lambda one: one[0].casefold()):
        typer.echo(f"{name:<16}  {link}")
