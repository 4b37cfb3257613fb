"""Creates, changes, ends and deletes sales. Prices follow at once, at their start and at their end."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.core.validation import message
from stallage.products.actions.sales import lock_sale, put_sale, remove_sale
from stallage.products.rules.slugs import slugify_or_hash
from stallage.promotions.actions.checks import audited, check_schedule
from stallage.promotions.errors import PromotionEnded, SaleStarted
from stallage.promotions.queries.choices import products_by_slug
from stallage.promotions.queries.sales import sale_by_id, sale_id_of
from stallage.promotions.schemas.sales import Sale, SaleInput


def _subject(sale: Sale) -> Subject:
    return Subject("sale", sale.id, sale.title)


def _audited(sale: Sale) -> JsonObject:
    return {**audited(sale), "products": [product.slug for product in sale.products]}


async def _check(connection: Connection, body: SaleInput, currency: Currency) -> list[str]:
    """The slugs of the products, each once. Raises InvalidFields."""
    check_schedule(body.starts_at, body.ends_at)
    slugs = list(dict.fromkeys(body.products))
    known = await products_by_slug(connection, slugs, currency)
    if len(known) < len(slugs):
        raise InvalidFields(fields={"products": [message("invalid", "products")]})
    return slugs


async def _put(connection: Connection, slug: str, body: SaleInput, products: list[str]) -> None:
    await put_sale(
        connection,
        slug=slug,
        title=body.title,
        percent=body.percent,
        starts_at=body.starts_at,
        ends_at=body.ends_at,
        product_slugs=products,
        description=body.description,
        image=None if body.image is None else body.image.model_dump(by_alias=False),
        phone_image=None
        if body.phone_image is None
        else body.phone_image.model_dump(by_alias=False),
    )


async def _free_slug(connection: Connection, title: str) -> str:
    """Lock and return a slug from the title that no sale has."""
    base = slugify_or_hash(title)[:80]
    for number in range(1, 1000):
        slug = base if number == 1 else f"{base}-{number}"
        await lock_sale(connection, slug)
        if await sale_id_of(connection, slug) is None:
            return slug
    raise InvalidFields(fields={"title": [message("invalid", "title")]})


async def create_sale(connection: Connection, body: SaleInput, currency: Currency) -> Sale:
    """Create a sale; its address comes from the title. Raises InvalidFields."""
    products = await _check(connection, body, currency)
    slug = await _free_slug(connection, body.title)
    await _put(connection, slug, body, products)
    sale_id = await sale_id_of(connection, slug)
    if sale_id is None:
        raise NotFound
    created = await sale_by_id(connection, sale_id, currency)
    await record(connection, "sale.created", _subject(created), after=_audited(created))
    return created


async def _locked(connection: Connection, sale_id: int, currency: Currency) -> Sale:
    """Lock and read a sale. Raises NotFound."""
    await lock_sale(connection, (await sale_by_id(connection, sale_id, currency)).slug)
    return await sale_by_id(connection, sale_id, currency)


async def change_sale(
    connection: Connection,
    sale_id: int,
    body: SaleInput,
    if_match: str | None,
    currency: Currency,
) -> Sale:
    """Change a sale; while it runs, prices follow at once.

    Raises NotFound, InvalidFields, PreconditionRequired and EditConflict.
    """
    products = await _check(connection, body, currency)
    before = await _locked(connection, sale_id, currency)
    check_match(if_match, before.etag, before)
    await _put(connection, before.slug, body, products)
    changed = await sale_by_id(connection, sale_id, currency)
    await record(
        connection,
        "sale.changed",
        _subject(changed),
        before=_audited(before),
        after=_audited(changed),
    )
    return changed


async def end_sale(connection: Connection, sale_id: int, currency: Currency) -> Sale:
    """End a running sale now. Raises NotFound, and PromotionEnded unless it runs."""
    before = await _locked(connection, sale_id, currency)
    if before.state != "active":
        raise PromotionEnded
    await put_sale(
        connection,
        slug=before.slug,
        title=before.title,
        percent=before.percent,
        starts_at=before.starts_at,
        ends_at=clock.now(),
        product_slugs=[product.slug for product in before.products],
        description=before.description,
        image=None if before.image is None else before.image.model_dump(by_alias=False),
        phone_image=None
        if before.phone_image is None
        else before.phone_image.model_dump(by_alias=False),
    )
    ended = await sale_by_id(connection, sale_id, currency)
    await record(
        connection,
        "sale.ended",
        _subject(ended),
        before=_audited(before),
        after=_audited(ended),
    )
    return ended


async def delete_sale(connection: Connection, sale_id: int, currency: Currency) -> None:
    """Delete a sale that has not started. Raises NotFound and SaleStarted."""
    before = await _locked(connection, sale_id, currency)
    if before.state != "scheduled":
        raise SaleStarted
    await remove_sale(connection, before.slug)
    await record(connection, "sale.deleted", _subject(before), before=_audited(before))
