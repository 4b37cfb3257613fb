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
    """A screen of the back office. Raises ValidationError for invalid values."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$")]
    """Unique, `feature.screen`."""
    title: Annotated[str, Field(min_length=1, max_length=60)]
    """Title in the menu."""
    path: Annotated[str, Field(pattern=rf"^/{SLUG}(/{SLUG})*$")]
    """Path below the back office's URL; begins with the feature's name, with dashes."""
    icon: Annotated[str, Field(pattern=rf"^{SLUG}$")]
    """Name of an icon of the back office's set."""
    permission: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$")]
    """Permission of operators that the screen needs, such as `customers.read`."""
    module: Annotated[str, Field(pattern=r"^/[A-Za-z0-9._~/-]+\.m?js$")]
    """Path of an ES module on the shop's origin that renders the screen."""


def screens() -> tuple[Screen, ...]:
    """Return the screens of all features, in the features' order."""
    return tuple(screen for module in parts("backoffice") for screen in module.SCREENS)


def screens_of(feature: str) -> tuple[Screen, ...]:
    """Return the screens of one feature."""
    return tuple(
        screen
        for module in parts("backoffice")
        if feature_of(module.__name__) == feature
        for screen in module.SCREENS
    )
