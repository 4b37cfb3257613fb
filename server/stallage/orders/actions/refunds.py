"""Grants, pays and withdraws refunds. Two rights, two steps: granting reserves, paying moves money.

The caller holds the lock of the order's row, and has computed the plan under it, so that all refunds of
an order together never exceed what was paid for it.
"""

from __future__ import annotations

from dataclasses import asdict

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.core.json_types import JsonObject
from stallage.orders.actions.change import lock_order, record_refund
from stallage.orders.actions.events import add_event
from stallage.orders.actions.tenders import give_back, record_credited, tenders_of
from stallage.orders.drafts import LockedOrder
from stallage.orders.errors import RefundRefused, SecondApprovalRequired
from stallage.orders.events import RefundPaid
from stallage.orders.queries.refunds import StoredRefund, granted_amount, money_of, refund_of
from stallage.orders.rules.refunds import (
    OrderMoney,
    RefundDraft,
    RefundPlan,
    credited_parts,
    new_public_id,
    source_parts,
)
from stallage.orders.rules.units import units_text
from stallage.products.actions import refresh_cards
from stallage.stock.actions import put_back
from stallage.wallet.actions import credit
from stallage.wallet.rules import Reason

WRITE = """
    INSERT INTO order_refunds (public_id, order_id, owner_id, state, lines, delivery, delivery_tax, gift_wrap,
        gift_wrap_tax, goodwill, refunded_before, amount, to_source, to_wallet, reason, note, notify,
        granted_at, granted_by, granted_by_name, needs_approval)
    VALUES ($1, $2, $20, 'granted', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
        $18, $19)
    RETURNING id
"""

# Granting takes the units off the line, and withdrawing puts them back (`sign` is -1).
MOVE_UNITS = """
    UPDATE order_lines l SET refunded = l.refunded + $3 * p.quantity,
        gone_line_total = l.gone_line_total + $3 * p.line_total,
        gone_discount = l.gone_discount + $3 * p.discount,
        gone_tax = l.gone_tax + $3 * p.tax,
        gone_tax_added = l.gone_tax_added + $3 * p.tax_added
    FROM jsonb_to_recordset($2) AS p (line_id bigint, quantity int, line_total bigint,
        discount bigint, tax bigint, tax_added bigint)
    WHERE l.id = p.line_id AND l.order_id = $1
"""

MARK_PAID = """
    UPDATE order_refunds SET state = 'paid', paid_at = $2, paid_by_name = $3
    WHERE id = $1 AND state = 'granted' RETURNING id
"""
MARK_WITHDRAWN = """
    UPDATE order_refunds SET state = 'withdrawn', withdrawn_at = $2
    WHERE id = $1 AND state = 'granted' RETURNING id
"""
WITHDRAW_ALL = """
    UPDATE order_refunds SET state = 'withdrawn', withdrawn_at = $2
    WHERE order_id = $1 AND state = 'granted' RETURNING public_id, lines
"""
MARK_CREDITED = """
    UPDATE order_refunds SET credited_at = $2 WHERE id = $1 AND credited_at IS NULL RETURNING id
"""

WAITING = """
    SELECT r.id, r.order_id, r.to_wallet FROM order_refunds r
    JOIN orders o ON o.id = r.order_id AND o.owner_id = r.owner_id
    WHERE o.customer_id = $1 AND r.state = 'paid' AND r.to_wallet > 0 AND r.credited_at IS NULL
    ORDER BY r.order_id, r.id
"""


def _subject(order: LockedOrder) -> Subject:
    return Subject("order", order.id, order.public_id)


def actor_key() -> str:
    """Identifies who acts, such as `operator:7`, to tell two people apart."""
    actor = current_actor()
    if actor is None:
        return "system"
    return f"{actor.kind}:{actor.id or actor.name}"


def _actor_name() -> str:
    actor = current_actor()
    return "" if actor is None else actor.name


def _stored_units(plan: RefundPlan, draft: RefundDraft) -> list[JsonObject]:
    requested = {one.line_id: one for one in draft.lines}
    return [
        {
            **asdict(one),
            "reason": requested[one.line_id].reason,
            "restock": requested[one.line_id].restock,
        }
        for one in plan.units
    ]


async def grant_refund(
    connection: Connection,
    order: LockedOrder,
    draft: RefundDraft,
    plan: RefundPlan,
    *,
    needs_approval: bool,
) -> str:
    """Grant a refund, and return its public id. It reserves its units and its money.

    `plan` was computed under the lock that the caller holds.
    """
    units = _stored_units(plan, draft)
    public_id = new_public_id()
    await connection.fetchval(
        WRITE,
        public_id,
        order.id,
        units,
        plan.extras.delivery,
        plan.extras.delivery_tax,
        plan.extras.gift_wrap,
        plan.extras.gift_wrap_tax,
        plan.goodwill,
        plan.refunded_before,
        plan.amount,
        plan.to_source,
        plan.to_wallet,
        draft.reason,
        draft.note,
        draft.notify,
        clock.now(),
        actor_key(),
        _actor_name(),
        needs_approval,
        order.owner_id,
    )
    await connection.execute(MOVE_UNITS, order.id, units, 1)
    await record(
        connection,
        "refund.granted",
        _subject(order),
        after={
            "refund": public_id,
            "amount": plan.amount,
            "to_source": plan.to_source,
            "to_wallet": plan.to_wallet,
            "items": units_text(plan.units),
            "goodwill": plan.goodwill,
            "reason": draft.reason,
        },
    )
    return public_id


