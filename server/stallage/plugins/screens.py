"""Screens that features add to the back office, as descriptors.

A feature lists its screens in a module `backoffice`, as `SCREENS`. The back office reads `screens()`.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from stallage.core.packages import feature_of
from stallage.features import parts

SLUG = r"[a-z0-9]+(-[a-z0-9]+)*"


class Screen(BaseModel):
    """One screen of the back office. Raises ValidationError for values that do not fit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$")]
    """Unique, `feature.screen`."""
    title: Annotated[str, Field(min_length=1, max_length=60)]
    """What the menu shows."""
    path: Annotated[str, Field(pattern=rf"^/{SLUG}(/{SLUG})*$")]
    """Below the back office's own address; begins with the feature's name, with dashes."""
    icon: Annotated[str, Field(pattern=rf"^{SLUG}$")]
    """Name of an icon of the back office's set."""
    permission: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$")]
    """What an operator must be allowed to, `feature.right`."""
    module: Annotated[str, Field(pattern=r"^/[A-Za-z0-9._~/-]+\.m?js$")]
    """Address of an ES module on the shop's own origin that draws the screen."""


def screens() -> tuple[Screen, ...]:
    """The screens of all features, in the features' order."""
    return tuple(screen for module in parts("backoffice") for screen in module.SCREENS)


def screens_of(feature: str) -> tuple[Screen, ...]:
    """The screens of one feature."""
    return tuple(
        screen
        for module in parts("backoffice")
        if feature_of(module.__name__) == feature
        for screen in module.SCREENS
    )
