"""The operators' API of extensions."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response

from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired, check_match
from stallage.core.runtime import runtime_of
from stallage.extensions.actions import change_extension_settings
from stallage.extensions.queries import Process, extensions, visible_screens
from stallage.extensions.schemas import (
    ExtensionOverview,
    ExtensionScreen,
    ExtensionSettingsInput,
)
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.plugins.settings import declared_settings
from stallage.settings.stored import version_of
from stallage.shop.actions import lock_settings
from stallage.shop.queries import stored_settings

router = AdminRouter(tag="extensions")

Name = Annotated[str, Path(max_length=30, examples=["stamp_card"])]


async def _overview(
    connection: Connection, request: Request, response: Response
) -> ExtensionOverview:
    stored = await stored_settings(connection)
    response.headers["ETag"] = f'"{version_of(stored.values)}"'
    runtime = runtime_of(request)
    process = Process(
        runtime.settings, runtime.settings_version, runtime.own_plugin_settings, runtime.secrets
    )
    return await extensions(connection, process, stored)


@router.get("/extensions", permission="settings.read", response_model=Answer[ExtensionOverview])
async def list_extensions(
    request: Request, response: Response, connection: Reading
) -> Answer[ExtensionOverview]:
    """Installed plug-ins with what they add, their settings and what their checks find."""
    return answer(await _overview(connection, request, response))


@router.get(
    "/extensions/screens",
    permission="signed_in",
    response_model=Answer[list[ExtensionScreen]],
)
async def list_extension_screens(operator: CurrentOperator) -> Answer[list[ExtensionScreen]]:
    """Screens of plug-ins that the operator may see, for the menu."""
    return answer(visible_screens(operator.permissions))


@router.patch(
    "/extensions/{name}/settings",
    permission="settings.edit",
    step_up=True,
    response_model=Answer[ExtensionOverview],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_settings_of_extension(
    name: Name,
    body: ExtensionSettingsInput,
    request: Request,
    response: Response,
    connection: Transaction,
    *,
    if_match: IfMatch = None,
) -> Answer[ExtensionOverview]:
    """Change settings of a plug-in. Running processes apply them within seconds.

    A setting that the environment or `settings.env` sets is refused, since that source would still win.
    """
    runtime = runtime_of(request)
    declared = {plugin.name: kind for plugin, kind in declared_settings()}
    if name not in declared:
        raise NotFound
    await lock_settings(connection)
    current = await _overview(connection, request, response)
    check_match(if_match, response.headers["ETag"], current)
    stored = await stored_settings(connection)
    own = runtime.own_plugin_settings[declared[name]]
    await change_extension_settings(
        connection, name, own, body.values, before=stored.values, secrets=runtime.secrets
    )
    return answer(await _overview(connection, request, response))
