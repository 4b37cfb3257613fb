"""Creates, changes, ends, generates and deletes promo codes."""

from __future__ import annotations

from datetime import timedelta

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.etags import check_match
from stallage.core.money import Currency
from stallage.pricing.actions.terms import (
    add_promo_code_batch,
    end_promo_code_batch,
    lock_promo_code,
    put_promo_code,
    remove_promo_code,
)
from stallage.promotions.actions.checks import audited, check_reduction, check_schedule
from stallage.promotions.errors import NameTaken, PromoCodeUsed, PromotionEnded
from stallage.promotions.queries.codes import batch_by_id, code_by_id, find_code
from stallage.promotions.rules import generate_codes
from stallage.promotions.schemas.codes import BatchInput, CodeChangeInput, CodeInput, PromoCode

MOMENT = timedelta(microseconds=1)


def _subject(code: PromoCode) -> Subject:
    return Subject("promo_code", code.id, code.code)


def check_code(body: CodeChangeInput) -> None:
    """Raise InvalidFields if fields contradict each other."""
    check_reduction(body.percent, body.amount)
    check_schedule(body.starts_at, body.ends_at)


async def _put(connection: Connection, code: str, body: CodeChangeInput) -> None:
    await put_promo_code(
        connection,
        code=code,
        title=body.title,
        percent=body.percent,
        amount=body.amount,
        minimum_purchase=body.minimum_purchase,
        starts_at=body.starts_at,
        ends_at=body.ends_at,
        total_uses=body.total_uses,
        uses_per_customer=body.uses_per_customer,
        public=body.public,
    )


async def _stored(connection: Connection, code: str, currency: Currency) -> PromoCode:
    found = await find_code(connection, code, currency)
    if found is None:
        raise NotFound
    return found


async def create_code(connection: Connection, body: CodeInput, currency: Currency) -> PromoCode:
    """Create a code. Raises InvalidFields and NameTaken."""
    check_code(body)
    await lock_promo_code(connection, body.code)
    if await find_code(connection, body.code, currency) is not None:
        raise NameTaken(fields={"code": [NameTaken.message]})
    await _put(connection, body.code, body)
    created = await _stored(connection, body.code, currency)
    await record(connection, "promo_code.created", _subject(created), after=audited(created))
    return created


async def _locked(connection: Connection, code_id: int, currency: Currency) -> PromoCode:
    """Lock and read a code; orders that use it wait. Raises NotFound."""
    await lock_promo_code(connection, (await code_by_id(connection, code_id, currency)).code)
    return await code_by_id(connection, code_id, currency)


async def change_code(
    connection: Connection,
    code_id: int,
    body: CodeChangeInput,
    if_match: str | None,
    currency: Currency,
) -> PromoCode:
    """Change a code. A limit below its uses is allowed: the code is then used up.

    Raises NotFound, InvalidFields, PreconditionRequired and EditConflict.
    """
    check_code(body)
    before = await _locked(connection, code_id, currency)
    check_match(if_match, before.etag, before)
    await _put(connection, before.code, body)
    changed = await _stored(connection, before.code, currency)
    await record(
        connection,
        "promo_code.changed",
        _subject(changed),
        before=audited(before),
        after=audited(changed),
    )
    return changed


async def end_code(connection: Connection, code_id: int, currency: Currency) -> PromoCode:
    """End a code now, also before its start. Raises NotFound and PromotionEnded."""
    before = await _locked(connection, code_id, currency)
    if before.state == "ended":
        raise PromotionEnded
    now = clock.now()
    await put_promo_code(
        connection,
        code=before.code,
        title=before.title,
        percent=before.percent,
        amount=None if before.amount is None else before.amount.amount,
        minimum_purchase=0 if before.minimum_purchase is None else before.minimum_purchase.amount,
        starts_at=min(before.starts_at, now - MOMENT),
        ends_at=now,
        total_uses=before.total_uses,
        uses_per_customer=before.uses_per_customer,
        public=before.public,
    )
    ended = await _stored(connection, before.code, currency)
    await record(
        connection,
        "promo_code.ended",
        _subject(ended),
        before=audited(before),
        after=audited(ended),
    )
    return ended


async def delete_code(connection: Connection, code_id: int, currency: Currency) -> None:
    """Delete a code that no order has used. Raises NotFound and PromoCodeUsed."""
    before = await _locked(connection, code_id, currency)
    if not await remove_promo_code(connection, before.code):
        raise PromoCodeUsed
    await record(connection, "promo_code.deleted", _subject(before), before=audited(before))


async def generate_batch(connection: Connection, body: BatchInput, currency: Currency) -> int:
    """Generate unique codes for one use each; return the id of their batch. Raises InvalidFields."""
    check_reduction(body.percent, body.amount)
    check_schedule(body.starts_at, body.ends_at)
    batch_id = await add_promo_code_batch(
        connection,
        generate_codes(body.prefix, body.count),
        title=body.title,
        prefix=body.prefix,
        percent=body.percent,
        amount=body.amount,
        minimum_purchase=body.minimum_purchase,
        starts_at=body.starts_at,
        ends_at=body.ends_at,
    )
    batch = await batch_by_id(connection, batch_id, currency)
    await record(
        connection,
        "promo_codes.generated",
        Subject("promo_code_batch", batch_id, batch.title),
        after=audited(batch),
    )
    return batch_id


async def end_batch(connection: Connection, batch_id: int, currency: Currency) -> int:
    """End all codes of a batch; return how many had not ended. Raises NotFound and PromotionEnded."""
    batch = await batch_by_id(connection, batch_id, currency)
    count = await end_promo_code_batch(connection, batch_id, clock.now())
    if count == 0:
        raise PromotionEnded
    await record(
        connection,
        "promo_codes.ended",
        Subject("promo_code_batch", batch_id, batch.title),
        before=audited(batch),
        after={"count": count},
    )
    return count
