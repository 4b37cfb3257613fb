"""The settings of stamp cards."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.settings import PluginSettings


class Settings(PluginSettings):
    """Variables that begin with `STALLAGE_STAMP_CARD_`."""

    size: Annotated[int, Field(default=10, ge=2, le=100, description="Orders that fill a card.")]
