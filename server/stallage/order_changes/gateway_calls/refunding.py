"""Previews, grants, pays and withdraws refunds on behalf of an operator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stallage.content.gateway_calls import with_own_texts
from stallage.core.db import Connection
from stallage.core.idempotency import IdempotentRequest, idempotent
from stallage.core.json_types import JsonObject
from stallage.core.mail import Message
from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.invoices.rules import number_text
from stallage.order_changes.queries.money import (
    money_with_returns,
    next_credit_note,
    stock_levels,
)
from stallage.order_changes.rules import version_of
from stallage.order_changes.schemas.refunds import (
    ChangeEmail,
    ExpectedDocument,
    RefundPart,
    RefundPreview,
    StockStep,
)
from stallage.orders.actions import (
    LockedOrder,
    grant_refund,
    lock_order,
    pay_refund,
    withdraw_refund,
)
from stallage.orders.emails import EmailContent, order_email
from stallage.orders.emails.refunds import refund_email
from stallage.orders.errors import PreviewChanged
from stallage.orders.queries import order_for_email
from stallage.orders.queries.refunds import refund_of
from stallage.orders.rules import normalize_public_id
from stallage.orders.rules.refunds import (
    OrderMoney,
    RefundDraft,
    RefundPlan,
    plan_refund,
    source_parts,
)
from stallage.orders.rules.tenders import Tender
from stallage.settings import Settings
from stallage.shop.queries import company
from stallage.tenders import tender_kind


@dataclass(frozen=True, slots=True)
class _Planned:
    money: OrderMoney
    plan: RefundPlan
    version: str


def needs_approval(settings: Settings, amount: int) -> bool:
    """Whether a refund of this amount is paid by somebody else than who granted it."""
    return 0 < settings.refund_approval_above < amount


async def _plan(
    connection: Connection, settings: Settings, order: LockedOrder, draft: RefundDraft
) -> _Planned:
    """Compute a refund under the lock of the order's row. Raises RefundRefused."""
    money = (await money_with_returns(connection, order.id)).money
    plan = plan_refund(money, draft)
    parts = source_parts(money.tenders, money.source_positions, plan.to_source)
    version = version_of(
        {
            "paid": money.paid,
            "refunded": money.refunded,
            "pending": money.pending,
            "amount": plan.amount,
            "parts": [(tender.position, part) for tender, part in parts],
            "to_wallet": plan.to_wallet,
            "before": plan.refunded_before,
            "units": [(one.line_id, one.quantity, one.amount, one.tax) for one in plan.units],
            "restock": sorted(one.line_id for one in draft.lines if one.restock),
            "notify": draft.notify,
            "approval": needs_approval(settings, plan.amount),
        }
    )
    return _Planned(money, plan, version)


def refund_label(kind: str) -> str:
    """What operators read about money that goes back to a tender."""
    return tender_kind(kind).refund_label or tender_kind(kind).label


def parts_of(parts: Sequence[tuple[Tender, int]], currency: Currency) -> list[RefundPart]:
    """What each tender gets back, for previews."""
    return [
        RefundPart(
            kind=tender.kind,
            label=refund_label(tender.kind),
            amount=currency.money(part),
        )
        for tender, part in parts
    ]


async def stock_steps(
    connection: Connection, units: dict[int, int], titles: dict[int, str]
) -> list[StockStep]:
    """How stock changes if these units, by SKU id, are put back. SKUs without tracking are left out."""
    levels = await stock_levels(connection, units)
    return [
        StockStep(
            sku_id=sku_id,
            title=titles[sku_id],
            before=level,
            after=level + units[sku_id],
        )
        for sku_id, level in levels.items()
    ]


def email_preview(message: Message | None) -> ChangeEmail | None:
    """An email for a preview; None if nobody gets it."""
    if message is None:
        return None
    return ChangeEmail(to=message.to, subject=message.subject, text=message.text, html=message.html)


async def _email(
    runtime: Runtime, connection: Connection, order: LockedOrder, content: EmailContent
) -> ChangeEmail | None:
    emailed = await order_for_email(connection, order.id)
    shop = await company(connection, runtime.settings)
    email = order_email(runtime.settings, runtime.secret, emailed, content, shop.company_name)
    if email is not None:
        email = await with_own_texts(connection, runtime.settings, email)
    return email_preview(email)


def _content(
    order: LockedOrder, locale: str, draft: RefundDraft, plan: RefundPlan, number: str
) -> EmailContent:
    """The email about a refund, with the number that its credit note is expected to get."""
    currency = Currency.of(order.currency)
    return refund_email(
        amount=currency.format(plan.amount, locale),
        amount_minor=plan.amount,
        number=number,
        to_source=currency.format(plan.to_source, locale) if plan.to_source else "",
        to_wallet=currency.format(plan.to_wallet, locale) if plan.to_wallet else "",
        note=draft.note,
    )


