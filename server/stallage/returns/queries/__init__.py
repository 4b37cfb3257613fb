"""Reads returns. Callers have already authorized access to the order."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from stallage.cart.queries.carts import lines_for_skus
from stallage.cart.queries.lines import CartLine
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.customers.personal_data import export_section, guest_export_section
from stallage.orders.queries import order_lines
from stallage.orders.rules import CANCELLED, LABELS, OrderStatus, cancellable
from stallage.orders.rules.returning import is_returnable, is_within_window, window_end
from stallage.orders.rules.units import StoredLine
from stallage.orders.sql.sections import order_section
from stallage.products.schemas import ChosenOption
from stallage.returns.drafts import (
    EmailedExchangeRefund,
    EmailedInstructions,
    EmailedReturn,
    EmailedWithdrawal,
)
from stallage.returns.rules import is_exchangeable, may_begin
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
            FROM return_lines rl JOIN order_lines_view l ON l.id = rl.order_line_id
                AND l.owner_id = rl.owner_id
            WHERE rl.return_id = r.id AND rl.owner_id = r.owner_id AND rl.quantity > 0
        ) AS lines
    FROM returns r JOIN orders_view o ON o.id = r.order_id AND o.owner_id = r.owner_id
    LEFT JOIN orders_view x ON x.id = r.exchange_order_id AND x.owner_id = r.owner_id
    LEFT JOIN LATERAL (
        SELECT sum(to_source)::bigint AS to_source, sum(to_wallet)::bigint AS to_wallet,
            bool_or(to_wallet > 0 AND credited_at IS NULL) AS waits
        FROM exchange_refunds WHERE return_id = r.id AND owner_id = r.owner_id
    ) e ON true
"""
OF_ORDER = RETURNS + "WHERE r.order_id = $1 ORDER BY r.id DESC"
BY_ID = RETURNS + "WHERE r.id = $1"
OF_CUSTOMER = RETURNS + "WHERE o.customer_id = $1 ORDER BY r.id"

INSTRUCTIONS = """
    SELECT r.public_id, i.text, i.label_url, (
            SELECT coalesce(string_agg(rl.quantity || ' × ' || l.title, ', ' ORDER BY l.position), '')
            FROM return_lines rl JOIN order_lines_view l ON l.id = rl.order_line_id
                AND l.owner_id = rl.owner_id
            WHERE rl.return_id = r.id AND rl.owner_id = r.owner_id AND rl.quantity > 0
        ) AS items
    FROM return_instructions i JOIN returns r ON r.id = i.return_id
        AND r.owner_id = i.owner_id WHERE i.id = $1
"""

EXCHANGE_REFUND = """
    SELECT r.public_id, e.lines, e.to_source, e.to_wallet, e.credited_at, o.currency
    FROM exchange_refunds e JOIN returns r ON r.id = e.return_id
        AND r.owner_id = e.owner_id JOIN orders_view o ON o.id = r.order_id AND o.owner_id = r.owner_id
    WHERE e.id = $1
"""

ORDER = """
    SELECT status, delivered_at,
        ARRAY(SELECT kind FROM order_tenders_view
            WHERE order_id = orders.id AND owner_id = orders.owner_id) AS tenders
    FROM orders_view orders WHERE id = $1
"""

# Other SKUs of the products of some lines, in the order of the product page.
SIBLINGS = """
    SELECT l.id AS line_id, s.id AS sku_id
    FROM order_lines_view l JOIN skus_view s ON s.product_id = l.product_id AND s.active AND s.id <> l.sku_id
    WHERE l.id = ANY($1::bigint[])
    ORDER BY l.position, s.position, s.id
    LIMIT 200
"""

WITHDRAWAL = """
    SELECT w.*, o.public_id AS order_public_id, o.contact_proven,
        (SELECT string_agg((p ->> 'quantity') || ' × ' || l.title, ', ' ORDER BY l.position)
            FROM jsonb_array_elements(w.lines) p
            JOIN order_lines_view l ON l.id = (p ->> 'line_id')::bigint) AS items
    FROM withdrawals w JOIN orders_view o ON o.id = w.order_id AND o.owner_id = w.owner_id WHERE w.id = $1
"""

