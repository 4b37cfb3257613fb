"""The settings of packing notes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SecretStr

from stallage.settings import PluginSettings


class Settings(PluginSettings):
    """Variables that begin with `STALLAGE_PACKING_NOTE_`."""

    text: Annotated[str, Field(default="Wrap it twice.", description="What packers read.")]
    copies: Annotated[int, Field(default=1, ge=1, le=5, description="How often it is printed.")]
    paper: Annotated[Literal["A4", "label"], Field(default="A4", description="Its size.")]
    printer_key: Annotated[
        SecretStr, Field(default=SecretStr(""), description="Signs jobs for the printer.")
    ]
