"""Computes what completing a return would do, before anybody decides it."""

from __future__ import annotations

from typing import Any

from stallage.cart.queries.carts import lines_for_skus
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.core.money import Currency
from stallage.orders.queries.refunds import granted_amount
from stallage.orders.rules.tenders import Tender, TenderState, split_refund
from stallage.returns.queries.operating import RETURN, return_etag
from stallage.returns.schemas.operating import CompletionPreview, Settlement, SettlementPart
from stallage.tenders import tender_kind

TENDERS = """
    SELECT position, kind, amount, state, released, given_back, reference, credited
    FROM order_tenders_view WHERE order_id = $1 ORDER BY position
"""
REPLACEMENTS = """
    SELECT exchange_sku_id, sum(quantity)::int AS quantity FROM return_lines
    WHERE return_id = $1 AND quantity > 0 AND exchange_sku_id IS NOT NULL GROUP BY exchange_sku_id
"""


async def _tenders(connection: Connection, order_id: int) -> list[Tender]:
    rows = await connection.fetch(TENDERS, order_id)
    return [Tender(**{**dict(row), "state": TenderState(row["state"])}) for row in rows]


async def _can_exchange(connection: Connection, return_id: int) -> bool:
    rows = await connection.fetch(REPLACEMENTS, return_id)
    units = {row["exchange_sku_id"]: row["quantity"] for row in rows}
    lines = await lines_for_skus(connection, units)
    return bool(units) and len(lines) == len(units) and not any(line.problem for line in lines)


def _settlement(
    how: Any, row: Record, total: int, parts: list[tuple[str, int]], problem: Any
) -> Settlement:
    currency = Currency.of(row["currency"])
    wallet = sum(amount for kind, amount in parts if kind == "wallet")
    return Settlement(
        how=how,
        possible=not problem,
        problem=problem,
        refund=currency.money(total),
        parts=[SettlementPart(kind=kind, amount=currency.money(amount)) for kind, amount in parts],
        waits_for_sign_in=wallet > 0 and row["customer_id"] is None,
    )


async def completion(connection: Connection, public_id: str) -> CompletionPreview:
    """Return what each way to complete a return would do. Raises NotFound.

    Under the lock of the order's row, this is exactly what will happen.
    """
    row = await connection.fetchrow(RETURN, public_id)
    if row is None:
        raise NotFound(f"There is no return {public_id}.")
    currency = Currency.of(row["currency"])
    tenders = await _tenders(connection, row["order_id"])
    left = sum(one.left for one in tenders) - await granted_amount(connection, row["order_id"])
    total = min(row["amount"], max(0, left))
    sources = [one for one in tenders if tender_kind(one.kind).returns_to_source]
    parts, rest = split_refund(total, sources)
    by_source = [(tender.kind, amount) for tender, amount in parts]
    if rest:
        by_source.append(("wallet", rest))
    in_wallet = [("wallet", total)] if total else []
    settlements = [
        _settlement("source", row, total, by_source, "" if parts or not total else "no_source"),
        _settlement("wallet", row, total, in_wallet, "" if row["contact"] else "no_wallet"),
    ]
    if row["resolution"] == "exchange":
        possible = await _can_exchange(connection, row["id"])
        settlements.append(_settlement("exchange", row, 0, [], "" if possible else "unavailable"))
    return CompletionPreview(
        version=etag_of(
            return_etag(row), *((one.how, one.problem, one.parts) for one in settlements)
        ),
        units=currency.money(row["amount"] - row["shipping"]),
        shipping=currency.money(row["shipping"]),
        refunded_before=currency.money(row["amount"] - total),
        total=currency.money(total),
        requested="exchange" if row["resolution"] == "exchange" else row["refund_to"],
        settlements=settlements,
        contact=row["contact"],
    )
