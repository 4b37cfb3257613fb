"""Requests and responses of saved views."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from stallage.backoffice.rules.saved_views import MAX_COLUMNS, MAX_PARAMS
from stallage.core.schemas import Input, Line, Output

Key = Annotated[Line, Field(min_length=1, max_length=40)]
Value = Annotated[Line, Field(max_length=500)]
Params = Annotated[dict[Key, Value], Field(max_length=MAX_PARAMS)]
Columns = Annotated[list[Key], Field(max_length=MAX_COLUMNS)]
Name = Annotated[Line, Field(min_length=1, max_length=60)]


class SavedViewInput(Input):
    """A view to save."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    shared: bool = False
    params: Params = Field(description="Search, filters and sort, as in the list's address.")
    columns: Columns = Field(description="In order; empty for the default columns.")


class SavedView(Output):
    """A saved view of a list."""

    id: int
    name: str
    shared: bool = Field(description="Whether the whole team sees it.")
    is_own: bool
    operator: str = Field(description="Name of who saved it.")
    params: dict[str, str]
    columns: list[str]
    etag: str = Field(description="To send as If-Match with a change.")
