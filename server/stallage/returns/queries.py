"""Reads returns; who may see the order has been asked before."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from stallage.cart.lines import CartLine
from stallage.cart.queries import listed
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.money import Currency
from stallage.customers.exporting import guest_section, section
from stallage.orders.actions import lines_of
from stallage.orders.rules import CANCELLED, LABELS, OrderStatus, cancellable
from stallage.orders.rules.pieces import left_of
from stallage.orders.rules.returning import can_be_returned, is_in_time, until
from stallage.products.schemas import ChosenOption
from stallage.returns.actions.exchanging import is_exchangeable
from stallage.returns.rules import may_begin
from stallage.returns.schemas import (
    ExchangeChoice,
    LineToReturn,
    OrderReturns,
    Return,
    ReturnLine,
    WithdrawalStated,
)
from stallage.settings import Settings
from stallage.tenders import tender_kind

RETURNS = """
    SELECT r.*, o.currency, x.public_id AS exchange_public_id, x.status AS exchange_status,
        e.to_source AS exchange_to_source, e.to_wallet AS exchange_to_wallet,
        e.waits AS exchange_waits, (
            SELECT jsonb_agg(jsonb_build_object('line_id', l.id, 'quantity', rl.quantity,
                'title', l.title, 'options', l.options, 'exchange_sku_id', rl.exchange_sku_id)
                ORDER BY l.position)
            FROM return_lines rl JOIN order_lines l ON l.id = rl.order_line_id
            WHERE rl.return_id = r.id
        ) AS lines
    FROM returns r JOIN orders o ON o.id = r.order_id
    LEFT JOIN orders x ON x.id = r.exchange_order_id
    LEFT JOIN LATERAL (
        SELECT sum(to_source)::bigint AS to_source, sum(to_wallet)::bigint AS to_wallet,
            bool_or(to_wallet > 0 AND credited_at IS NULL) AS waits
        FROM exchange_refunds WHERE return_id = r.id
    ) e ON true
"""
OF_ORDER = RETURNS + "WHERE r.order_id = $1 ORDER BY r.id DESC"
BY_ID = RETURNS + "WHERE r.id = $1"
OF_CUSTOMER = RETURNS + "WHERE o.customer_id = $1 ORDER BY r.id"

EXCHANGE_REFUND = """
    SELECT r.public_id, e.lines, e.to_source, e.to_wallet, e.credited_at, o.currency
    FROM exchange_refunds e JOIN returns r ON r.id = e.return_id JOIN orders o ON o.id = r.order_id
    WHERE e.id = $1
"""

ORDER = """
    SELECT status, delivered_at,
        ARRAY(SELECT kind FROM order_tenders WHERE order_id = orders.id) AS tenders
    FROM orders WHERE id = $1
"""

# Other SKUs of the products of some lines, in the order of the product page.
SIBLINGS = """
    SELECT l.id AS line_id, s.id AS sku_id
    FROM order_lines l JOIN skus s ON s.product_id = l.product_id AND s.active AND s.id <> l.sku_id
    WHERE l.id = ANY($1::bigint[])
    ORDER BY l.position, s.position, s.id
    LIMIT 200
"""

WITHDRAWAL = """
    SELECT w.*, o.public_id AS order_public_id, o.contact_proven,
        (SELECT string_agg((p ->> 'quantity') || ' × ' || l.title, ', ' ORDER BY l.position)
            FROM jsonb_array_elements(w.lines) p
            JOIN order_lines l ON l.id = (p ->> 'line_id')::bigint) AS things
    FROM withdrawals w JOIN orders o ON o.id = w.order_id WHERE w.id = $1
"""

STATED_BY_CUSTOMER = """
    SELECT o.public_id AS "orderId", w.name, w.contact, w.outcome, w.received_at AS "receivedAt"
    FROM withdrawals w JOIN orders o ON o.id = w.order_id WHERE o.customer_id = $1 ORDER BY w.id
"""
WRITTEN_BY_GUEST = """
    SELECT o.public_id AS "orderId", r.reason AS text, r.answer, NULL AS name, NULL AS contact,
        r.requested_at AS "writtenAt"
    FROM returns r JOIN orders o ON o.id = r.order_id
    WHERE o.customer_id IS NULL AND (lower(o.email) = lower($1) OR o.phone = $2)
    UNION ALL
    SELECT o.public_id, 'withdrawal', '', w.name, w.contact, w.received_at
    FROM withdrawals w JOIN orders o ON o.id = w.order_id
    WHERE o.customer_id IS NULL AND (lower(o.email) = lower($1) OR o.phone = $2)
