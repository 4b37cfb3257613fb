"""The operators' API of themes."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Response

from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter
from stallage.themes import actions, queries
from stallage.themes.errors import ThemeIsActive, ThemeNameTaken, TooLittleContrast
from stallage.themes.rules.contrast import findings
from stallage.themes.rules.css import variables_of
from stallage.themes.schemas import (
    PrimaryColour,
    PrimaryColourInput,
    ThemeCheck,
    ThemeCreateInput,
    ThemeDeleted,
    ThemeDetail,
    ThemeInput,
    ThemeOverview,
    ThemePublished,
    ThemeTokens,
)

router = AdminRouter(tag="themes")

ThemeId = Annotated[int, Path(alias="themeId", ge=1, le=MAX_ID)]
VersionId = Annotated[int, Path(alias="versionId", ge=1, le=MAX_ID)]


async def _detail(connection: Connection, theme_id: int, response: Response) -> Answer[ThemeDetail]:
    detail, response.headers["ETag"] = await queries.theme_by_id(connection, theme_id)
    return answer(detail)


@router.get("/themes", permission="settings.read", response_model=Answer[ThemeOverview])
async def list_themes(connection: Reading) -> Answer[ThemeOverview]:
    """All themes, the active one first. If none is active, shoppers see the standard look."""
    return answer(await queries.themes(connection))


@router.post(
    "/themes",
    permission="settings.edit",
    status_code=201,
    response_model=Answer[ThemeDetail],
    responses=error_responses(InvalidFields, NotFound, ThemeNameTaken),
)
async def create_theme(
    body: ThemeCreateInput, connection: Transaction, response: Response
) -> Answer[ThemeDetail]:
    """Create a theme as a draft, new or as a copy."""
    created = await actions.create_theme(connection, body)
    return await _detail(connection, created.id, response)


@router.post(
    "/themes/check",
    permission="settings.read",
    audited=False,
    response_model=Answer[ThemeCheck],
    responses=error_responses(InvalidFields),
)
async def check_theme(body: ThemeTokens) -> Answer[ThemeCheck]:
    """Return how tokens look, and where they have too little contrast. Saves nothing."""
    return answer(
        ThemeCheck(
            variables=variables_of(body),
            colours=queries.camel_colours(body),
            findings=findings(body),
        )
    )


@router.post("/themes/standard", permission="settings.edit", response_model=Answer[ThemePublished])
async def use_standard_look(connection: Transaction) -> Answer[ThemePublished]:
    """Show the standard look to shoppers. Themes stay as they are."""
    return answer(await actions.use_standard_look(connection))


@router.get(
    "/themes/primary-colour", permission="settings.read", response_model=Answer[PrimaryColour]
)
async def get_primary_colour(connection: Reading) -> Answer[PrimaryColour]:
    """The primary colour of what shoppers see."""
    return answer(PrimaryColour(colour=await queries.primary_colour(connection)))


@router.put(
    "/themes/primary-colour",
    permission="settings.edit",
    response_model=Answer[PrimaryColour],
    responses=error_responses(InvalidFields, TooLittleContrast),
)
async def set_primary_colour(
    body: PrimaryColourInput, connection: Transaction
) -> Answer[PrimaryColour]:
    """Set the primary colour of the active theme. Without one, a theme with it becomes active."""
    await actions.put_primary_colour(connection, body.colour, is_checked=True)
    return answer(PrimaryColour(colour=await queries.primary_colour(connection)))


@router.post(
    "/themes/versions/{versionId}/restore",
    permission="settings.edit",
    response_model=Answer[ThemePublished],
    responses=error_responses(NotFound),
)
async def restore_theme_version(
    version_id: VersionId, connection: Transaction
) -> Answer[ThemePublished]:
    """Show an earlier version of a theme to shoppers again, and make it the draft."""
    return answer(await actions.restore_version(connection, version_id))


@router.get(
    "/themes/{themeId}",
    permission="settings.read",
    response_model=Answer[ThemeDetail],
    responses=error_responses(NotFound),
)
async def get_theme(
    theme_id: ThemeId, connection: Reading, response: Response
) -> Answer[ThemeDetail]:
    """A theme as saved, with its ETag."""
    return await _detail(connection, theme_id, response)


@router.put(
    "/themes/{themeId}",
    permission="settings.edit",
    response_model=Answer[ThemeDetail],
    responses=error_responses(
        NotFound, InvalidFields, ThemeNameTaken, EditConflict, PreconditionRequired
    ),
)
async def save_theme(
    theme_id: ThemeId,
    body: ThemeInput,
    connection: Transaction,
    response: Response,
    if_match: IfMatch = None,
) -> Answer[ThemeDetail]:
    """Save the name and the draft. Shoppers see no difference."""
    await actions.save_theme(connection, theme_id, body, if_match)
    return await _detail(connection, theme_id, response)


@router.delete(
    "/themes/{themeId}",
    permission="settings.edit",
    response_model=Answer[ThemeDeleted],
    responses=error_responses(NotFound, ThemeIsActive),
)
async def delete_theme(theme_id: ThemeId, connection: Transaction) -> Answer[ThemeDeleted]:
    """Delete a theme that shoppers do not see."""
    await actions.delete_theme(connection, theme_id)
    return answer(ThemeDeleted(id=theme_id))


@router.post(
    "/themes/{themeId}/publish",
    permission="settings.edit",
    response_model=Answer[ThemePublished],
    responses=error_responses(NotFound, TooLittleContrast, EditConflict, PreconditionRequired),
)
async def publish_theme(
    theme_id: ThemeId, connection: Transaction, if_match: IfMatch = None
) -> Answer[ThemePublished]:
    """Show the saved draft to shoppers. Refused while colours have too little contrast."""
    return answer(await actions.publish_theme(connection, theme_id, if_match))
