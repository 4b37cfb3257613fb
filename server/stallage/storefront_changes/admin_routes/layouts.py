"""The operators' API of home page, menus and announcement bar."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request
from fastapi.responses import Response

from stallage.core import clock
from stallage.core.db import Reading, Transaction, database_of
from stallage.core.envelope import Answer, answer, error_responses, wrap_json
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.schemas import MAX_ID
from stallage.layout.actions import sanitised
from stallage.layout.drafts import Announcement, HomeLayout, LayoutName, Menus, RecordKind
from stallage.layout.queries import build_frame, stored_layouts
from stallage.layout.schemas import Frame
from stallage.operators.dependencies import AdminRouter
from stallage.search.cache.catalog_cache import catalog_cache_of
from stallage.storefront.queries.home import find_home, read_home
from stallage.storefront.schemas import Home
from stallage.storefront_changes.actions import layouts as actions
from stallage.storefront_changes.queries import layouts as queries
from stallage.storefront_changes.queries.collections import product_choices
from stallage.storefront_changes.schemas.collections import CollectionProductChoices
from stallage.storefront_changes.schemas.layouts import (
    AnnouncementDetails,
    FrameInput,
    HomePageDetails,
    LayoutTargetChoices,
    LayoutVersionDetails,
    LayoutVersionList,
    MenusDetails,
    TargetWords,
)

router = AdminRouter(tag="layouts")

VersionId = Annotated[int, Path(alias="versionId", ge=1, le=MAX_ID)]
EDIT_ERRORS = error_responses(InvalidFields, EditConflict, PreconditionRequired)


@router.get("/layouts/home", permission="content.read", response_model=Answer[HomePageDetails])
async def get_home_page(connection: Reading) -> Answer[HomePageDetails]:
    """The sections of the home page."""
    return answer(await queries.home_details(connection))


@router.put(
    "/layouts/home",
    permission="content.edit",
    response_model=Answer[HomePageDetails],
    responses=EDIT_ERRORS,
)
async def change_home_page(
    body: HomeLayout, connection: Transaction, if_match: IfMatch = None
) -> Answer[HomePageDetails]:
    """Change the home page. Shoppers see it at once."""
    return answer(await actions.change_home(connection, body, if_match))


@router.post(
    "/layouts/home/preview",
    permission="content.read",
    response_model=Answer[Home],
    responses=error_responses(InvalidFields),
)
async def preview_home_page(body: HomeLayout, request: Request) -> Response:
    """The home page as it would be with these sections. Nothing is stored."""
    cache = catalog_cache_of(request)
    names = await cache.names()
    layout = sanitised(body)
    found = await find_home(cache, layout, clock.now())
    async with database_of(request).reading() as connection:
        home = await read_home(connection, cache, names, layout, found)
    return Response(
        wrap_json(home), media_type="application/json", headers={"Cache-Control": "no-store"}
    )


@router.get("/layouts/menus", permission="content.read", response_model=Answer[MenusDetails])
async def get_menus(connection: Reading) -> Answer[MenusDetails]:
    """The menus of header and footer."""
    return answer(await queries.menus_details(connection))


@router.put(
    "/layouts/menus",
    permission="content.edit",
    response_model=Answer[MenusDetails],
    responses=EDIT_ERRORS,
)
async def change_menus(
    body: Menus, connection: Transaction, if_match: IfMatch = None
) -> Answer[MenusDetails]:
    """Change the menus. Shoppers see them at once."""
    return answer(await actions.change_menus(connection, body, if_match))


@router.get(
    "/layouts/announcement",
    permission="content.read",
    response_model=Answer[AnnouncementDetails],
)
async def get_announcement(connection: Reading) -> Answer[AnnouncementDetails]:
    """The announcement bar."""
    return answer(await queries.announcement_details(connection))


@router.put(
    "/layouts/announcement",
    permission="content.edit",
    response_model=Answer[AnnouncementDetails],
    responses=EDIT_ERRORS,
)
async def change_announcement(
    body: Announcement, connection: Transaction, if_match: IfMatch = None
) -> Answer[AnnouncementDetails]:
    """Change the announcement bar. Shoppers see it at once."""
    return answer(await actions.change_announcement(connection, body, if_match))


@router.post(
    "/layouts/frame/preview",
    permission="content.read",
    response_model=Answer[Frame],
    responses=error_responses(InvalidFields),
)
async def preview_frame(body: FrameInput, connection: Reading) -> Answer[Frame]:
    """Menus and announcement bar as they would be. Nothing is stored."""
    stored = await stored_layouts(connection)
    menus, bar = body.menus or stored.menus, body.announcement or stored.announcement
    return answer(await build_frame(connection, menus, bar, 0, clock.now()))


@router.get(
    "/layouts/targets", permission="content.read", response_model=Answer[LayoutTargetChoices]
)
async def list_targets(
    connection: Reading,
    kind: Annotated[RecordKind, Query()],
    q: TargetWords = "",
) -> Answer[LayoutTargetChoices]:
    """Records that links can lead to."""
    return answer(await queries.target_choices(connection, kind, q))


@router.get(
    "/layouts/products",
    permission="content.read",
    response_model=Answer[CollectionProductChoices],
)
async def find_layout_products(
    connection: Reading, q: TargetWords = ""
) -> Answer[CollectionProductChoices]:
    """Products that a slider or a tile can lead to, by part of their title."""
    return answer(await product_choices(connection, q.strip()))


@router.get(
    "/layouts/{layout}/versions",
    permission="content.read",
    response_model=Answer[LayoutVersionList],
)
async def list_layout_versions(
    layout: LayoutName, connection: Reading
) -> Answer[LayoutVersionList]:
    """The last 50 versions of a layout."""
    return answer(await queries.version_list(connection, layout))


@router.get(
    "/layouts/{layout}/versions/{versionId}",
    permission="content.read",
    response_model=Answer[LayoutVersionDetails],
    responses=error_responses(NotFound),
)
async def get_layout_version(
    layout: LayoutName, version_id: VersionId, connection: Reading
) -> Answer[LayoutVersionDetails]:
    """A layout as it was. Saving it restores it."""
    return answer(await queries.version_details(connection, layout, version_id))