def _check_payable(money: OrderMoney, refund: StoredRefund) -> None:
    # The order's other refunds, and what open returns take, were checked when it was granted.
    if refund.amount > money.paid - money.refunded:
        raise RefundRefused("This is more than can still be refunded.", limit=money.available)


async def pay_refund(connection: Connection, order: LockedOrder, public_id: str) -> StoredRefund:
    """Pay a granted refund: put units back into stock, give back money, credit the wallet.

    Returns the refund as it was granted. Raises NotFound, RefundRefused and SecondApprovalRequired.
    """
    refund = await refund_of(connection, order.id, public_id)
    if refund.state != "granted":
        raise RefundRefused(
            "This refund was paid already."
            if refund.state == "paid"
            else "This refund was withdrawn."
        )
    if refund.needs_approval and refund.granted_by == actor_key():
        raise SecondApprovalRequired
    money = await money_of(
        connection, order.id, in_returns={}, other_pending=0, delivery_in_returns=False
    )
    _check_payable(money, refund)
    parts = source_parts(money.tenders, money.source_positions, refund.to_source)
    credited = credited_parts(money.tenders, parts, money.wallet_last, refund.to_wallet)
    if await connection.fetchval(MARK_PAID, refund.id, clock.now(), _actor_name()) is None:
        raise RefundRefused("This refund was paid already.")
    # Stock is locked first, then what holds the money, and the products last.
    restocked: dict[int, int] = {}
    for line in refund.lines:
        if line["restock"]:
            restocked[line["sku_id"]] = restocked.get(line["sku_id"], 0) + line["quantity"]
    products = await put_back(connection, restocked, order.id) if restocked else set()
    is_back = await give_back(connection, order, parts, f"refund:{refund.id}")
    if credited:
        await record_credited(connection, order, credited, f"refund:{refund.id}")
        await _credit(connection, order, refund.id, refund.to_wallet)
    if is_back or credited:
        await record_refund(connection, order)
    await add_event(connection, order, "operator", _label(refund))
    await record(
        connection,
        "refund.paid",
        _subject(order),
        after={
            "refund": public_id,
            "amount": refund.amount,
            "to_source": refund.to_source,
            "to_wallet": refund.to_wallet,
            "restocked": sum(restocked.values()),
        },
    )
    await publish(connection, RefundPaid(order_id=order.id, refund_id=refund.id))
    await refresh_cards(connection, products)
    return refund


def _label(refund: StoredRefund) -> str:
    parts = [f"{one['quantity']} × {one['title']}" for one in refund.lines]
    parts += ["delivery"] if refund.delivery else []
    parts += ["gift wrap"] if refund.gift_wrap else []
    parts += ["goodwill"] if refund.goodwill else []
    return f"Refunded: {', '.join(parts)}"


async def _credit(connection: Connection, order: LockedOrder, refund_id: int, amount: int) -> None:
    """Credit the wallet once. A guest's credit waits until they sign in."""
    if order.customer_id is None:
        return
    if await connection.fetchval(MARK_CREDITED, refund_id, clock.now()) is not None:
        await credit(connection, order.customer_id, amount, Reason.REFUND, order_id=order.public_id)


async def credit_waiting_refunds(connection: Connection, customer_id: int) -> None:
    """Credit to a customer's wallet the refunds that waited for them to sign in. Idempotent."""
    rows = await connection.fetch(WAITING, customer_id)
    # Lock all orders before the wallet, as cancelling an order does.
    orders = {row["order_id"]: await lock_order(connection, row["order_id"]) for row in rows}
    for row in rows:
        await _credit(connection, orders[row["order_id"]], row["id"], row["to_wallet"])


async def withdraw_refund(connection: Connection, order: LockedOrder, public_id: str) -> None:
    """Withdraw a granted refund, which frees its units and its money. Raises NotFound and RefundRefused."""
    refund = await refund_of(connection, order.id, public_id)
    if await connection.fetchval(MARK_WITHDRAWN, refund.id, clock.now()) is None:
        raise RefundRefused("Only a refund that is not paid yet can be withdrawn.")
    await connection.execute(MOVE_UNITS, order.id, refund.lines, -1)
    await record(
        connection,
        "refund.withdrawn",
        _subject(order),
        before={"refund": public_id, "amount": refund.amount},
    )


async def withdraw_granted(connection: Connection, order: LockedOrder) -> None:
    """Withdraw all granted refunds of an order that is cancelled, which gives back everything."""
    for row in await connection.fetch(WITHDRAW_ALL, order.id, clock.now()):
        await connection.execute(MOVE_UNITS, order.id, row["lines"], -1)
        await record(
            connection, "refund.withdrawn", _subject(order), before={"refund": row["public_id"]}
        )


async def remaining_amount(connection: Connection, order_id: int) -> int:
    """What the tenders of an order still hold, less refunds that are granted and not paid yet."""
    left = sum(tender.left for tender in await tenders_of(connection, order_id))
    return max(0, left - await granted_amount(connection, order_id))
