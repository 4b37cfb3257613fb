"""Requests and responses of extensions."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.schemas import Input, Output
from stallage.setup.schemas import Setting, Value


class ExtensionRoute(Output):
    """An operation that a plug-in adds to the API."""

    method: str
    path: str


class ExtensionScreen(Output):
    """A screen that a plug-in adds to the back office."""

    id: str
    title: str
    path: str = Field(description="Below the address of the back office.")
    icon: str
    permission: str
    module: str = Field(description="Path of the ES module that renders it.")


class ExtensionFinding(Output):
    """A result of a check."""

    state: Literal["ok", "note", "wrong"]
    text: str


class Extension(Output):
    """An installed plug-in."""

    name: str = Field(examples=["stamp_card"])
    distribution: str = Field(description="The package's name.")
    version: str
    summary: str
    requires: str = Field(
        description="Releases of Stallage that it supports, such as `>=0.1,<0.2`."
    )
    is_active: bool = Field(description="False if STALLAGE_DISABLED_FEATURES names it.")
    tables: list[str]
    routes: list[ExtensionRoute]
    jobs: list[str]
    screens: list[ExtensionScreen]
    settings: list[Setting]
    findings: list[ExtensionFinding]


class ExtensionOverview(Output):
    """All plug-ins."""

    stallage_version: str
    extensions: list[Extension]
    leftovers: list[str] = Field(description="Uninstalled features whose tables still exist.")
    version: str = Field(description="Of the stored settings. Also the ETag.")
    applied_version: str = Field(
        description="The version that the process works with which answered this request."
    )


class ExtensionSettingsInput(Input):
    """New values of settings; null takes the default."""

    values: dict[str, Value | float | None] = Field(min_length=1, max_length=100)
