"""Creates, changes, ends and deletes automatic discounts."""

from __future__ import annotations

from datetime import timedelta

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import check_match
from stallage.core.money import Currency
from stallage.core.validation import message
from stallage.pricing.actions.automatic import (
    UnknownName,
    lock_automatic_discount,
    put_automatic_discount,
    remove_automatic_discount,
)
from stallage.pricing.rules.discount_kinds import field_problems
from stallage.products.rules.slugs import slugify_or_hash
from stallage.promotions.actions.checks import audited, check_schedule, raise_problems
from stallage.promotions.errors import PromotionEnded
from stallage.promotions.queries.discounts import discount_by_id, find_discount
from stallage.promotions.schemas.discounts import AutomaticDiscount, DiscountInput

MOMENT = timedelta(microseconds=1)


def _subject(discount: AutomaticDiscount) -> Subject:
    return Subject("automatic_discount", discount.id, discount.title)


async def put_discount(connection: Connection, slug: str, body: DiscountInput) -> None:
    """Write a discount without checking its fields. Raises InvalidFields for unknown names."""
    try:
        await put_automatic_discount(connection, slug=slug, **body.model_dump(by_alias=False))
    except UnknownName as error:
        raise_problems([(error.field, message("invalid", error.field))])


def check_discount(body: DiscountInput) -> None:
    """Raise InvalidFields if fields do not fit the kind."""
    check_schedule(body.starts_at, body.ends_at)
    raise_problems(field_problems(body.model_dump(by_alias=False)))


async def _free_slug(connection: Connection, title: str, currency: Currency) -> str:
    """Lock and return a slug from the title that no discount has."""
    base = slugify_or_hash(title)[:80]
    for number in range(1, 1000):
        slug = base if number == 1 else f"{base}-{number}"
        await lock_automatic_discount(connection, slug)
        if await find_discount(connection, slug, currency) is None:
            return slug
    raise InvalidFields(fields={"title": [message("invalid", "title")]})


async def _stored(connection: Connection, slug: str, currency: Currency) -> AutomaticDiscount:
    found = await find_discount(connection, slug, currency)
    if found is None:
        raise NotFound
    return found


async def create_discount(
    connection: Connection, body: DiscountInput, currency: Currency
) -> AutomaticDiscount:
    """Create a discount; its slug comes from the title. Raises InvalidFields."""
    check_discount(body)
    slug = await _free_slug(connection, body.title, currency)
    await put_discount(connection, slug, body)
    created = await _stored(connection, slug, currency)
    subject = _subject(created)
    await record(connection, "automatic_discount.created", subject, after=audited(created))
    return created


async def _locked(
    connection: Connection, discount_id: int, currency: Currency
) -> AutomaticDiscount:
    """Lock and read a discount. Raises NotFound."""
    found = await discount_by_id(connection, discount_id, currency)
    await lock_automatic_discount(connection, found.slug)
    return await discount_by_id(connection, discount_id, currency)


async def change_discount(
    connection: Connection,
    discount_id: int,
    body: DiscountInput,
    if_match: str | None,
    currency: Currency,
) -> AutomaticDiscount:
    """Change a discount. Raises NotFound, InvalidFields, PreconditionRequired and EditConflict."""
    check_discount(body)
    before = await _locked(connection, discount_id, currency)
    check_match(if_match, before.etag, before)
    await put_discount(connection, before.slug, body)
    changed = await _stored(connection, before.slug, currency)
    await record(
        connection,
        "automatic_discount.changed",
        _subject(changed),
        before=audited(before),
        after=audited(changed),
    )
    return changed


async def end_discount(
    connection: Connection, discount_id: int, currency: Currency
) -> AutomaticDiscount:
    """End a discount now, also before its start. Raises NotFound and PromotionEnded."""
    before = await _locked(connection, discount_id, currency)
    if before.state == "ended":
        raise PromotionEnded
    now = clock.now()
    body = DiscountInput.model_construct(
        **before.model_dump(
            by_alias=False,
            include=set(DiscountInput.model_fields),
            exclude={"amount", "minimum_purchase", "starts_at", "ends_at"},
        ),
        amount=None if before.amount is None else before.amount.amount,
        minimum_purchase=0 if before.minimum_purchase is None else before.minimum_purchase.amount,
        starts_at=min(before.starts_at, now - MOMENT),
        ends_at=now,
    )
    await put_discount(connection, before.slug, body)
    ended = await _stored(connection, before.slug, currency)
    await record(
        connection,
        "automatic_discount.ended",
        _subject(ended),
        before=audited(before),
        after=audited(ended),
    )
    return ended


async def delete_discount(connection: Connection, discount_id: int, currency: Currency) -> None:
    """Delete a discount; existing orders keep theirs. Raises NotFound."""
    before = await _locked(connection, discount_id, currency)
    await remove_automatic_discount(connection, before.slug)
    subject = _subject(before)
    await record(connection, "automatic_discount.deleted", subject, before=audited(before))
