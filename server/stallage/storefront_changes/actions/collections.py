"""Create, edit and delete collections."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.merchandising import actions as merchandising
from stallage.merchandising.drafts import CollectionDraft
from stallage.products.rules.slugs import free_slug, slugify_or_hash
from stallage.storefront_changes.queries.collections import collection_details, taken_slugs
from stallage.storefront_changes.schemas.collections import (
    CollectionChanges,
    CollectionDetails,
    CollectionInput,
)

DESCRIBED = ("title", "slug", "description", "seo_title", "seo_description")


async def create(connection: Connection, new: CollectionInput) -> CollectionDetails:
    """Add a collection. Raises InvalidFields."""
    draft = CollectionDraft(
        slug=new.slug or free_slug(slugify_or_hash(new.title), await taken_slugs(connection)),
        image=None if new.image is None else new.image.to_json(),
        rule=new.rule,
        **{name: getattr(new, name) for name in DESCRIBED if name != "slug"},
    )
    page_id = await merchandising.create_collection_page(connection, draft)
    await merchandising.set_collection_products(connection, page_id, new.product_ids)
    created = await collection_details(connection, page_id)
    await record(connection, "collection.created", _subject(created), after=_audited(created))
    return created


async def change(
    connection: Connection, page_id: int, changes: CollectionChanges, if_match: str | None
) -> CollectionDetails:
    """Change a collection. Raises NotFound, PreconditionRequired, EditConflict and InvalidFields."""
    await merchandising.lock_collection_page(connection, page_id)
    before = await collection_details(connection, page_id)
    check_match(if_match, before.etag, before)
    sent = changes.model_fields_set
    fields = {
        name: getattr(before if getattr(changes, name) is None else changes, name)
        for name in DESCRIBED
    }
    image = None if before.image is None else before.image.model_dump()
    if "image" in sent:
        image = None if changes.image is None else changes.image.to_json()
    rule = changes.rule
    if "rule" not in sent:
        rule = await merchandising.rule_of(connection, page_id)
    draft = CollectionDraft(**fields, image=image, rule=rule)
    await merchandising.change_collection_page(connection, page_id, draft)
    if changes.product_ids is not None:
        await merchandising.set_collection_products(connection, page_id, changes.product_ids)
    after = await collection_details(connection, page_id)
    await record(
        connection,
        "collection.changed",
        _subject(after),
        before=_audited(before),
        after=_audited(after),
    )
    return after


async def delete(connection: Connection, page_id: int) -> None:
    """Delete a collection with its page. Raises NotFound."""
    await merchandising.lock_collection_page(connection, page_id)
    before = await collection_details(connection, page_id)
    await merchandising.remove_collection_page(connection, page_id)
    await record(connection, "collection.deleted", _subject(before), before=_audited(before))


def _subject(collection: CollectionDetails) -> Subject:
    return Subject("collection", collection.id, collection.title)


def _audited(collection: CollectionDetails) -> JsonObject:
    names = {*DESCRIBED, "image", "rule"}
    fields: JsonObject = collection.model_dump(mode="json", include=names, by_alias=True)
    return {**fields, "products": collection.count.value}