async def _preview(
    runtime: Runtime,
    connection: Connection,
    order: LockedOrder,
    draft: RefundDraft,
    planned: _Planned,
) -> RefundPreview:
    money, plan = planned.money, planned.plan
    currency = Currency.of(order.currency)
    parts = source_parts(money.tenders, money.source_positions, plan.to_source)
    restock = {one.line_id for one in draft.lines if one.restock}
    units: dict[int, int] = {}
    titles = {one.sku_id: one.title for one in plan.units}
    for one in plan.units:
        if one.line_id in restock:
            units[one.sku_id] = units.get(one.sku_id, 0) + one.quantity
    number = number_text("credit_note", await next_credit_note(connection))
    content = _content(order, runtime.settings.locale, draft, plan, number)
    email = await _email(runtime, connection, order, content) if draft.notify else None
    return RefundPreview(
        version=planned.version,
        paid=currency.money(money.paid),
        refunded_before=currency.money(money.refunded),
        pending=currency.money(money.pending),
        amount=currency.money(plan.amount),
        remaining_after=currency.money(money.available - plan.amount),
        tax=currency.money(plan.tax),
        paid_back_before=currency.money(plan.refunded_before),
        parts=parts_of(parts, currency),
        to_wallet=currency.money(plan.to_wallet),
        wallet_waits=order.customer_id is None,
        original_limit=currency.money(money.source_limit),
        wallet_limit=currency.money(money.wallet_limit),
        stock=await stock_steps(connection, units, titles),
        credit_note=ExpectedDocument(number=number, total=currency.money(plan.amount)),
        email=email,
        needs_approval=needs_approval(runtime.settings, plan.amount),
    )


async def preview_refund(runtime: Runtime, public_id: str, draft: RefundDraft) -> RefundPreview:
    """What a refund would do. Writes nothing. Raises NotFound and RefundRefused."""
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, normalize_public_id(public_id))
        planned = await _plan(connection, runtime.settings, order, draft)
        return await _preview(runtime, connection, order, draft, planned)


async def grant(
    runtime: Runtime,
    public_id: str,
    draft: RefundDraft,
    version: str,
    request: IdempotentRequest,
) -> str:
    """Grant a refund as it was previewed, and return its public id. It is paid in a second step.

    Raises NotFound, RefundRefused, KeyReused, and PreviewChanged with what would happen now.
    """
    async with runtime.database.transaction() as connection:
        # Before the lock of the order, as repeats wait for the first request.
        name = normalize_public_id(public_id)

        async def act() -> JsonObject:
            order = await lock_order(connection, name)
            planned = await _plan(connection, runtime.settings, order, draft)
            if planned.version != version:
                preview = await _preview(runtime, connection, order, draft, planned)
                raise PreviewChanged(preview=preview.model_dump(mode="json", by_alias=True))
            approval = needs_approval(runtime.settings, planned.plan.amount)
            refund_id = await grant_refund(
                connection, order, draft, planned.plan, needs_approval=approval
            )
            return {"refund": refund_id}

        result = await idempotent(
            connection,
            scope=f"admin-refund:{name}",
            key=request.key,
            body=request.body,
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
    return str(result["refund"])


async def grant_goodwill(
    connection: Connection, settings: Settings, order: LockedOrder, amount: int, note: str
) -> None:
    """Grant a refund that is not for items, as a part of an edit of a paid order.

    It goes back to the original payment, or to the wallet where that is not possible. Raises
    RefundRefused.
    """
    money = (await money_with_returns(connection, order.id)).money
    draft = RefundDraft(
        goodwill=amount,
        destination="original" if amount <= money.source_limit else "wallet",
        reason="goodwill",
        note=note,
    )
    planned = await _plan(connection, settings, order, draft)
    approval = needs_approval(settings, planned.plan.amount)
    await grant_refund(connection, order, draft, planned.plan, needs_approval=approval)


async def pay(runtime: Runtime, public_id: str, refund_id: str, request: IdempotentRequest) -> None:
    """Pay a granted refund: a job then sends the provider's part.

    Raises NotFound, RefundRefused, SecondApprovalRequired and KeyReused.
    """
    name = normalize_public_id(public_id)
    async with runtime.database.transaction() as connection:

        async def act() -> JsonObject:
            order = await lock_order(connection, name)
            await pay_refund(connection, order, normalize_public_id(refund_id))
            return {}

        await idempotent(
            connection,
            scope=f"admin-refund-pay:{name}",
            key=request.key,
            body=request.body + refund_id.encode(),
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )


async def withdraw(
    runtime: Runtime, public_id: str, refund_id: str, request: IdempotentRequest
) -> None:
    """Withdraw a granted refund. Raises NotFound, RefundRefused and KeyReused."""
    name = normalize_public_id(public_id)
    async with runtime.database.transaction() as connection:

        async def act() -> JsonObject:
            order = await lock_order(connection, name)
            await withdraw_refund(connection, order, normalize_public_id(refund_id))
            return {}

        await idempotent(
            connection,
            scope=f"admin-refund-withdraw:{name}",
            key=request.key,
            body=request.body + refund_id.encode(),
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )


async def requires_step_up(runtime: Runtime, public_id: str, refund_id: str) -> bool:
    """Whether paying a refund needs step-up authentication. Raises NotFound."""
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, normalize_public_id(public_id))
        refund = await refund_of(connection, order.id, normalize_public_id(refund_id))
        return refund.needs_approval
