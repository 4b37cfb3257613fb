"""Previews and commits edits of placed orders on behalf of an operator.

As for cancellations, a preview edits in a part of a transaction that is rolled back, and compares. So it
says exactly what a commit does. On a paid order a discount lowers what is asked for. If nothing is asked
for, it is a goodwill refund, which is granted here and paid in a second step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from stallage.content.gateway_calls import with_own_texts
from stallage.core.db import Connection
from stallage.core.errors import ApiError, InvalidFields
from stallage.core.etags import check_match
from stallage.core.idempotency import IdempotentRequest
from stallage.core.json_types import JsonObject
from stallage.core.mail import Message
from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.core.states import InvalidTransition
from stallage.core.validation import message
from stallage.customers.actions.addresses import validate_address
from stallage.customers.rules.addresses import PostalAddress
from stallage.operators.drafts import Principal
from stallage.operators.errors import Forbidden
from stallage.order_changes.gateway_calls.edit_previews import edit_preview
from stallage.order_changes.gateway_calls.refunding import grant_goodwill, needs_approval
from stallage.order_changes.queries.edits import OrderFigures, figures_of, order_text
from stallage.order_changes.queries.items import price_added
from stallage.order_changes.queries.money import next_credit_note
from stallage.order_changes.schemas.edits import EditInput, EditPreview
from stallage.orders.actions import (
    LockedOrder,
    amount_due,
    edit_order,
    lock_items,
    lock_order,
)
from stallage.orders.drafts import EditDraft
from stallage.orders.emails import edited_email, order_email
from stallage.orders.errors import EditRefused, PreviewChanged
from stallage.orders.gateway_calls.cancelling import run_with_payment_closed
from stallage.orders.queries import order_for_email, order_lines
from stallage.orders.queries.operator_orders import operator_order
from stallage.orders.rules import normalize_public_id
from stallage.orders.rules.edits import UNPAID, check_editable
from stallage.orders.rules.units import StoredLine
from stallage.shop.queries import company
from stallage.tenders import tender_kinds


class _Undo(Exception):
    """Rolls back what a preview has done."""


@dataclass(frozen=True, slots=True)
class Edited:
    """An order before and after an edit."""

    before: OrderFigures
    after: OrderFigures
    is_paid: bool
    discount: int
    pay_until: datetime | None
    email: Message | None
    address_changed: bool


def _address(runtime: Runtime, body: EditInput) -> PostalAddress | None:
    if body.address is None:
        return None
    try:
        return validate_address(body.address, runtime.settings.phone_country_code)
    except InvalidFields as error:
        fields = {f"address.{name}": texts for name, texts in error.fields.items()}
        raise InvalidFields(fields=fields) from error


def _units(lines: Sequence[StoredLine], body: EditInput) -> tuple[dict[int, int], dict[int, int]]:
    """Units to remove by line id, and to add by SKU id. More units of a line are added ones.

    Raises InvalidFields for lines and SKUs that are unknown or listed twice, and EditRefused.
    """
    known = {line.id: line for line in lines}
    if len({one.line_id for one in body.lines}) < len(body.lines) or any(
        one.line_id not in known for one in body.lines
    ):
        raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
    if len({one.sku_id for one in body.added}) < len(body.added):
        raise InvalidFields(fields={"added": [message("invalid", "added")]})
    removed: dict[int, int] = {}
    added = {one.sku_id: one.quantity for one in body.added}
    for one in body.lines:
        line = known[one.line_id]
        if one.quantity < line.left:
            removed[line.id] = line.left - one.quantity
        elif one.quantity > line.left:
            if line.is_gift or line.is_gift_card:
                raise EditRefused(
                    f"There can be no more of {line.title}: it is a gift.", reason="gift"
                )
            added[line.sku_id] = added.get(line.sku_id, 0) + one.quantity - line.left
    return removed, added


async def _draft(
    runtime: Runtime, connection: Connection, order: LockedOrder, body: EditInput
) -> EditDraft:
    """Compute an edit under the locks of the order and of its items."""
    address = _address(runtime, body)
    removed, units = _units(await order_lines(connection, order.id), body)
    await lock_items(connection, order, units)
    added = await price_added(
        connection, order.id, units, None if address is None else asdict(address)
    )
    discount = body.discount
    currency = Currency.of(order.currency)
    return EditDraft(
        removed=removed,
        added=added,
        discount=0 if discount is None else discount.amount,
        discount_name="" if discount is None else discount.reason,
        discount_text=""
        if discount is None
        else currency.format(discount.amount, runtime.settings.locale),
        address=address,
    )


async def _act(
    runtime: Runtime, connection: Connection, order: LockedOrder, body: EditInput
) -> int | None:
    """Edit an order; return the entry of its timeline, None if only a refund was granted."""
    check_editable(order.status)
    draft = await _draft(runtime, connection, order, body)
    due = await amount_due(connection, order.id)
    try:
        entry_id, goodwill = await edit_order(connection, order, draft)
    except InvalidTransition as error:
        raise EditRefused from error
    if await amount_due(connection, order.id) > due:
        _check_payable_online(runtime)
    if goodwill and body.discount is not None:
        await grant_goodwill(connection, runtime.settings, order, goodwill, body.discount.reason)
    return entry_id


def _check_payable_online(runtime: Runtime) -> None:
    """Raise EditRefused unless the customer can pay for added items."""
    kind = next(one for one in tender_kinds() if one.is_paid_first)
    try:
        kind.check(runtime, has_gift_cards=False)
    except ApiError as error:
        raise EditRefused(
            "This shop has no online payment, so nobody could pay for items that are added to a paid"
            " order. Place a second order for them instead.",
            reason="no_online_payment",
        ) from error


async def _email(
    runtime: Runtime, connection: Connection, order: LockedOrder, entry_id: int
) -> Message | None:
    emailed = await order_for_email(connection, order.id)
    content = edited_email(await order_text(connection, entry_id), emailed.details)
    shop = await company(connection, runtime.settings)
    email = order_email(runtime.settings, runtime.secret, emailed, content, shop.company_name)
    return None if email is None else await with_own_texts(connection, runtime.settings, email)


async def _edited(
    runtime: Runtime, connection: Connection, order_id: int, body: EditInput
) -> Edited:
    """Edit, read the outcome, and roll back. Raises the errors of `edit_order`."""
    order = await lock_order(connection, order_id)
    is_paid = order.payment_status not in UNPAID
    skus = [one.sku_id for one in body.added]
    before = await figures_of(connection, order, skus)
    after, pay_until, email = before, None, None
    try:
        async with connection.transaction():
            entry_id = await _act(runtime, connection, order, body)
            after, pay_until = await figures_of(connection, order, skus), order.pay_until
            if entry_id is not None:
                email = await _email(runtime, connection, order, entry_id)
            raise _Undo
    except _Undo:
        pass
    return Edited(
        before=before,
        after=after,
        is_paid=is_paid,
        discount=0 if body.discount is None else body.discount.amount,
        pay_until=pay_until,
        email=email,
        address_changed=body.address is not None,
    )


async def _preview(connection: Connection, order: LockedOrder, edited: Edited) -> EditPreview:
    return edit_preview(
        Currency.of(order.currency),
        edited.before,
        edited.after,
        is_paid=edited.is_paid,
        discount=edited.discount,
        address_changed=edited.address_changed,
        next_credit_note=await next_credit_note(connection),
        pay_until=edited.pay_until,
        email=edited.email,
    )


async def preview_edit(runtime: Runtime, public_id: str, body: EditInput) -> EditPreview:
    """What an edit would do. Writes nothing.

    Raises NotFound, EditRefused, InvalidFields, AddressFixed, AddressChangesTotal, NotEnoughStock,
    CancelRefused, GiftCardRedeemed and RefundRefused.
    """
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, normalize_public_id(public_id))
        return await _preview(connection, order, await _edited(runtime, connection, order.id, body))


async def commit_edit(
    runtime: Runtime,
    public_id: str,
    body: EditInput,
    *,
    version: str,
    if_match: str | None,
    operator: Principal,
    request: IdempotentRequest,
    prove_identity: Callable[[], None],
) -> None:
    """Edit as previewed. An open payment is closed first.

    `prove_identity` is called before more than the shop's limit is given back, and may raise.

    Raises the errors of `preview_edit`, PaymentUnavailable, EditConflict if somebody else has changed
    the order, Forbidden without the rights that giving money back needs, and PreviewChanged with what
    would happen now.
    """
    async with runtime.database.transaction() as connection:
        order_id = (await lock_order(connection, normalize_public_id(public_id))).id

    async def check(connection: Connection, order: LockedOrder) -> None:
        current = await operator_order(connection, runtime.settings, order.public_id)
        check_match(if_match, current.version, current)

    async def action(connection: Connection, order: LockedOrder) -> JsonObject:
        edited = await _edited(runtime, connection, order.id, body)
        preview = await _preview(connection, order, edited)
        for permission in preview.needs:
            if not operator.can(permission):
                raise Forbidden(permission=permission)
        if preview.version != version:
            raise PreviewChanged(preview=preview.model_dump(mode="json", by_alias=True))
        if needs_approval(runtime.settings, preview.refunded_now.amount):
            prove_identity()
        await _act(runtime, connection, order, body)
        return {}

    await run_with_payment_closed(runtime, order_id, request, action, check)
