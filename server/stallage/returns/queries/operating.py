"""Reads returns for operators."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any

from stallage.core import clock
from stallage.core.cursors import (
    MAX_COUNT,
    CursorPage,
    CursorQuery,
    capped_count,
    slice_of,
)
from stallage.core.db import Connection, Record
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import etag_of
from stallage.core.money import Currency
from stallage.core.schemas import Picture
from stallage.core.validation import message
from stallage.notes.sql import note_subject
from stallage.orders.queries import order_lines
from stallage.orders.rules import LABELS, RETURN_OPEN, OrderStatus
from stallage.orders.rules.periods import moments_of
from stallage.orders.rules.returning import is_returnable, window_end
from stallage.orders.rules.searching import like_pattern, searched_words
from stallage.orders.rules.units import next_units
from stallage.products.schemas import ChosenOption
from stallage.returns.queries import exchange_choices
from stallage.returns.rules import may_begin
from stallage.returns.rules.reasons import ReasonGroup
from stallage.returns.rules.views import VIEWS, View, steps_from
from stallage.returns.schemas.operating import (
    ListedReturn,
    OperatorReturn,
    OperatorReturnLine,
    Returnable,
    ReturnableLine,
    ReturnCounts,
    ReturnStep,
    SentInstructions,
)
from stallage.returns.sql import REASON
from stallage.tenders import tender_kind

LISTED = """
    SELECT r.id, r.public_id, r.status, r.resolution, r.withdrawal, r.inspected_at, r.amount,
        r.requested_at, r.changed_at, o.public_id AS order_id, o.currency, o.first_name, o.last_name,
        {reason} AS reason_group, r.reason, i.items, i.units
    FROM ({page}) r JOIN orders_view o ON o.id = r.order_id
    CROSS JOIN LATERAL (
        SELECT coalesce(string_agg(rl.quantity || ' × ' || l.title, ', ' ORDER BY l.position), '')
            AS items, coalesce(sum(rl.quantity), 0)::bigint AS units
        FROM return_lines rl JOIN order_lines_view l ON l.id = rl.order_line_id AND l.owner_id = rl.owner_id
        WHERE rl.return_id = r.id AND rl.quantity > 0
    ) i
    ORDER BY r.id {direction}
"""

# A number finds a return or an order at once; other words are searched in what orders are found by.
BY_NUMBER = """
    (r.public_id = ANY($1::text[])
        OR r.order_id IN (SELECT id FROM orders_view WHERE public_id = ANY($1::text[])))
"""
BY_WORDS = """
    r.order_id IN (SELECT order_id FROM order_search_view WHERE text LIKE ALL($1::text[]))
"""

RETURN = f"""
    SELECT r.*, {REASON} AS reason_group, o.public_id AS order_public_id, o.currency,
        o.customer_id, o.first_name, o.last_name,
        coalesce(o.email, o.phone, '') AS contact, x.public_id AS exchange_public_id
    FROM returns r JOIN orders_view o ON o.id = r.order_id AND o.owner_id = r.owner_id
    LEFT JOIN orders_view x ON x.id = r.exchange_order_id AND x.owner_id = r.owner_id
    WHERE r.public_id = $1
"""
LINES = """
    SELECT rl.order_line_id, rl.quantity, rl.requested, rl.restocked,
        rl.line_total - rl.discount + rl.tax_added AS amount, l.sku, l.title, l.options, l.image,
        s.sku AS exchange_sku, s.options AS exchange_values, p.option_names
    FROM return_lines rl JOIN order_lines_view l ON l.id = rl.order_line_id AND l.owner_id = rl.owner_id
    LEFT JOIN skus_view s ON s.id = rl.exchange_sku_id
    LEFT JOIN products_view p ON p.id = s.product_id
    WHERE rl.return_id = $1 ORDER BY l.position
"""
INSTRUCTIONS = """
    SELECT text, label_url, by, created_at FROM return_instructions WHERE return_id = $1
    ORDER BY id DESC LIMIT 50
"""
TIMELINE = """
    SELECT status, by, person, happened_at FROM order_events_view
    WHERE order_id = $1 AND status BETWEEN 9 AND 15
        AND happened_at BETWEEN $2 AND $3
    ORDER BY id DESC LIMIT 50
"""
SHIPPED = """
    SELECT o.id, o.status, o.delivered_at, o.currency,
        ARRAY(SELECT kind FROM order_tenders_view
            WHERE order_id = o.id AND owner_id = o.owner_id) AS tenders
    FROM orders_view o WHERE o.public_id = $1
