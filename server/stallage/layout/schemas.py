"""Header, footer and announcement bar as the storefront shows them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.schemas import Output, Time


class FrameLink(Output):
    """A link of a menu, with those below it."""

    title: str
    link: str = Field(description="A path of this shop or an address. Empty: a heading.")
    children: list[FrameLink]


class FrameAnnouncement(Output):
    """The bar above the header."""

    id: str = Field(description="Another one after each change. Browsers remember it when closed.")
    text: str
    link: str | None
    colours: Literal["accent", "ink", "tint", "sale"]
    dismissible: bool
    ends_at: Time | None


class Frame(Output):
    """What operators arranged around every page."""

    header: list[FrameLink] | None = Field(description="Null: the categories.")
    footer: list[FrameLink] | None = Field(description="Columns. Null: the shop's pages.")
    announcement: FrameAnnouncement | None