WITHDRAWALS_OF_CUSTOMER = """
    SELECT o.public_id AS "orderId", w.name, w.contact, w.outcome, w.received_at AS "receivedAt"
    FROM withdrawals w JOIN orders_view o ON o.id = w.order_id
        AND o.owner_id = w.owner_id WHERE o.customer_id = $1 ORDER BY w.id
"""
TEXTS_OF_GUEST = """
    SELECT o.public_id AS "orderId", r.reason AS text, r.answer, NULL AS name, NULL AS contact,
        r.requested_at AS "writtenAt"
    FROM returns r JOIN orders_view o ON o.id = r.order_id AND o.owner_id = r.owner_id
    WHERE o.customer_id IS NULL AND (lower(o.email) = lower($1) OR o.phone = $2)
    UNION ALL
    SELECT o.public_id, 'withdrawal', '', w.name, w.contact, w.received_at
    FROM withdrawals w JOIN orders_view o ON o.id = w.order_id AND o.owner_id = w.owner_id
    WHERE o.customer_id IS NULL AND (lower(o.email) = lower($1) OR o.phone = $2)
"""


def _either(of_return: int | None, of_exchange: int | None) -> int | None:
    """The refund of a return: of its money at once, or of its exchange if that was cancelled."""
    return of_exchange if of_return is None else of_return


