"""Home page, menus and announcement bar as operators see and change them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Input, Line, Output, Time
from stallage.layout.drafts import Announcement, HomeLayout, LayoutName, Menus, TargetKind


class LayoutTarget(Output):
    """A record that links can lead to."""

    kind: TargetKind
    id: int
    title: str
    link: str
    shown: bool = Field(description="Shoppers can open it now.")


class LayoutTargetChoices(Output):
    """Records that match a search."""

    items: list[LayoutTarget] = Field(description="At most 20.")


class FeatureChoice(Output):
    """A feature section that the home page can show."""

    id: int
    title: str
    layout_kind: str = Field(description="How it looks, such as `product-tiles`.")


class HomePageDetails(Output):
    """The home page with everything that can be edited."""

    layout: HomeLayout
    automatic: HomeLayout = Field(description="The sections of the automatic home page.")
    targets: list[LayoutTarget] = Field(
        description="The records that `layout` names. Deleted ones are missing."
    )
    features: list[FeatureChoice]
    sliders: int = Field(description="Sliders that are shown now.")
    changed_at: Time | None = Field(description="Null if it was never changed.")
    changed_by: str
    etag: str


class MenusDetails(Output):
    """The menus with everything that can be edited."""

    layout: Menus
    automatic: Menus = Field(description="The menus that a shop has without own ones.")
    targets: list[LayoutTarget]
    changed_at: Time | None
    changed_by: str
    etag: str


class AnnouncementDetails(Output):
    """The announcement bar with everything that can be edited."""

    layout: Announcement
    targets: list[LayoutTarget]
    changed_at: Time | None
    changed_by: str
    etag: str


class FrameInput(Input):
    """Menus and announcement bar while they are edited. Absent ones are those that are stored."""

    menus: Menus | None = None
    announcement: Announcement | None = None


class ListedLayoutVersion(Output):
    """A version of a layout."""

    id: int
    created_at: Time
    author: str
    current: bool


class LayoutVersionList(Output):
    """The stored versions, newest first."""

    items: list[ListedLayoutVersion]


class LayoutVersionDetails(Output):
    """A layout as it was; only one of the three is not null."""

    id: int
    layout: LayoutName
    home: HomeLayout | None
    menus: Menus | None
    announcement: Announcement | None
    targets: list[LayoutTarget]


TargetWords = Annotated[Line, Field(max_length=200)]
