"""Create, edit, order and delete feature sections."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.merchandising import actions as merchandising
from stallage.merchandising.drafts import FeatureSectionDraft, PlacedTile
from stallage.products.rules.slugs import free_slug, slugify_or_hash
from stallage.storefront_changes.actions.sliders import check_order
from stallage.storefront_changes.queries.feature_sections import (
    feature_sections,
    section_details,
    section_slugs,
)
from stallage.storefront_changes.schemas.feature_sections import (
    FeatureSectionDetails,
    FeatureSectionInput,
    FeatureSectionList,
    FeatureTileDetails,
    FeatureTileInput,
)
from stallage.storefront_changes.schemas.sliders import HomeOrder


async def create(connection: Connection, new: FeatureSectionInput) -> FeatureSectionDetails:
    """Add a feature section as the last one. Raises InvalidFields."""
    await merchandising.lock_home_parts(connection)
    slug = new.slug or free_slug(slugify_or_hash(new.title), await section_slugs(connection))
    section_id = await merchandising.create_section(
        connection, _draft(new, slug), _tiles(new.tiles, [])
    )
    created = await section_details(connection, section_id)
    await record(connection, "feature_section.created", _subject(created), after=_audited(created))
    return created


async def change(
    connection: Connection, section_id: int, changed: FeatureSectionInput, if_match: str | None
) -> FeatureSectionDetails:
    """Change a feature section. Raises NotFound, PreconditionRequired, EditConflict and InvalidFields."""
    await merchandising.lock_home_parts(connection)
    before = await section_details(connection, section_id)
    check_match(if_match, before.etag, before)
    draft = _draft(changed, changed.slug or before.slug)
    tiles = _tiles(changed.tiles, before.tiles)
    await merchandising.change_section(connection, section_id, draft, tiles)
    after = await section_details(connection, section_id)
    await record(
        connection,
        "feature_section.changed",
        _subject(after),
        before=_audited(before),
        after=_audited(after),
    )
    return after


async def order(connection: Connection, new: HomeOrder, if_match: str | None) -> FeatureSectionList:
    """Set the order of all sections. Raises PreconditionRequired, EditConflict and InvalidFields."""
    await merchandising.lock_home_parts(connection)
    before = await feature_sections(connection)
    check_match(if_match, before.etag, before)
    check_order(new.ids, [one.id for one in before.items])
    await merchandising.order_sections(connection, new.ids)
    after = await feature_sections(connection)
    await record(
        connection,
        "feature_sections.ordered",
        Subject("feature_section", None, "Feature sections"),
        before={"order": [one.title for one in before.items]},
        after={"order": [one.title for one in after.items]},
    )
    return after


async def delete(connection: Connection, section_id: int) -> None:
    """Delete a feature section with its tiles and their product lists. Raises NotFound."""
    await merchandising.lock_home_parts(connection)
    before = await section_details(connection, section_id)
    await merchandising.delete_section(connection, section_id)
    await record(connection, "feature_section.deleted", _subject(before), before=_audited(before))


def _draft(entered: FeatureSectionInput, slug: str) -> FeatureSectionDraft:
    return FeatureSectionDraft(
        slug=slug, title=entered.title, kind=entered.kind, subtitle=entered.subtitle
    )


def _tiles(
    entered: Sequence[FeatureTileInput], before: Sequence[FeatureTileDetails]
) -> list[PlacedTile]:
    """The tiles with their slugs: those entered, those from before, or new ones from their titles."""
    slugs = {tile.id: tile.slug for tile in before}
    chosen = [tile.slug or (slugs.get(tile.id) if tile.id else None) for tile in entered]
    taken = {slug for slug in chosen if slug}
    placed = []
    for tile, slug in zip(entered, chosen, strict=True):
        own = slug or free_slug(slugify_or_hash(tile.title), taken)
        taken.add(own)
        placed.append(
            PlacedTile(
                id=tile.id,
                slug=own,
                title=tile.title,
                text=tile.text,
                image=None if tile.image is None else tile.image.to_json(),
                phone_image=None if tile.phone_image is None else tile.phone_image.to_json(),
                product_ids=tile.product_ids,
            )
        )
    return placed


def _subject(section: FeatureSectionDetails) -> Subject:
    return Subject("feature_section", section.id, section.title)


def _audited(section: FeatureSectionDetails) -> JsonObject:
    fields: JsonObject = section.model_dump(
        mode="json", by_alias=True, include={"slug", "title", "subtitle", "kind"}
    )
    tiles = [
        {
            **tile.model_dump(mode="json", by_alias=True, exclude={"id", "products", "link"}),
            "products": [one.slug for one in tile.products],
        }
        for tile in section.tiles
    ]
    return {**fields, "tiles": tiles}
