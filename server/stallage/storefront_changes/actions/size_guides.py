"""Create, edit and delete size guides."""

from __future__ import annotations

from collections import defaultdict

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.products import actions as products
from stallage.products.drafts import SizeGuideDraft
from stallage.products.rules.size_guides import TableProblem, table_problems
from stallage.products.rules.slugs import free_slug, slugify_or_hash
from stallage.storefront_changes.errors import SizeGuideInUse
from stallage.storefront_changes.queries.size_guides import (
    size_guide_details,
    taken_guide_slugs,
)
from stallage.storefront_changes.schemas.size_guides import SizeGuideDetails, SizeGuideInput

AUDITED = {"title", "introduction", "option", "unit", "columns", "rows"}


async def create(connection: Connection, new: SizeGuideInput) -> SizeGuideDetails:
    """Add a size guide, which categories can have then. Raises InvalidFields."""
    slug = free_slug(slugify_or_hash(new.title), await taken_guide_slugs(connection))
    size_guide_id = await products.create_size_guide(connection, _draft(slug, new))
    created = await size_guide_details(connection, size_guide_id)
    await record(connection, "size_guide.created", _subject(created), after=_audited(created))
    return created


async def change(
    connection: Connection, size_guide_id: int, changed: SizeGuideInput, if_match: str | None
) -> SizeGuideDetails:
    """Replace a size guide. Raises NotFound, PreconditionRequired, EditConflict, InvalidFields."""
    slug = await products.lock_size_guide(connection, size_guide_id)
    before = await size_guide_details(connection, size_guide_id)
    check_match(if_match, before.etag, before)
    await products.put_size_guide(connection, _draft(slug, changed))
    after = await size_guide_details(connection, size_guide_id)
    await record(
        connection,
        "size_guide.changed",
        _subject(after),
        before=_audited(before),
        after=_audited(after),
    )
    return after


async def delete(connection: Connection, size_guide_id: int) -> None:
    """Delete a size guide that no category has. Raises NotFound and SizeGuideInUse."""
    slug = await products.lock_size_guide(connection, size_guide_id)
    before = await size_guide_details(connection, size_guide_id)
    if before.categories:
        raise SizeGuideInUse
    await products.remove_size_guide(connection, slug)
    await record(connection, "size_guide.deleted", _subject(before), before=_audited(before))


def _draft(slug: str, guide: SizeGuideInput) -> SizeGuideDraft:
    draft = SizeGuideDraft(
        slug=slug,
        title=guide.title,
        introduction=guide.introduction,
        option=guide.option,
        unit=guide.unit or "",
        columns=[column.title for column in guide.columns],
        measured=[column.title for column in guide.columns if column.measured],
        rows=guide.rows,
    )
    fields: defaultdict[str, list[str]] = defaultdict(list)
    for problem in table_problems(draft.columns, draft.measured, draft.unit, draft.rows):
        fields[_field(problem)].append(f"{problem.text[0].upper()}{problem.text[1:]}.")
    if fields:
        raise InvalidFields(fields=dict(fields))
    return draft


def _field(problem: TableProblem) -> str:
    """Return the field of the request that a problem belongs to, such as `rows.2.0`."""
    places = [str(one) for one in (problem.row, problem.column) if one is not None]
    return ".".join([problem.part, *places])


def _subject(guide: SizeGuideDetails) -> Subject:
    return Subject("size_guide", guide.id, guide.title)


def _audited(guide: SizeGuideDetails) -> JsonObject:
    fields: JsonObject = guide.model_dump(mode="json", include=AUDITED)
    return fields
