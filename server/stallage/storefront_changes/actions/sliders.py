"""Create, edit, order and delete sliders."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.core.validation import message
from stallage.merchandising import actions as merchandising
from stallage.merchandising.drafts import SliderDraft
from stallage.products.rules.slugs import free_slug, slugify_or_hash
from stallage.storefront_changes.queries.sliders import slider_details, slider_slugs, sliders
from stallage.storefront_changes.schemas.sliders import (
    HomeOrder,
    SliderDetails,
    SliderInput,
    SliderList,
)


async def create(connection: Connection, new: SliderInput) -> SliderDetails:
    """Add a slider as the last one. Raises InvalidFields."""
    await merchandising.lock_home_parts(connection)
    slug = new.slug or free_slug(slugify_or_hash(new.title), await slider_slugs(connection))
    slider_id = await merchandising.create_slider(connection, _draft(new, slug), new.product_ids)
    created = await slider_details(connection, slider_id)
    await record(connection, "slider.created", _subject(created), after=_audited(created))
    return created


async def change(
    connection: Connection, slider_id: int, changed: SliderInput, if_match: str | None
) -> SliderDetails:
    """Change a slider. Raises NotFound, PreconditionRequired, EditConflict and InvalidFields."""
    await merchandising.lock_home_parts(connection)
    before = await slider_details(connection, slider_id)
    check_match(if_match, before.etag, before)
    draft = _draft(changed, changed.slug or before.slug)
    await merchandising.change_slider(connection, slider_id, draft, changed.product_ids)
    after = await slider_details(connection, slider_id)
    await record(
        connection,
        "slider.changed",
        _subject(after),
        before=_audited(before),
        after=_audited(after),
    )
    return after


async def order(connection: Connection, new: HomeOrder, if_match: str | None) -> SliderList:
    """Set the order of all sliders. Raises PreconditionRequired, EditConflict and InvalidFields."""
    await merchandising.lock_home_parts(connection)
    before = await sliders(connection)
    check_match(if_match, before.etag, before)
    check_order(new.ids, [one.id for one in before.items])
    await merchandising.order_sliders(connection, new.ids)
    after = await sliders(connection)
    await record(
        connection,
        "sliders.ordered",
        Subject("slider", None, "Sliders"),
        before={"order": [one.title for one in before.items]},
        after={"order": [one.title for one in after.items]},
    )
    return after


async def delete(connection: Connection, slider_id: int) -> None:
    """Delete a slider with its product list. Raises NotFound."""
    await merchandising.lock_home_parts(connection)
    before = await slider_details(connection, slider_id)
    await merchandising.delete_slider(connection, slider_id)
    await record(connection, "slider.deleted", _subject(before), before=_audited(before))


def check_order(ids: Sequence[int], known: Sequence[int]) -> None:
    """Check that an order has each id exactly once. Raises InvalidFields."""
    if sorted(ids) != sorted(known):
        raise InvalidFields(fields={"ids": [message("invalid", "ids", attribute="Order")]})


def _draft(entered: SliderInput, slug: str) -> SliderDraft:
    return SliderDraft(
        slug=slug,
        title=entered.title,
        subtitle=entered.subtitle,
        call_to_action=entered.call_to_action,
        image=None if entered.image is None else entered.image.to_json(),
        phone_image=None if entered.phone_image is None else entered.phone_image.to_json(),
        starts_at=entered.starts_at,
        ends_at=entered.ends_at,
    )


def _subject(slider: SliderDetails) -> Subject:
    return Subject("slider", slider.id, slider.title)


def _audited(slider: SliderDetails) -> JsonObject:
    fields: JsonObject = slider.model_dump(
        mode="json", by_alias=True, exclude={"id", "products", "link", "home", "etag"}
    )
    return {**fields, "products": [one.slug for one in slider.products]}