def return_of(row: Record) -> Return:
    """The return of the API, from a row of `RETURNS`."""
    currency = Currency.of(row["currency"])
    status = OrderStatus(row["status"])
    return Return.model_construct(
        return_id=row["public_id"],
        status=row["status"],
        status_label=LABELS[status],
        resolution=row["resolution"],
        refund_to=row["refund_to"],
        reason_code=row["reason_code"],
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


async def exchange_choices(
    connection: Connection, lines: list[StoredLine]
) -> dict[int, list[ExchangeChoice]]:
    """The SKUs that each line could be exchanged for now, by line id."""
    siblings = await connection.fetch(SIBLINGS, [line.id for line in lines])
    offers: dict[int, CartLine] = {
        one.sku_id: one
        for one in await lines_for_skus(connection, {row["sku_id"]: 1 for row in siblings})
    }
    by_id = {line.id: line for line in lines}
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
    lines = [line for line in await order_lines(connection, order_id) if is_returnable(line)]
    choices = await exchange_choices(connection, lines)
    return [
        LineToReturn.model_construct(
            line_id=line.id, quantity=line.left, exchanges=choices.get(line.id, [])
        )
        for line in lines
    ]


async def returns_of(connection: Connection, order_id: int, settings: Settings) -> OrderReturns:
    """Read the returns of an order, and what can still be returned now."""
    order: Any = await connection.fetchrow(ORDER, order_id)
    status, delivered_at, now = OrderStatus(order["status"]), order["delivered_at"], clock.now()
    window, by_right = settings.return_window_seconds, settings.withdrawal_window_seconds
    lines = await _lines_to_return(connection, order_id) if may_begin(status) else []
    in_transit = status in (OrderStatus.SHIPPED, OrderStatus.OUT_FOR_DELIVERY)
    in_time = bool(lines) and is_within_window(delivered_at, by_right, now)
    rows = await connection.fetch(OF_ORDER, order_id)
    can_return = bool(lines) and is_within_window(delivered_at, window, now)
    can_withdraw = by_right > 0 and (cancellable(status) or in_transit or in_time)
    return OrderReturns.model_construct(
        can_return=can_return,
        return_until=window_end(delivered_at, window),
        can_withdraw=can_withdraw,
        withdraw_until=window_end(delivered_at, by_right),
        wallet_only=not any(tender_kind(name).returns_to_source for name in order["tenders"]),
        lines=lines if can_return or can_withdraw else [],
        items=[return_of(row) for row in rows],
    )


async def order_of_return(connection: Connection, public_id: str) -> int:
    """Return the id of a return's order. Raises NotFound."""
    order_id: int | None = await connection.fetchval(
        "SELECT order_id FROM returns WHERE public_id = $1", public_id
    )
    if order_id is None:
        raise NotFound(f"There is no return {public_id}.")
    return order_id


def _items(lines: list[dict[str, Any]]) -> str:
    return ", ".join(f"{line['quantity']} × {line['title']}" for line in lines)


async def return_for_email(connection: Connection, return_id: int) -> EmailedReturn | None:
    """Read a return for the shop's emails."""
    row = await connection.fetchrow(BY_ID, return_id)
    if row is None:
        return None
    return EmailedReturn(
        public_id=row["public_id"],
        items=_items(row["lines"]),
        answer=row["answer"],
        amount=row["amount"],
        currency=row["currency"],
        to_source=row["to_source"],
        to_wallet=row["to_wallet"],
        credited_at=row["credited_at"],
        exchange_public_id=row["exchange_public_id"],
    )


async def instructions_for_email(
    connection: Connection, instructions_id: int
) -> EmailedInstructions | None:
    """Read instructions for their email."""
    row = await connection.fetchrow(INSTRUCTIONS, instructions_id)
    return None if row is None else EmailedInstructions(**dict(row))


async def exchange_refund_for_email(
    connection: Connection, refund_id: int
) -> EmailedExchangeRefund | None:
    """Read the refund of a cancelled exchange for its email."""
    row = await connection.fetchrow(EXCHANGE_REFUND, refund_id)
    if row is None:
        return None
    return EmailedExchangeRefund(
        public_id=row["public_id"],
        items=_items(row["lines"]),
        currency=row["currency"],
        to_source=row["to_source"],
        to_wallet=row["to_wallet"],
        credited_at=row["credited_at"],
    )


async def withdrawal_for_email(
    connection: Connection, withdrawal_id: int
) -> EmailedWithdrawal | None:
    """Read a statement of withdrawal for its acknowledgement."""
    row = await connection.fetchrow(WITHDRAWAL, withdrawal_id)
    if row is None:
        return None
    return EmailedWithdrawal(
        id=row["id"],
        order_id=row["order_id"],
        order_public_id=row["order_public_id"],
        name=row["name"],
        contact=row["contact"],
        contact_proven=row["contact_proven"],
        items=row["items"] or "",
        outcome=row["outcome"],
        received_at=row["received_at"],
    )


def _in_part(contact: str) -> str:
    """A contact in part, such as `d•••@example.com`. Its owner knows the rest."""
    name, at, host = contact.partition("@")
    return f"{name[:1]}•••@{host}" if at else f"•••{contact[-4:]}"


async def withdrawal_receipt(connection: Connection, withdrawal_id: int) -> WithdrawalStated:
    """Read a statement of withdrawal that has just been stored."""
    row: Any = await connection.fetchrow(WITHDRAWAL, withdrawal_id)
    return WithdrawalStated.model_construct(
        order_id=row["order_public_id"],
        received_at=row["received_at"],
        outcome=row["outcome"],
        sent_to=_in_part(row["contact"] or ""),
    )


@export_section("withdrawals")
async def exported_withdrawals(connection: Connection, customer_id: int) -> object:
    """The customer's statements of withdrawal, as received."""
    return [dict(row) for row in await connection.fetch(WITHDRAWALS_OF_CUSTOMER, customer_id)]


@guest_export_section("returnsOfContact")
async def exported_of_contact(
    connection: Connection, email: str | None, phone: str | None
) -> list[object]:
    """The texts that a guest wrote in returns and withdrawals."""
    return [dict(row) for row in await connection.fetch(TEXTS_OF_GUEST, email, phone)]


@export_section("returns")
async def exported(connection: Connection, customer_id: int) -> object:
    """The returns of the customer's orders, in the format of the API."""
    rows = await connection.fetch(OF_CUSTOMER, customer_id)
    return [return_of(row).model_dump(mode="json", by_alias=True) for row in rows]


order_section(
    "returns",
    """(SELECT jsonb_agg(jsonb_build_object('return_id', r.public_id, 'status', r.status,
            'amount', r.amount) ORDER BY r.id)
        FROM returns r WHERE r.order_id = o.id AND r.owner_id = o.owner_id)""",
)
