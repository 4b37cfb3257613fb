"""Edit, merge and delete brands."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.core.validation import message
from stallage.products.actions import brands
from stallage.products.drafts import BrandDraft
from stallage.storefront_changes.errors import BrandInUse
from stallage.storefront_changes.queries.brands import brand_details
from stallage.storefront_changes.schemas.brands import BrandChanges, BrandDetails

EDITED = ("slug", "name", "description")


async def change(
    connection: Connection, brand_id: int, changes: BrandChanges, if_match: str | None
) -> BrandDetails:
    """Change a brand. Raises NotFound, PreconditionRequired, EditConflict and InvalidFields."""
    await brands.lock_brand(connection, brand_id)
    before = await brand_details(connection, brand_id)
    check_match(if_match, before.etag, before)
    given = changes.model_dump(exclude_none=True)
    current = {name: getattr(before, name) for name in EDITED}
    await brands.change_brand(connection, brand_id, BrandDraft(**{**current, **given}))
    after = await brand_details(connection, brand_id)
    await record(
        connection,
        "brand.changed",
        _subject(after),
        before=_audited(before, *given),
        after=_audited(after, *given),
    )
    return after


async def merge(connection: Connection, brand_id: int, into_id: int) -> BrandDetails:
    """Give a brand's products to another brand and delete it; return the other brand.

    Raises NotFound, InvalidFields and BrandInUse.
    """
    before = await brand_details(connection, brand_id)
    _check_unnamed(before)
    if into_id == brand_id:
        raise _invalid_target()
    try:
        await brand_details(connection, into_id)
    except NotFound as error:
        raise _invalid_target() from error
    moved = await brands.merge_brand(connection, brand_id, into_id)
    after = await brand_details(connection, into_id)
    await record(
        connection,
        "brand.merged",
        _subject(before),
        before=_audited(before, "slug", "name"),
        after={"into": after.name, "productsMoved": moved},
    )
    return after


async def delete(connection: Connection, brand_id: int) -> None:
    """Delete a brand that nothing has. Raises NotFound and BrandInUse."""
    await brands.lock_brand(connection, brand_id)
    before = await brand_details(connection, brand_id)
    if before.products:
        raise BrandInUse
    _check_unnamed(before)
    await brands.delete_brand(connection, brand_id)
    await record(connection, "brand.deleted", _subject(before), before=_audited(before, *EDITED))


def _check_unnamed(brand: BrandDetails) -> None:
    if brand.collections or brand.discounts:
        raise BrandInUse("Collections or discounts name this brand. Change them first.")


def _invalid_target() -> InvalidFields:
    return InvalidFields(fields={"intoId": [message("invalid", "intoId", attribute="Brand")]})


def _subject(brand: BrandDetails) -> Subject:
    return Subject("brand", brand.id, brand.name)


def _audited(brand: BrandDetails, *names: str) -> JsonObject:
    return brand.model_dump(mode="json", include=set(names), by_alias=True)
