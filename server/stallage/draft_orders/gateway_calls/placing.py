"""Places the order of a draft, and previews it.

A preview places the order in a part of a transaction that is rolled back. So it says exactly what placing
does, except for the order's number.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from stallage.cart.queries.carts import lines_for_skus
from stallage.checkout.actions.order_drafts import OnBehalf
from stallage.checkout.actions.place_order import place_order
from stallage.checkout.queries import shoppers
from stallage.checkout.queries.quotes import OperatorDiscount
from stallage.checkout.schemas import Contact, OrderInput
from stallage.checkout.tenders import CheckoutTenders
from stallage.content.gateway_calls import with_own_texts
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound, Unauthorized
from stallage.core.etags import check_match
from stallage.core.idempotency import IdempotentRequest, idempotent
from stallage.core.runtime import Runtime
from stallage.core.validation import required_error
from stallage.customers.actions.locking import lock_contacts_shared
from stallage.customers.schemas import AddressInput
from stallage.draft_orders.actions import Author, lock_open_draft, mark_placed
from stallage.draft_orders.errors import ItemGone
from stallage.draft_orders.gateway_calls.reading import pay_link, read_draft
from stallage.draft_orders.rules import PAY_WITHIN, PAYMENT_METHODS, DraftPayment
from stallage.draft_orders.schemas import Draft, PlacedDraft, PlacePreview
from stallage.notes.actions import add_note
from stallage.notes.drafts import FoundSubject
from stallage.order_changes.queries.money import stock_levels
from stallage.order_changes.schemas.refunds import StockStep
from stallage.orders.actions import lock_order
from stallage.orders.actions.manual_payments import manually_payable, record_manual_payment
from stallage.orders.drafts import ManualTransfer
from stallage.orders.emails import confirmation_email, order_email
from stallage.orders.queries import order_for_email
from stallage.orders.rules.manual_payments import MANUAL
from stallage.orders.schemas.operator import EmailPreview
from stallage.payments.gateway_calls.manual import check_day
from stallage.shop.queries import company

FUTURE_NUMBER = "SO-0000-0000"
"""Shown in a preview instead of the number that the order will get."""


_FOR_PREVIEW = ManualTransfer("other", "", date(2000, 1, 1))
"""What a preview records before it rolls back."""


class _Undo(Exception):
    """Rolls back what a preview has placed."""


def _address_of(draft: Draft) -> AddressInput | None:
    """The delivery address. Raises InvalidFields if a part that every address has is missing."""
    if draft.address is None:
        return None
    parts = draft.address.model_dump(by_alias=False)
    missing: dict[str, list[str]] = {}
    for field, name in (
        ("first_name", "firstName"),
        ("last_name", "lastName"),
        ("line1", "line1"),
        ("country", "country"),
    ):
        if not parts[field]:
            missing |= required_error(f"address.{name}")
    if missing:
        raise InvalidFields(fields=missing)
    return AddressInput.model_construct(**parts, name=None, tax_id=None)


async def _shopper(connection: Connection, runtime: Runtime, draft: Draft) -> shoppers.Shopper:
    """The shopper. Raises InvalidFields, and NotFound if the customer is gone."""
    settings, address = runtime.settings, _address_of(draft)
    contact = Contact.model_construct(**draft.contact.model_dump(by_alias=False))
    if draft.customer is None:
        shopper = shoppers.guest_shopper(contact, address, settings)
        await lock_contacts_shared(connection, shopper.email, shopper.phone)
    else:
        try:
            shopper = await shoppers.customer_shopper(
                connection,
                draft.customer.id,
                settings,
                contact=contact,
                address=address,
                address_id=None,
            )
        except Unauthorized as error:
            raise NotFound("The customer no longer exists.") from error
    # The operator has spoken to the shopper, so emails may contain what was agreed.
    return replace(shopper, contact_proven=True)


def _order_of(draft: Draft, payment: DraftPayment, expected_total: int | None) -> OrderInput:
    return OrderInput(
        sku_ids=[line.sku_id for line in draft.lines for _ in range(line.quantity)],
        shipping_method=draft.shipping_method,
        promo_code=draft.promo_code,
        delivery_note=draft.delivery_note,
        payment_method=PAYMENT_METHODS[payment],
        expected_total=expected_total,
    )


async def _place(
    runtime: Runtime,
    connection: Connection,
    draft: Draft,
    *,
    payment: DraftPayment,
    expected_total: int | None,
    operator: str,
    manual: ManualTransfer | None,
) -> str:
    """Place the order as the storefront does, and return its number.

    `manual` is how it was paid outside.
    """
    shopper = await _shopper(connection, runtime, draft)
    granted = draft.discount
    discount = None if granted is None else OperatorDiscount(granted.reason, granted.amount)
    found = await lines_for_skus(connection, {line.sku_id: 1 for line in draft.lines})
    if len(found) < len(draft.lines):
        raise ItemGone
    placed = await place_order(
        connection,
        runtime.settings,
        CheckoutTenders(runtime),
        shopper,
        _order_of(draft, payment, expected_total),
        on_behalf=OnBehalf(operator, PAY_WITHIN, discount, MANUAL if manual else None),
    )
    if manual is not None:
        order = await lock_order(connection, placed.order_id)
        # An order that costs nothing is paid already.
        if await manually_payable(connection, order):
            await record_manual_payment(connection, order, manual)
    return placed.order_id


async def _preview_of(
    runtime: Runtime, connection: Connection, number: str, before: dict[int, int]
) -> PlacePreview:
    """Describe an order that was just placed. `before` is the stock of its SKUs before."""
    order = await lock_order(connection, number)
    emailed = await order_for_email(connection, order.id)
    shop = await company(connection, runtime.settings)
    email = order_email(
        runtime.settings, runtime.secret, emailed, confirmation_email(emailed), shop.company_name
    )
    if email is not None:
        email = await with_own_texts(connection, runtime.settings, email)
    units: dict[int, int] = {}
    titles = {line.sku_id: line.title for line in emailed.details.lines}
    for line in emailed.details.lines:
        units[line.sku_id] = units.get(line.sku_id, 0) + line.quantity
    after = await stock_levels(connection, units)
    return PlacePreview(
        total=emailed.details.total,
        payable=emailed.details.payable,
        pay_until=emailed.details.pay_until,
        stock=[
            StockStep(
                sku_id=sku_id,
                title=titles[sku_id],
                before=before.get(sku_id, level + units[sku_id]),
                after=level,
            )
            for sku_id, level in after.items()
        ],
        email=None
        if email is None
        else EmailPreview(
            to=email.to,
            subject=email.subject.replace(number, FUTURE_NUMBER),
            html=email.html.replace(number, FUTURE_NUMBER),
            text=email.text.replace(number, FUTURE_NUMBER),
        ),
    )


async def preview_placing(
    runtime: Runtime, draft_id: int, payment: DraftPayment, author: Author
) -> PlacePreview:
    """What placing the order would do. Writes nothing.

    Raises NotFound, DraftPlaced, InvalidFields and the errors of placing an order.
    """
    preview: PlacePreview | None = None
    async with runtime.database.transaction() as connection:
        await lock_open_draft(connection, draft_id)
        draft = await read_draft(runtime, connection, draft_id)
        before = await stock_levels(connection, {line.sku_id: 0 for line in draft.lines})
        try:
            async with connection.transaction():
                number = await _place(
                    runtime,
                    connection,
                    draft,
                    payment=payment,
                    expected_total=None,
                    operator=author.name,
                    manual=_FOR_PREVIEW if payment == "manual" else None,
                )
                preview = await _preview_of(runtime, connection, number, before)
                raise _Undo
        except _Undo:
            pass
    if preview is None:
        raise AssertionError("a preview ends with its figures")
    return preview


async def place_draft(
    runtime: Runtime,
    draft_id: int,
    *,
    payment: DraftPayment,
    expected_total: int,
    manual: ManualTransfer | None,
    if_match: str | None,
    author: Author,
    request: IdempotentRequest,
) -> PlacedDraft:
    """Place the order of a draft, once. The email follows by a job, as for every order.

    `manual` is how it was paid outside, if it was. Raises NotFound, InvalidFields, PreconditionRequired,
    EditConflict, DraftPlaced, TotalChanged and the other errors of placing an order.
    """
    if payment == "manual" and manual is None:
        raise InvalidFields(fields=required_error("manual.method"))
    if manual is not None:
        check_day(runtime.settings, manual.day, "manual.receivedOn")
    async with runtime.database.transaction() as connection:

        async def act() -> dict[str, Any]:
            await lock_open_draft(connection, draft_id)
            draft = await read_draft(runtime, connection, draft_id)
            check_match(if_match, draft.version, draft)
            number = await _place(
                runtime,
                connection,
                draft,
                payment=payment,
                expected_total=expected_total,
                operator=author.name,
                manual=manual if payment == "manual" else None,
            )
            order = await lock_order(connection, number)
            await mark_placed(connection, draft_id, order.id, number, payment)
            if draft.note:
                await add_note(
                    connection,
                    FoundSubject("order", order.id, number, number),
                    author_id=author.id,
                    author_name=author.name,
                    text=draft.note,
                    mentions=(),
                )
            link = await pay_link(runtime, connection, order.id) if order.pay_until else None
            return {"order_id": number, "pay_link": link}

        stored = await idempotent(
            connection,
            scope=f"place-draft:{draft_id}",
            key=request.key,
            body=request.body,
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
    return PlacedDraft(**stored)