"""
LINE_DETAILS = """
    SELECT id, sku, options, image FROM order_lines_view WHERE order_id = $1
"""


note_subject(
    "return",
    """SELECT id, public_id AS key, public_id AS label FROM returns
        WHERE public_id = upper(btrim($1))""",
)


def return_etag(row: Record) -> str:
    """Return the version of a return."""
    return etag_of(
        "return",
        row["public_id"],
        row["status"],
        row["changed_at"],
        row["amount"],
        row["inspected_at"],
    )


def _name(row: Record) -> str:
    return " ".join(part for part in (row["first_name"], row["last_name"]) if part)


def _search(term: str) -> tuple[str, list[str]] | None:
    text = term.strip()
    if not text:
        return None
    if text[:3].upper() in ("RT-", "SO-"):
        return BY_NUMBER, [text.upper()]
    words = searched_words(text)
    return (BY_WORDS, [like_pattern(word) for word in words]) if words else None


@dataclass(frozen=True, slots=True)
class ReturnFilters:
    """Which returns of a view are listed."""

    term: str = ""
    """A return's or order's number, or words that orders are found by: name, email, phone, SKU."""
    reason: ReasonGroup | None = None
    requested: str | None = None
    """The days that they were requested on, as `orders.rules.periods` reads them."""


def _moments(period: str | None, zone: tzinfo) -> tuple[datetime | None, datetime | None]:
    if period is None:
        return None, None
    try:
        return moments_of(period, clock.now().astimezone(zone).date(), zone)
    except ValueError as error:
        raise InvalidFields(fields={"requested": [message("invalid", "requested")]}) from error


async def list_returns(
    connection: Connection, view: View, page: CursorQuery, filters: ReturnFilters, zone: tzinfo
) -> CursorPage[ListedReturn]:
    """Return a page of a view, newest first. Raises InvalidFields."""
    since, until = _moments(filters.requested, zone)
    conditions, parameters = [VIEWS[view]], list[Any]()
    searched = _search(filters.term)
    if searched is not None:
        conditions.append(searched[0])
        parameters.append(searched[1])
    for condition, value in (
        (f"({REASON}) = ", filters.reason),
        ("r.requested_at >= ", since),
        ("r.requested_at < ", until),
    ):
        if value is not None:
            parameters.append(value)
            conditions.append(f"{condition}${len(parameters)}")
    direction, comparison = ("ASC", ">") if page.backwards else ("DESC", "<")
    values = page.values(int)
    if values is not None:
        parameters.append(values[0])
        conditions.append(f"r.id {comparison} ${len(parameters)}")
    parameters.append(page.limit + 1)
    inner = (
        f"SELECT r.* FROM returns r WHERE {' AND '.join(conditions)}"
        f" ORDER BY r.id {direction} LIMIT ${len(parameters)}"
    )
    rows = await connection.fetch(
        LISTED.format(page=inner, direction=direction, reason=REASON), *parameters
    )
    part = slice_of(rows, page, lambda row: (row["id"],))
    return CursorPage(
        items=[_listed(row) for row in part.rows],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


def _listed(row: Record) -> ListedReturn:
    return ListedReturn(
        return_id=row["public_id"],
        order_id=row["order_id"],
        customer_name=_name(row),
        status=row["status"],
        status_label=LABELS[OrderStatus(row["status"])],
        resolution=row["resolution"],
        withdrawal=row["withdrawal"],
        inspected=row["inspected_at"] is not None,
        amount=Currency.of(row["currency"]).money(row["amount"]),
        items=row["items"],
        units=row["units"],
        reason_code=row["reason_group"],
        reason=row["reason"],
        requested_at=row["requested_at"],
        changed_at=row["changed_at"],
    )


async def count_returns(connection: Connection) -> ReturnCounts:
    """Return how many returns wait in each view, counted up to 10,000."""
    views: tuple[View, ...] = ("to_approve", "under_way", "to_inspect")
    columns = ", ".join(
        f"(SELECT count(*) FROM (SELECT FROM returns r WHERE {VIEWS[view]}"
        f" LIMIT {MAX_COUNT + 1}) c) AS {view}"
        for view in views
    )
    row: Any = await connection.fetchrow(f"SELECT {columns}")
    return ReturnCounts(**{view: capped_count(row[view]) for view in views})


def _options(values: list[dict[str, Any]]) -> list[ChosenOption]:
    return [ChosenOption.model_validate(one) for one in values]


def _line(row: Record, currency: Currency, *, inspected: bool) -> OperatorReturnLine:
    names, values = row["option_names"] or [], row["exchange_values"] or []
    return OperatorReturnLine(
        line_id=row["order_line_id"],
        sku=row["sku"],
        title=row["title"],
        options=_options(row["options"]),
        image=None if row["image"] is None else Picture.model_validate(row["image"]),
        requested=row["quantity"] if row["requested"] is None else row["requested"],
        accepted=row["quantity"] if inspected else None,
        restocked=row["restocked"],
        amount=currency.money(row["amount"]),
        exchange_sku=row["exchange_sku"],
        exchange_options=[
            ChosenOption(name=name, value=value) for name, value in zip(names, values, strict=False)
        ],
    )


async def operator_return(connection: Connection, public_id: str) -> OperatorReturn:
    """Return a return with its lines and timeline. Raises NotFound."""
    row = await connection.fetchrow(RETURN, public_id)
    if row is None:
        raise NotFound(f"There is no return {public_id}.")
    currency, status = Currency.of(row["currency"]), OrderStatus(row["status"])
    inspected = row["inspected_at"] is not None
    lines = await connection.fetch(LINES, row["id"])
    until = row["changed_at"]
    events = await connection.fetch(TIMELINE, row["order_id"], row["requested_at"], until)
    return OperatorReturn(
        return_id=row["public_id"],
        etag=return_etag(row),
        order_id=row["order_public_id"],
        customer_id=row["customer_id"],
        customer_name=_name(row),
        contact=row["contact"],
        status=row["status"],
        status_label=LABELS[status],
        resolution=row["resolution"],
        refund_to=row["refund_to"],
        reason_code=row["reason_group"],
        reason=row["reason"],
        answer=row["answer"],
        withdrawal=row["withdrawal"],
        inspected_at=row["inspected_at"],
        amount=currency.money(row["amount"]),
        shipping=currency.money(row["shipping"]),
        to_source=currency.optional_money(row["to_source"]),
        to_wallet=currency.optional_money(row["to_wallet"]),
        waits_for_sign_in=bool(row["to_wallet"]) and row["credited_at"] is None,
        exchange_order_id=row["exchange_public_id"],
        lines=[_line(one, currency, inspected=inspected) for one in lines],
        instructions=[
            SentInstructions(**dict(one)) for one in await connection.fetch(INSTRUCTIONS, row["id"])
        ],
        timeline=[
            ReturnStep(
                label=LABELS[OrderStatus(one["status"])],
                by=one["by"],
                person=one["person"],
                happened_at=one["happened_at"],
            )
            for one in events
        ],
        next_steps=steps_from(
            status,
            withdrawal=row["withdrawal"],
            inspected=inspected,
            restocked=any(one["restocked"] for one in lines),
            exchange=row["resolution"] == "exchange",
        ),
        requested_at=row["requested_at"],
        changed_at=row["changed_at"],
    )


async def returnable(connection: Connection, order_id: str, window_seconds: int) -> Returnable:
    """Return what of an order, by public id, an operator can return now. Raises NotFound."""
    order = await connection.fetchrow(SHIPPED, order_id)
    if order is None:
        raise NotFound(f"There is no order {order_id}.")
    status, currency = OrderStatus(order["status"]), Currency.of(order["currency"])
    stored = [line for line in await order_lines(connection, order["id"]) if is_returnable(line)]
    possible = may_begin(status) and bool(stored)
    choices = await exchange_choices(connection, stored) if possible else {}
    details = {row["id"]: row for row in await connection.fetch(LINE_DETAILS, order["id"])}
    problem = "nothing_left" if may_begin(status) else "not_delivered"
    return Returnable(
        possible=possible,
        problem="" if possible else "open_return" if status in RETURN_OPEN else problem,
        return_until=window_end(order["delivered_at"], window_seconds),
        wallet_only=not any(tender_kind(name).returns_to_source for name in order["tenders"]),
        lines=[
            ReturnableLine(
                line_id=line.id,
                sku=details[line.id]["sku"],
                title=line.title,
                options=_options(details[line.id]["options"]),
                image=(
                    None
                    if details[line.id]["image"] is None
                    else Picture.model_validate(details[line.id]["image"])
                ),
                quantity=line.left,
                unit_price=currency.money(line.price),
                amount=currency.money(next_units(line, line.left).amount),
                exchanges=choices.get(line.id, []),
            )
            for line in stored
            if possible
        ],
    )