"""


def _either(of_return: int | None, of_exchange: int | None) -> int | None:
    """A return is settled by money at once, or by an exchange that is paid back where it is cancelled."""
    return of_exchange if of_return is None else of_return


def return_of(row: Record) -> Return:
    """A return as the API says it, from a row of `RETURNS`."""
    currency = Currency.of(row["currency"])
    status = OrderStatus(row["status"])
    return Return.model_construct(
        return_id=row["public_id"],
        status=row["status"],
        status_label=LABELS[status],
        resolution=row["resolution"],
        refund_to=row["refund_to"],
        reason=row["reason"],
        answer=row["answer"],
        withdrawal=row["withdrawal"],
        amount=currency.money(row["amount"]),
        shipping=currency.money(row["shipping"]),
        to_source=currency.optional_money(_either(row["to_source"], row["exchange_to_source"])),
        to_wallet=currency.optional_money(_either(row["to_wallet"], row["exchange_to_wallet"])),
        waits_for_sign_in=bool(row["exchange_waits"])
        or (bool(row["to_wallet"]) and row["credited_at"] is None),
        exchange_order_id=row["exchange_public_id"],
        exchange_cancelled=row["exchange_status"] in CANCELLED,
        lines=[
            ReturnLine.model_construct(
                line_id=line["line_id"],
                quantity=line["quantity"],
                title=line["title"],
                options=[ChosenOption.model_construct(**one) for one in line["options"]],
                exchange_sku_id=line["exchange_sku_id"],
            )
            for line in row["lines"]
        ],
        requested_at=row["requested_at"],
        changed_at=row["changed_at"],
    )


async def _choices(connection: Connection, lines: list[Record]) -> dict[int, list[ExchangeChoice]]:
    """What each line could be exchanged for now."""
    siblings = await connection.fetch(SIBLINGS, [line["id"] for line in lines])
    offers: dict[int, CartLine] = {
        one.sku_id: one for one in await listed(connection, {row["sku_id"]: 1 for row in siblings})
    }
    by_id = {line["id"]: line for line in lines}
    choices: dict[int, list[ExchangeChoice]] = defaultdict(list)
    for row in siblings:
        offer = offers.get(row["sku_id"])
        if offer is not None and is_exchangeable(by_id[row["line_id"]], offer):
            choices[row["line_id"]].append(
                ExchangeChoice.model_construct(
                    sku_id=offer.sku_id,
                    options=[
                        ChosenOption.model_construct(name=name, value=value)
                        for name, value in offer.options
                    ],
                )
            )
    return choices


async def _lines_to_return(connection: Connection, order_id: int) -> list[LineToReturn]:
    lines = [line for line in await lines_of(connection, order_id) if can_be_returned(line)]
    choices = await _choices(connection, lines)
    return [
        LineToReturn.model_construct(
            line_id=line["id"], quantity=left_of(line), exchanges=choices.get(line["id"], [])
        )
        for line in lines
    ]


async def returns_of(connection: Connection, order_id: int, settings: Settings) -> OrderReturns:
    """The returns of an order, and what can still be done with it now."""
    order: Any = await connection.fetchrow(ORDER, order_id)
    status, delivered_at, now = OrderStatus(order["status"]), order["delivered_at"], clock.now()
    window, by_right = settings.return_window_seconds, settings.withdrawal_window_seconds
    lines = await _lines_to_return(connection, order_id) if may_begin(status) else []
    under_way = status in (OrderStatus.SHIPPED, OrderStatus.OUT_FOR_DELIVERY)
    in_time = bool(lines) and is_in_time(delivered_at, by_right, now)
    rows = await connection.fetch(OF_ORDER, order_id)
    can_return = bool(lines) and is_in_time(delivered_at, window, now)
    can_withdraw = by_right > 0 and (cancellable(status) or under_way or in_time)
    return OrderReturns.model_construct(
        can_return=can_return,
        return_until=until(delivered_at, window),
        can_withdraw=can_withdraw,
        withdraw_until=until(delivered_at, by_right),
        wallet_only=not any(tender_kind(name).returns_to_source for name in order["tenders"]),
        lines=lines if can_return or can_withdraw else [],
        items=[return_of(row) for row in rows],
    )


async def return_to_tell(connection: Connection, return_id: int) -> Record | None:
    """The row of a return for the shop's own letters."""
    return await connection.fetchrow(BY_ID, return_id)


async def exchange_refund_to_tell(connection: Connection, refund_id: int) -> Record | None:
    """What was paid back for a cancelled exchange, for the shop's own emails."""
    return await connection.fetchrow(EXCHANGE_REFUND, refund_id)


async def withdrawal_to_tell(connection: Connection, withdrawal_id: int) -> Record | None:
    """A statement of withdrawal for its acknowledgement."""
    return await connection.fetchrow(WITHDRAWAL, withdrawal_id)


def _in_part(contact: str) -> str:
    """Such as `d•••@example.com`: the rest is known to whom it belongs."""
    name, at, host = contact.partition("@")
    return f"{name[:1]}•••@{host}" if at else f"•••{contact[-4:]}"


async def stated(connection: Connection, withdrawal_id: int) -> WithdrawalStated:
    """A statement as the API says it."""
    row: Any = await withdrawal_to_tell(connection, withdrawal_id)
    return WithdrawalStated.model_construct(
        order_id=row["order_public_id"],
        received_at=row["received_at"],
        outcome=row["outcome"],
        sent_to=_in_part(row["contact"] or ""),
    )


@section("withdrawals")
async def exported_withdrawals(connection: Connection, customer_id: int) -> object:
    """What the customer stated, as it came in."""
    return [dict(row) for row in await connection.fetch(STATED_BY_CUSTOMER, customer_id)]


@guest_section("returnsOfContact")
async def exported_of_contact(
    connection: Connection, email: str | None, phone: str | None
) -> list[object]:
    """The reasons and statements of a guest's orders."""
    return [dict(row) for row in await connection.fetch(WRITTEN_BY_GUEST, email, phone)]


@section("returns")
async def exported(connection: Connection, customer_id: int) -> object:
    """The returns of the customer's orders, as the API says them."""
    rows = await connection.fetch(OF_CUSTOMER, customer_id)
    return [return_of(row).model_dump(mode="json", by_alias=True) for row in rows]
