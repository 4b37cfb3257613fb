"""Company details, legal texts, and the history of all settings."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request, Response
from pydantic import Field

from stallage.core.cursors import CursorPage, CursorRequest
from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID, Line
from stallage.operators.dependencies import (
    AdminRouter,
    CurrentOperator,
    require,
    require_step_up,
)
from stallage.operators.rules.permissions import SIGNED_IN
from stallage.shop.actions.company_settings import COMPANY_AREA, company_settings
from stallage.shop.actions.setting_changes import (
    OwnSettings,
    change_to_undo,
    etag_of_values,
    save_area,
    undo_areas,
    undo_change,
)
from stallage.shop.errors import SecretUnavailable, SettingAlreadyUndone, SettingChangedSince
from stallage.shop.queries.legal_texts import legal_texts
from stallage.shop.queries.setting_changes import setting_changes
from stallage.shop.schemas.company import (
    CompanyInput,
    CompanySettings,
    LegalText,
    SettingChange,
    UndoneChange,
)

router = AdminRouter(tag="settings")

ChangeId = Annotated[int, Path(alias="changeId", ge=1, le=MAX_ID)]
SettingKey = Annotated[Line, Field(max_length=200)]
Area = Annotated[
    Line | None, Query(max_length=40, description="Such as `delivery`; without it, all.")
]
Keys = Annotated[
    list[SettingKey] | None,
    Query(alias="key", max_length=20, description="Only changes of one of these settings."),
]
AuditEntryId = Annotated[
    int | None,
    Query(alias="auditEntry", ge=1, le=MAX_ID, description="Only what this entry records."),
]


async def _company(connection: Connection, response: Response) -> Answer[CompanySettings]:
    values = await COMPANY_AREA.read(connection)
    response.headers["ETag"] = etag_of_values(values)
    return answer(company_settings(values))


@router.get("/settings/company", permission="settings.read", response_model=Answer[CompanySettings])
async def get_company_settings(connection: Reading, response: Response) -> Answer[CompanySettings]:
    """The company details, with their ETag."""
    return await _company(connection, response)


@router.put(
    "/settings/company",
    permission="settings.edit",
    response_model=Answer[CompanySettings],
    responses=error_responses(EditConflict, PreconditionRequired, InvalidFields),
)
async def save_company_settings(
    body: CompanyInput, connection: Transaction, response: Response, if_match: IfMatch = None
) -> Answer[CompanySettings]:
    """Replace the company details."""
    await save_area(connection, COMPANY_AREA, body.model_dump(by_alias=True), if_match)
    return await _company(connection, response)


@router.get(
    "/settings/legal-texts", permission="settings.read", response_model=Answer[list[LegalText]]
)
async def list_legal_texts(request: Request, connection: Reading) -> Answer[list[LegalText]]:
    """The texts that shops of this country usually need, with drafts to check. Not legal advice."""
    return answer(await legal_texts(connection, runtime_of(request).settings))


@router.get(
    "/settings/changes",
    permission=SIGNED_IN,
    response_model=Answer[CursorPage[SettingChange]],
    responses=error_responses(InvalidFields),
)
async def list_setting_changes(
    page: CursorRequest,
    operator: CurrentOperator,
    connection: Reading,
    *,
    area: Area = None,
    keys: Keys = None,
    audit_entry: AuditEntryId = None,
) -> Answer[CursorPage[SettingChange]]:
    """Saved changes of the settings that the operator may see, newest first."""
    if area is not None:
        needed = {one.name: one.read_permission for one in undo_areas()}
        require(operator, needed.get(area, "settings.read"))
    areas = {
        one.name: one.edit_permission
        for one in undo_areas()
        if area in (None, one.name) and operator.can(one.read_permission)
    }
    return answer(
        await setting_changes(connection, areas, page, keys=keys, audit_entry=audit_entry)
    )


@router.post(
    "/settings/changes/{changeId}/undo",
    permission=SIGNED_IN,
    response_model=Answer[UndoneChange],
    responses=error_responses(
        NotFound, SettingAlreadyUndone, SettingChangedSince, SecretUnavailable, InvalidFields
    ),
)
async def undo_setting_change(
    change_id: ChangeId, operator: CurrentOperator, request: Request, connection: Transaction
) -> Answer[UndoneChange]:
    """Restore what a change replaced, unless that was changed again.

    Needs what a direct change of these settings needs: its permission and, where it asks for one, a
    step-up.
    """
    change = await change_to_undo(connection, change_id)
    require(operator, change.area.edit_permission)
    if change.area.step_up:
        require_step_up(operator)
    runtime = runtime_of(request)
    own = OwnSettings(runtime.own_settings, runtime.own_plugin_settings, runtime.secrets)
    await undo_change(connection, change, own)
    return answer(UndoneChange(area=change.area.name))
